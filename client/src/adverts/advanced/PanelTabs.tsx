import type { KeyboardEvent } from 'react'
import { isComposing } from '../../ui/system.ts'
import { useText } from '../../ui/text.ts'
import { type Panel, panels } from '../desk.ts'

interface Props {
  panel: Panel
  onTurn: (panel: Panel) => void
}

/** The three tabs of the advanced panel; the arrow keys, Home and End go from one to the other. */
export function PanelTabs({ panel, onTurn }: Props) {
  const text = useText()
  const press = (event: KeyboardEvent): void => {
    const next = isComposing(event) ? null : panelAfter(panel, event.key)
    if (!next) return
    event.preventDefault()
    onTurn(next)
    document.getElementById(`panel-${next}`)?.focus()
  }
  return (
    <div className="advanced-tabs" role="tablist" aria-label={text('advert.panel.title')} onKeyDown={press}>
      {panels.map((each) => (
        <button
          key={each}
          id={`panel-${each}`}
          type="button"
          role="tab"
          aria-selected={each === panel}
          aria-controls="advanced-panel"
          tabIndex={each === panel ? 0 : -1}
          onClick={() => onTurn(each)}
        >
          {text(`advert.panel.${each}`)}
        </button>
      ))}
    </div>
  )
}

/** Where a key goes from a tab: round at both ends, as tabs do; null for keys that are none of theirs. */
function panelAfter(panel: Panel, key: string): Panel | null {
  const at = panels.indexOf(panel)
  const steps: Readonly<Record<string, number>> = {
    ArrowRight: at + 1,
    ArrowLeft: at - 1 + panels.length,
    Home: 0,
    End: panels.length - 1,
  }
  const to = steps[key]
  return to === undefined ? null : (panels[to % panels.length] ?? null)
}
