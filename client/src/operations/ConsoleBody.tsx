import type { ReactNode } from 'react'

interface Props {
  /** Names the region for a screen reader. */
  label: string
  children: ReactNode
}

/** What a page has below its title, which scrolls alone. */
export function ConsoleBody({ label, children }: Props) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, which must work without a mouse
    <section className="console-body" tabIndex={0} aria-label={label}>
      {children}
    </section>
  )
}
