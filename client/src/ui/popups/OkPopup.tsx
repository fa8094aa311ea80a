import type { ReactNode } from 'react'
import { PlainButton } from '../controls/PlainButton.tsx'
import { useText } from '../text/use-text.ts'
import { Popup } from './Popup.tsx'

interface Props {
  title: string
  tone: 'error' | 'warning' | 'success'
  /** Once it is read: by its one button, and by Escape. */
  onClose: () => void
  /** What the button says in place of OK. */
  ok?: string
  children: ReactNode
}

/** A popup that says something and asks nothing. */
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
