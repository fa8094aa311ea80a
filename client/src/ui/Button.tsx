import { Button as SaltButton, Tooltip } from '@salt-ds/core'
import { type ComponentProps, type ReactNode, type Ref, useId } from 'react'

type Kind = 'primary' | 'secondary' | 'normal' | 'quiet' | 'danger'

const looks = {
  primary: { sentiment: 'accented', appearance: 'solid' },
  secondary: { sentiment: 'accented', appearance: 'bordered' },
  normal: { sentiment: 'neutral', appearance: 'bordered' },
  quiet: { sentiment: 'neutral', appearance: 'transparent' },
  danger: { sentiment: 'negative', appearance: 'bordered' },
} as const

interface Props extends Omit<ComponentProps<'button'>, 'disabled' | 'ref'> {
  kind?: Kind
  /** Why it cannot be pressed, in the user's language; it stays reachable, so that the reason can be read. */
  dimmedBecause?: string | null | undefined
  /** A call is under way: the label stays, a second press does nothing. */
  busy?: boolean
  ref?: Ref<HTMLButtonElement>
  children: ReactNode
}

/** A button that is never silently dead: dimmed, it says why on hover, on focus and to a screen reader. */
export function Button({ kind = 'normal', dimmedBecause, busy = false, onClick, children, ...rest }: Props) {
  const reasonId = useId()
  const dimmed = dimmedBecause != null
  const button = (
    <SaltButton
      type="button"
      {...rest}
      {...looks[kind]}
      // The design system keeps a dimmed button in the order of Tab, and it would still send its form.
      {...(dimmed ? { type: 'button' as const } : {})}
      disabled={dimmed}
      focusableWhenDisabled
      aria-busy={busy || undefined}
      aria-describedby={dimmed ? reasonId : rest['aria-describedby']}
      onClick={dimmed || busy ? (event) => event.preventDefault() : onClick}
    >
      {children}
    </SaltButton>
  )
  if (!dimmed) return button
  return (
    <>
      <Tooltip content={dimmedBecause} placement="top" hideIcon>
        {button}
      </Tooltip>
      <span id={reasonId} className="only-heard">
        {dimmedBecause}
      </span>
    </>
  )
}
