import { Tooltip } from '@salt-ds/core'
import { type ReactNode, useId } from 'react'
import { PlainButton, type PlainButtonProps } from './PlainButton.tsx'

interface Props extends Omit<PlainButtonProps, 'disabled'> {
  /** Why it cannot be pressed, in the user's language; it stays reachable, so that the reason can be read. */
  dimmedBecause?: string | null | undefined
  children: ReactNode
}

/** A button that is never silently dead: dimmed, it says why on hover, on focus and to a screen reader. */
export function Button({ dimmedBecause, onClick, ...rest }: Props) {
  const reasonId = useId()
  if (dimmedBecause == null) return <PlainButton {...rest} {...(onClick ? { onClick } : {})} />
  return (
    <>
      <Tooltip content={dimmedBecause} placement="top" hideIcon>
        <PlainButton
          {...rest}
          // The design system keeps a dimmed button in the order of Tab, and it would still send its form.
          type="button"
          disabled
          aria-describedby={reasonId}
          onClick={(event) => event.preventDefault()}
        />
      </Tooltip>
      <span id={reasonId} className="only-heard">
        {dimmedBecause}
      </span>
    </>
  )
}
