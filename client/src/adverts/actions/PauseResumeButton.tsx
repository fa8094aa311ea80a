import type { Advert } from '@aitai/contract/schemas/adverts.ts'
import { usePauseAdvertMutation, useResumeAdvertMutation } from '../../shared/api/desk-api.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { useText } from '../../ui/text/use-text.ts'
import { actionDisabledReason } from '../status/advert-status.ts'

/** Toggles between Pause and Resume; disabled whenever the engine would refuse. */
export function PauseResumeButton({
  advert,
  security,
  onDone,
}: {
  advert: Advert | null
  /** Names the button where a screen has several. */
  security?: string
  /** The server has done it. */
  onDone?: (action: 'pause' | 'resume') => void
}) {
  const text = useText()
  const [pauseAdvert, pausing] = usePauseAdvertMutation()
  const [resumeAdvert, resuming] = useResumeAdvertMutation()

  const action = advert?.advertisementStatus === 'PAUSED' ? 'resume' : 'pause'
  const send = action === 'resume' ? resumeAdvert : pauseAdvert
  const reason = actionDisabledReason(action, advert)
  const label = pausing.isLoading ? 'pausing' : resuming.isLoading ? 'resuming' : action
  const press = async (id: string): Promise<void> => {
    const { error } = await send({ id })
    if (!error) onDone?.(action)
  }

  return (
    <Button
      {...(security ? { 'aria-label': `${text(`advert.action.${label}`)} ${security}` } : {})}
      busy={pausing.isLoading || resuming.isLoading}
      dimmedBecause={reason && text(reason)}
      onClick={() => advert && void press(advert.id)}
    >
      {text(`advert.action.${label}`)}
    </Button>
  )
}
