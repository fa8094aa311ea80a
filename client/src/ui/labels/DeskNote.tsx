import type { ReactNode } from 'react'
import './desk-note.css'

/** A short message over the desk, above its actions, for as long as it has a text. Mounted before, to be announced. */
export function DeskNote({ children }: { children: ReactNode }) {
  return (
    <span role="status" className="desk-note">
      {children}
    </span>
  )
}
