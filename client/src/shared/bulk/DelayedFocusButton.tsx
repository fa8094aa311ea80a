import { useEffect, useRef } from 'react'
import { Button } from '../../ui/controls/Button.tsx'
import { intervals } from '../intervals.ts'

interface Props {
  kind?: 'normal' | 'primary'
  busy?: boolean
  onClick: () => void
  children: string
}

/**
 * Takes the focus, because the pressed button no longer exists. Delayed, so that a held Enter does not press it
 * unread.
 */
export function DelayedFocusButton(props: Props) {
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    const timer = setTimeout(() => button.current?.focus(), intervals.popupInert)
    return () => clearTimeout(timer)
  }, [])
  return <Button ref={button} {...props} />
}
