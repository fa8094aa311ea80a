import { isComposing } from '../ui/system.ts'
import { useText } from '../ui/text.ts'
import type { BellTab } from './shown.ts'

interface Props {
  tabs: readonly BellTab[]
  tab: BellTab
  countOf: (tab: BellTab) => number
  onChoose: (tab: BellTab) => void
}

/** The two tabs of the bell; the arrow keys go from one to the other. */
export function BellTabs({ tabs, tab, countOf, onChoose }: Props) {
  const text = useText()
  const other = tabs.find((each) => each !== tab)
  return (
    <div
      className="bell-tabs"
      role="tablist"
      aria-label={text('notification.bell')}
      onKeyDown={(event) => {
        if (isComposing(event) || (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') || !other) return
        onChoose(other)
        document.getElementById(`bell-${other}`)?.focus()
      }}
    >
      {tabs.map((each) => {
        const count = countOf(each)
        return (
          <button
            key={each}
            id={`bell-${each}`}
            type="button"
            role="tab"
            aria-selected={each === tab}
            aria-controls="bell-lines"
            tabIndex={each === tab ? 0 : -1}
            onClick={() => onChoose(each)}
          >
            {text(`notification.${each}`)}
            {count > 0 ? <span className="bell-tab-count">{count}</span> : null}
          </button>
        )
      })}
    </div>
  )
}
