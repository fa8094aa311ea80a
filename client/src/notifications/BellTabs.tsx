import { Tabs } from '../ui/controls/Tabs.tsx'
import { useText } from '../ui/text/use-text.ts'
import type { BellTab } from './notification-lines.ts'

interface Props {
  tabs: readonly BellTab[]
  tab: BellTab
  countOf: (tab: BellTab) => number
  onChoose: (tab: BellTab) => void
}

/** The two tabs of the bell, each with how many of its lines nobody has seen. */
export function BellTabs({ tabs, tab, countOf, onChoose }: Props) {
  const text = useText()
  return (
    <Tabs
      className="bell-tabs"
      label={text('notification.bell')}
      idPrefix="bell"
      controls="bell-lines"
      tabs={tabs.map((each) => {
        const count = countOf(each)
        return {
          tab: each,
          face: (
            <>
              {text(`notification.${each}`)}
              {count > 0 ? <span className="bell-tab-count">{count}</span> : null}
            </>
          ),
        }
      })}
      chosen={tab}
      onChoose={onChoose}
    />
  )
}
