import type { ReactNode } from 'react'

interface Props {
  label: string
  title: string
  /** What was just done, for a few seconds. */
  done: string
  children: ReactNode
}

/** The details of the selected entry, beside the list, with the result of the last action. */
export function DetailsPanel({ label, title, done, children }: Props) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, which must work without a mouse
    <section className="console-part console-aside-part" aria-label={label} tabIndex={0}>
      <header>
        <h2>{title}</h2>
        {/* Mounted before it has a text, to be announced. */}
        <span className="console-done" role="status">
          {done}
        </span>
      </header>
      {children}
    </section>
  )
}

/** The same panel while nothing is selected. */
export function NothingChosen({
  label,
  done,
  children,
}: Pick<Props, 'label' | 'children'> & Partial<Pick<Props, 'done'>>) {
  return (
    <section className="console-part console-aside-part" aria-label={label}>
      <p className="console-empty">{children}</p>
      {done !== undefined && (
        <p className="console-empty console-done" role="status">
          {done}
        </p>
      )}
    </section>
  )
}
