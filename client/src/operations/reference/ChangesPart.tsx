import type { ReactNode } from 'react'

/** A titled part of what a file or new hours would change. */
export function ChangesPart({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="changes-part" aria-label={title}>
      <h4>{title}</h4>
      {children}
    </section>
  )
}
