import type { ReactNode } from 'react'
import './form-message.css'

/** A line over a form: an error is read out at once, a success when there is a pause. */
export function FormMessage({ tone, children }: { tone: 'error' | 'success'; children: ReactNode }) {
  return (
    <p className="message" data-tone={tone} role={tone === 'error' ? 'alert' : 'status'}>
      <svg width="16" height="16" viewBox="0 0 16 16" aria-hidden="true">
        <circle cx="8" cy="8" r="7" />
        <path d={tone === 'error' ? 'M8 4.5v4.2M8 11v.4' : 'M4.8 8.3l2.2 2.2 4.2-4.6'} />
      </svg>
      <span>{children}</span>
    </p>
  )
}
