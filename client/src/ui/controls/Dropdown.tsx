import { type ReactNode, type RefObject, useEffect, useId, useRef, useState } from 'react'
import { isComposing } from '../browser/browser-hooks.ts'
import './dropdown.css'

interface Props {
  /** The name of the panel, for a screen reader. */
  label: string
  /** The button's own name: it must contain what the button shows (WCAG 2.5.3). */
  name: string
  trigger: ReactNode
  className?: string
  /** For content that the user has not requested: it opens automatically without taking the focus. */
  startsOpen?: boolean
  children: ReactNode | ((close: () => void) => ReactNode)
}

/** A button that opens a panel below itself. Escape, a click outside, or leaving it by Tab closes it. */
export function Dropdown({ label, name, trigger, className = '', startsOpen = false, children }: Props) {
  const [open, setOpen] = useState(startsOpen)
  const panelId = useId()
  const whole = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const close = (): void => {
    setOpen(false)
    button.current?.focus()
  }
  useLeaving(open, whole, () => setOpen(false))
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape closes it, whatever inside has the focus
    <div
      ref={whole}
      className={`dropdown ${className}`}
      onKeyDown={(event) => {
        if (!open || event.key !== 'Escape' || isComposing(event)) return
        event.stopPropagation()
        close()
      }}
    >
      <button
        ref={button}
        type="button"
        className="dropdown-trigger"
        aria-label={name}
        aria-expanded={open}
        aria-controls={panelId}
        onClick={() => setOpen(!open)}
      >
        {trigger}
      </button>
      {open ? (
        <section id={panelId} className="dropdown-panel" aria-label={label}>
          {typeof children === 'function' ? children(close) : children}
        </section>
      ) : null}
    </div>
  )
}

/** Calls back when a click or the focus is outside while it is open. */
function useLeaving(open: boolean, whole: RefObject<HTMLElement | null>, onLeave: () => void): void {
  useEffect(() => {
    if (!open) return
    const leave = (event: PointerEvent | FocusEvent): void => {
      if (event.target instanceof Node && !whole.current?.contains(event.target)) onLeave()
    }
    document.addEventListener('pointerdown', leave)
    document.addEventListener('focusin', leave)
    return () => {
      document.removeEventListener('pointerdown', leave)
      document.removeEventListener('focusin', leave)
    }
  }, [open, whole, onLeave])
}
