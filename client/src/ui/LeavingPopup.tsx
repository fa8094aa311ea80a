import { useRef } from 'react'
import { Button } from './Button.tsx'
import { Popup } from './Popup.tsx'
import { useText } from './text.ts'

interface Props {
  /** How many adverts have changes that are not sent. */
  unsent: number
  onStay: () => void
  onLeave: () => void
}

/** Asks before what was typed and not sent is left behind; the focus is on staying. */
export function LeavingPopup({ unsent, onStay, onLeave }: Props) {
  const text = useText()
  const stay = useRef<HTMLButtonElement>(null)
  return (
    <Popup
      title={text('advert.leaving.title')}
      tone="warning"
      initialFocus={stay}
      onClose={onStay}
      actions={
        <>
          <Button ref={stay} onClick={onStay}>
            {text('advert.leaving.stay')}
          </Button>
          <Button kind="danger" onClick={onLeave}>
            {text('advert.leaving.leave')}
          </Button>
        </>
      }
    >
      <p>{text('advert.leaving.body', { count: unsent })}</p>
    </Popup>
  )
}
