import type { KeyboardEvent, ReactNode } from 'react'
import { isComposing } from '../browser/browser-hooks.ts'
import './tabs.css'

interface Props<T extends string> {
  label: string
  /** Before each tab's own word in its id. What they turn over refers to the chosen one by it. */
  idPrefix: string
  /** The id of what they turn over. */
  controls: string
  tabs: readonly { readonly tab: T; readonly face: ReactNode }[]
  chosen: T
  onChoose: (tab: T) => void
  className?: string
}

/** Tabs after the ARIA authoring practices: one stop of the Tab key; arrows, Home and End go between them. */
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
      {tabs.map(({ tab, face }) => (
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
          {face}
        </button>
      ))}
    </div>
  )
}

/** Where a key goes from a tab: round at both ends, as tabs do; null for keys that are none of theirs. */
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
