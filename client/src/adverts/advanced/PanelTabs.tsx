import { Tabs } from '../../ui/Tabs.tsx'
import { useText } from '../../ui/text.ts'
import { type Panel, panels } from '../desk.ts'

interface Props {
  panel: Panel
  onTurn: (panel: Panel) => void
}

/** The three tabs of the advanced panel. */
export function PanelTabs({ panel, onTurn }: Props) {
  const text = useText()
  return (
    <Tabs
      label={text('advert.panel.title')}
      idPrefix="panel"
      controls="advanced-panel"
      tabs={panels.map((tab) => ({ tab, face: text(`advert.panel.${tab}`) }))}
      chosen={panel}
      onChoose={onTurn}
    />
  )
}
