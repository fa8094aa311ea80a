import { cleanReason } from '@aitai/contract/routes/console/reason.ts'
import type { CurrentHalt } from '@aitai/contract/schemas/console/operations.ts'
import { useState } from 'react'
import { useResumeTargetMutation } from '../../shared/api/operations-api.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { Popup } from '../../ui/popups/Popup.tsx'
import { useText } from '../../ui/text/use-text.ts'
import { ReasonField } from '../ReasonField.tsx'
import { useWaitsText } from '../use-waits-text.ts'

interface Props {
  halt: CurrentHalt
  onDone: (message: string) => void
  onClose: () => void
}

/** Ends a halt, with a reason. */
export function ResumePopup({ halt: { what, name }, onDone, onClose }: Props) {
  const text = useText()
  const waitsText = useWaitsText()
  const [reason, setReason] = useState('')
  const [resume, { isLoading }] = useResumeTargetMutation()
  const send = async (): Promise<void> => {
    const { data, error } = await resume({ what, ...(name === null ? {} : { name }), reason })
    const waits = waitsText(error)
    // A refusal has a popup of its own, and this one stays below it.
    if (!data && waits === null) return
    const said = name === null ? text('operations.done.opened') : text('operations.done.resumed', { name })
    onDone(waits ?? (data?.changed ? said : text('operations.done.unchanged')))
    onClose()
  }
  const missing = cleanReason(reason) === null ? text('operations.halt.needsReason') : null
  return (
    <Popup
      title={text(`operations.resume.${what}`, { name: name ?? '' })}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{text('operations.cancel')}</Button>
          <Button kind="primary" busy={isLoading} dimmedBecause={missing} onClick={() => void send()}>
            {text(`operations.resume.do.${what}`)}
          </Button>
        </>
      }
    >
      <div className="console-question">
        <p>{text('operations.resume.means')}</p>
        <ReasonField value={reason} onChange={setReason} />
      </div>
    </Popup>
  )
}
