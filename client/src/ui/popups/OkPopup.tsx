import type { ReactNode } from 'react'
import { PlainButton } from '../controls/PlainButton.tsx'
import { useText } from '../text/use-text.ts'
import { Popup } from './Popup.tsx'

interface Props {
  title: string
  tone: 'error' | 'warning' | 'success'
  /** Called when it is closed by its button or by Escape. */
  onClose: () => void
  /** The label of the button instead of OK. */
  ok?: string
  children: ReactNode
}

/** A popup with a message and one button. */
export function OkPopup({ title, tone, onClose, ok, children }: Props) {
  const text = useText()
  return (
    <Popup
      title={title}
      tone={tone}
      onClose={onClose}
      actions={
        <PlainButton kind="primary" onClick={onClose}>
          {ok ?? text('common.ok')}
        </PlainButton>
      }
    >
      {children}
    </Popup>
  )
}
