import { Button as SaltButton } from '@salt-ds/core'
import type { ComponentProps, Ref } from 'react'

type ButtonKind = 'primary' | 'secondary' | 'normal' | 'quiet' | 'danger'

const variants = {
  primary: { sentiment: 'accented', appearance: 'solid' },
  secondary: { sentiment: 'accented', appearance: 'bordered' },
  normal: { sentiment: 'neutral', appearance: 'bordered' },
  quiet: { sentiment: 'neutral', appearance: 'transparent' },
  danger: { sentiment: 'negative', appearance: 'bordered' },
} as const

export interface PlainButtonProps extends Omit<ComponentProps<'button'>, 'ref' | 'disabled'> {
  disabled?: boolean
  kind?: ButtonKind
  /** A call is in progress: the label stays, and a second click does nothing. */
  busy?: boolean
  ref?: Ref<HTMLButtonElement>
}

/**
 * A button that is never disabled. Separate from `Button`, which needs more code than the login page should
 * load.
 */
export function PlainButton({ kind = 'normal', busy = false, onClick, ...rest }: PlainButtonProps) {
  return (
    <SaltButton
      type="button"
      {...rest}
      {...variants[kind]}
      focusableWhenDisabled
      aria-busy={busy || undefined}
      onClick={busy ? (event) => event.preventDefault() : onClick}
    />
  )
}
