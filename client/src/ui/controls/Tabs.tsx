import type { KeyboardEvent, ReactNode } from 'react'
import { isComposing } from '../browser/browser-hooks.ts'
import './tabs.css'

interface Props<T extends string> {
  label: string
  /** Prefix of the tabs' ids, by which the panel refers to the selected tab. */
  idPrefix: string
  /** The id of the panel. */
  controls: string
  tabs: readonly { readonly tab: T; readonly label: ReactNode }[]
  chosen: T
  onChoose: (tab: T) => void
  className?: string
}

/** Tabs by the ARIA authoring practices: one tab stop; arrows, Home and End move between them. */
export function Tabs<T extends string>(props: Props<T>) {
  const { label, idPrefix, controls, tabs, chosen, onChoose, className = '' } = props
  const press = (event: KeyboardEvent): void => {
    const all = tabs.map(({ tab }) => tab)
    const next = isComposing(event) ? null : tabAfter(all, chosen, event.key)
    if (next === null) return
    event.preventDefault()
    onChoose(next)
    document.getElementById(`${idPrefix}-${next}`)?.focus()
  }
  return (
    <div className={`tabs ${className}`} role="tablist" aria-label={label} onKeyDown={press}>
      {tabs.map(({ tab, label }) => (
        <button
          key={tab}
          id={`${idPrefix}-${tab}`}
          type="button"
          role="tab"
          aria-selected={tab === chosen}
          aria-controls={controls}
          tabIndex={tab === chosen ? 0 : -1}
          onClick={() => onChoose(tab)}
        >
          {label}
        </button>
      ))}
    </div>
  )
}

/** The index that a key moves to, wrapping around at both ends; null for other keys. */
function tabAfter<T>(tabs: readonly T[], tab: T, key: string): T | null {
  const at = tabs.indexOf(tab)
  const steps: Readonly<Record<string, number>> = {
    ArrowRight: at + 1,
    ArrowLeft: at - 1 + tabs.length,
    Home: 0,
    End: tabs.length - 1,
  }
  const to = steps[key]
  return to === undefined ? null : (tabs[to % tabs.length] ?? null)
}
