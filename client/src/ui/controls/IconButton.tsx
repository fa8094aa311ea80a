import { Button } from '@salt-ds/core'
import type { ComponentProps, ReactNode } from 'react'
import './icon-button.css'

interface Props extends Omit<ComponentProps<'button'>, 'aria-label' | 'disabled' | 'ref'> {
  /** Its name, for a screen reader and on hover. */
  label: string
  children: ReactNode
}

/** A button with an icon only, and an accessible name. */
export function IconButton({ label, children, ...rest }: Props) {
  return (
    <Button
      type="button"
      sentiment="neutral"
      appearance="transparent"
      {...rest}
      aria-label={label}
      title={label}
      className="icon-button"
    >
      {children}
    </Button>
  )
}
