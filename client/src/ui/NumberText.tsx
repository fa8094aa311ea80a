import type { ReactNode } from 'react'
import './number-text.css'

/** A figure: tabular, never broken over lines. `title` shows the exact value where the text is shortened. */
export function NumberText({ title, children }: { title?: string; children: ReactNode }) {
  return (
    <span className="number-text" title={title}>
      {children}
    </span>
  )
}
