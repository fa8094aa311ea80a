import { type ReactNode, useRef } from 'react'
import { Button } from './Button.tsx'
import { Popup } from './Popup.tsx'
import { useText } from './text.ts'

interface Props {
  title: string
  /** What the button says that gives up what was typed. */
  leave: string
  onStay: () => void
  onLeave: () => void
  children: ReactNode
}

/** Asks before what was typed and not kept is left behind; the focus is on staying. */
export function LeavingPopup({ title, leave, onStay, onLeave, children }: Props) {
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
