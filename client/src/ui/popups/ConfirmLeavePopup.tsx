import { type ReactNode, useRef } from 'react'
import { Button } from '../controls/Button.tsx'
import { useText } from '../text/use-text.ts'
import { Popup } from './Popup.tsx'

interface Props {
  title: string
  /** The label of the button that discards the input. */
  leave: string
  onStay: () => void
  onLeave: () => void
  children: ReactNode
}

/** Asks before unsaved input is discarded; the focus is on staying. */
export function ConfirmLeavePopup({ title, leave, onStay, onLeave, children }: Props) {
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
            {text('advert.leaving.stay')}
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
