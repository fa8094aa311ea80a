import type { Advert } from '@aitai/contract/adverts.ts'
import { usePauseAdvertMutation, useResumeAdvertMutation } from '../api.ts'
import { Button } from '../ui/Button.tsx'
import { useText } from '../ui/text.ts'
import { whyNot } from './advert-status.ts'

/** Says Resume once paused, else Pause. Dim whenever the engine would refuse. */
export function PauseResumeButton({ advert }: { advert: Advert | null }) {
  const text = useText()
  const [pauseAdvert, pausing] = usePauseAdvertMutation()
  const [resumeAdvert, resuming] = useResumeAdvertMutation()

  const action = advert?.advertisementStatus === 'PAUSED' ? 'resume' : 'pause'
  const send = action === 'resume' ? resumeAdvert : pauseAdvert
  const reason = whyNot(action, advert)
  const label = pausing.isLoading ? 'pausing' : resuming.isLoading ? 'resuming' : action

  return (
    <Button
      busy={pausing.isLoading || resuming.isLoading}
      dimmedBecause={reason && text(reason)}
      onClick={() => advert && void send({ id: advert.id })}
    >
      {text(`advert.action.${label}`)}
    </Button>
  )
}
