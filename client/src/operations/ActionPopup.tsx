import { cleanReason } from '@aitai/contract/routes/console/reason.ts'
import { type FormEvent, type ReactNode, useId, useState } from 'react'
import { Button } from '../ui/controls/Button.tsx'
import { Popup } from '../ui/popups/Popup.tsx'
import { useText } from '../ui/text/use-text.ts'
import { ReasonField } from './ReasonField.tsx'

interface Props {
  title: string
  /** What it does, in sentences. */
  means: readonly string[]
  doLabel: string
  isDangerous?: boolean
  /** Why it cannot be done yet, apart from the reason. */
  missing?: string | null
  size?: 'small' | 'medium'
  /** Returns whether it was done. A refusal has a popup of its own, and this one stays below it. */
  send: (reason: string) => Promise<boolean>
  onClose: () => void
  /** Fields above the reason. */
  children?: ReactNode
}

/** One action of the console: what it does, a reason, and the button that does it. */
export function ActionPopup(props: Props) {
  const { title, means, doLabel, isDangerous = false, missing = null, size = 'small' } = props
  const { send, onClose, children } = props
  const text = useText()
  const formId = useId()
  const [reason, setReason] = useState('')
  const [isSending, setIsSending] = useState(false)
  const obstacle = missing ?? (cleanReason(reason) === null ? text('operations.halt.needsReason') : null)
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    if (obstacle !== null || isSending) return
    setIsSending(true)
    const isDone = await send(reason).finally(() => setIsSending(false))
    if (isDone) onClose()
  }
  return (
    <Popup
      title={title}
      size={size}
      onClose={onClose}
      {...(isDangerous ? { tone: 'warning' } : {})}
      actions={
        <>
          <Button onClick={onClose}>{text('operations.cancel')}</Button>
          <Button
            kind={isDangerous ? 'danger' : 'primary'}
            type="submit"
            form={formId}
            busy={isSending}
            dimmedBecause={obstacle}
          >
            {doLabel}
          </Button>
        </>
      }
    >
      <form id={formId} className="console-question" onSubmit={(event) => void submit(event)}>
        {means.map((sentence) => (
          <p key={sentence}>{sentence}</p>
        ))}
        {children}
        <ReasonField value={reason} onChange={setReason} />
      </form>
    </Popup>
  )
}
