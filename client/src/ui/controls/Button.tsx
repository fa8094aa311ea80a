import { Tooltip } from '@salt-ds/core'
import { type ReactNode, useId } from 'react'
import { PlainButton, type PlainButtonProps } from './PlainButton.tsx'

interface Props extends Omit<PlainButtonProps, 'disabled'> {
  /**
   * Why it is disabled, in the user's language; it stays focusable, so that the reason can be read. Null while
   * a button that may become disabled is enabled.
   */
  dimmedBecause?: string | null | undefined
  children: ReactNode
}

/** A button that explains why it is disabled, on hover, on focus and to a screen reader. */
export function Button({ dimmedBecause, onClick, ...rest }: Props) {
  const reasonId = useId()
  const enabled = { ...rest, ...(onClick ? { onClick } : {}) }
  if (dimmedBecause === undefined) return <PlainButton {...enabled} />
  const isDimmed = dimmedBecause !== null
  const dimmed: PlainButtonProps = {
    ...rest,
    // The design system keeps a disabled button focusable, and it would still submit its form.
    type: 'button',
    disabled: true,
    'aria-describedby': reasonId,
    onClick: (event) => event.preventDefault(),
  }
  return (
    <>
      {/* The same element in both states: the press that leaves a field, and so enables it, must still click it. */}
      <Tooltip content={dimmedBecause} disabled={!isDimmed} placement="top" hideIcon>
        <PlainButton {...(isDimmed ? dimmed : enabled)} />
      </Tooltip>
      {isDimmed && (
        <span id={reasonId} className="visually-hidden">
          {dimmedBecause}
        </span>
      )}
    </>
  )
}
