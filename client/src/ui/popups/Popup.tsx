import { Dialog, DialogActions, DialogContent, DialogHeader } from '@salt-ds/core'
import type { ComponentProps, ReactNode } from 'react'
import './popup.css'

interface Props {
  title: ReactNode
  /** Called for Escape and the like; omitted if an answer is required. */
  onClose?: () => void
  tone?: 'plain' | 'error' | 'warning' | 'success'
  /** Buttons, the least harmful first; the focus goes to the first control inside. */
  actions?: ReactNode
  size?: 'small' | 'medium' | 'large'
  /** Where the focus goes instead. */
  initialFocus?: ComponentProps<typeof Dialog>['initialFocus']
  children?: ReactNode
}

/** A modal popup: the focus stays inside and returns afterwards, Escape closes if closing is allowed. */
export function Popup({
  title,
  onClose,
  tone = 'plain',
  actions,
  size = 'small',
  initialFocus,
  children,
}: Props) {
  const status = tone === 'plain' ? {} : { status: tone }
  return (
    <Dialog
      open
      size={size}
      disableDismiss={!onClose}
      onOpenChange={(open) => !open && onClose?.()}
      className={`popup popup-${size}`}
      {...status}
      {...(initialFocus === undefined ? {} : { initialFocus })}
    >
      <DialogHeader header={title} disableAccent />
      <DialogContent>{children}</DialogContent>
      {actions ? <DialogActions className="popup-actions">{actions}</DialogActions> : null}
    </Dialog>
  )
}
