import { Tooltip } from '@salt-ds/core'
import { type ReactNode, useId } from 'react'
import { PlainButton, type PlainButtonProps } from './PlainButton.tsx'

interface Props extends Omit<PlainButtonProps, 'disabled'> {
  /** Why it is disabled, in the user's language; it stays focusable, so that the reason can be read. */
  dimmedBecause?: string | null | undefined
  children: ReactNode
}

/** A button that explains why it is disabled, on hover, on focus and to a screen reader. */
export function Button({ dimmedBecause, onClick, ...rest }: Props) {
  const reasonId = useId()
  if (dimmedBecause == null) return <PlainButton {...rest} {...(onClick ? { onClick } : {})} />
  return (
    <>
      <Tooltip content={dimmedBecause} placement="top" hideIcon>
        <PlainButton
          {...rest}
          // The design system keeps a disabled button focusable, and it would still submit its form.
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
