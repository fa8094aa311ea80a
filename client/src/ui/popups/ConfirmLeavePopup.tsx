import { type ReactNode, useRef } from 'react'
import { Button } from '../controls/Button.tsx'
import { useText } from '../text/use-text.ts'
import { Popup } from './Popup.tsx'

interface Props {
  title: string
  /** The label of the button that keeps everything; "Stay" without one. */
  stay?: string
  /** The label of the button that discards. */
  leave: string
  onStay: () => void
  onLeave: () => void
  children: ReactNode
}

/** Asks before something is discarded; the focus is on keeping it. */
export function ConfirmLeavePopup({ title, stay: keep, leave, onStay, onLeave, children }: Props) {
  const text = useText()
  const stay = useRef<HTMLButtonElement>(null)
  return (
    <Popup
      title={title}
      tone="warning"
      initialFocus={stay}
      onClose={onStay}
      actions={
        <>
          <Button ref={stay} onClick={onStay}>
            {keep ?? text('advert.leaving.stay')}
          </Button>
          <Button kind="danger" onClick={onLeave}>
            {leave}
          </Button>
        </>
      }
    >
      <p>{children}</p>
    </Popup>
  )
}
