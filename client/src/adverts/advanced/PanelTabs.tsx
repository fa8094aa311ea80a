import { Tabs } from '../../ui/controls/Tabs.tsx'
import { useText } from '../../ui/text/use-text.ts'
import { type AdvancedTab, advancedTabs } from '../desk-slice.ts'

interface Props {
  panel: AdvancedTab
  onTurn: (panel: AdvancedTab) => void
}

/** The three tabs of the advanced panel. */
export function PanelTabs({ panel, onTurn }: Props) {
  const text = useText()
  return (
    <Tabs
      label={text('advert.panel.title')}
      idPrefix="panel"
      controls="advanced-panel"
      tabs={advancedTabs.map((tab) => ({ tab, face: text(`advert.panel.${tab}`) }))}
      chosen={panel}
      onChoose={onTurn}
    />
  )
}
