import type { ReactNode } from 'react'

interface Props {
  title: string
  /** Names the part for a screen reader; the title if omitted. */
  label?: string
  /** Beside the title: how many of how many are listed, for instance. */
  count?: string
  hint?: ReactNode
  /** What was just done, for a few seconds; omitted where nothing is done. */
  done?: string | null
  /** Buttons of the whole part. */
  actions?: ReactNode
  className?: string
  children: ReactNode
}

/** A titled part of a page. */
export function ConsolePart(props: Props) {
  const { title, label = title, count, hint, done, actions, className = '', children } = props
  return (
    <section className={`console-part ${className}`.trimEnd()} aria-label={label}>
      <header>
        <div className="console-heading">
          <h2>{title}</h2>
          {count !== undefined && (
            <span className="console-aside" role="status">
              {count}
            </span>
          )}
        </div>
        {/* Mounted before it has a text, to be announced. */}
        {done !== undefined && (
          <span className="console-done" role="status">
            {done}
          </span>
        )}
        {hint !== undefined && <span className="console-aside">{hint}</span>}
        {actions}
      </header>
      {children}
    </section>
  )
}
