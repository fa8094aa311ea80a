import { useBrokers } from '../../shared/api/use-brokers.ts'
import { useAppDispatch, useAppSelector } from '../../shared/store/store.ts'
import { BrokerPath } from '../../ui/advert-terms/BrokerPath.tsx'
import { Button } from '../../ui/controls/Button.tsx'
import { Tabs } from '../../ui/controls/Tabs.tsx'
import { useText } from '../../ui/text/use-text.ts'
import { advancedTabChanged, selectAdvancedTab } from '../desk-slice.ts'
import { type AdvancedTab, advancedTabs, type Terms } from '../terms.ts'
import { AdvertPreferencesTab } from './AdvertPreferencesTab.tsx'
import { ApplyConditions } from './ApplyConditions.tsx'
import { PanelSummary } from './PanelSummary.tsx'
import type { AdvancedPanelProps } from './panel-props.ts'
import { PriceConditionsTab } from './price-conditions/PriceConditionsTab.tsx'
import './advanced-panel.css'

/**
 * The conditions under which an advert may be matched, in three tabs. While closed, a summary line per tab
 * opens it.
 */
export function AdvancedPanel(props: AdvancedPanelProps) {
  const text = useText()
  const dispatch = useAppDispatch()
  const panel = useAppSelector(selectAdvancedTab)
  const openTab = (to: AdvancedTab | null): void => void dispatch(advancedTabChanged(to))
  return (
    <section className="advanced" aria-label={text('advert.panel.title')}>
      <div className="advanced-head">
        {panel ? (
          <PanelTabs panel={panel} onOpenTab={openTab} />
        ) : (
          <h3 className="advanced-title">{text('advert.panel.title')}</h3>
        )}
        {/* Beside the tabs there is no room for it; the summary shows what it has changed. */}
        {!panel && <ApplyConditions {...props} />}
        <Button
          aria-expanded={panel !== null}
          aria-controls="advanced-panel"
          onClick={() => openTab(panel ? null : 'priceConditions')}
        >
          {text(panel ? 'advert.panel.close' : 'advert.panel.open')}
        </Button>
      </div>
      {panel ? (
        <div id="advanced-panel" role="tabpanel" aria-labelledby={`panel-${panel}`}>
          <OpenTab panel={panel} {...props} />
        </div>
      ) : (
        <div id="advanced-panel">
          <PanelSummary {...props} onOpenTab={openTab} />
        </div>
      )}
    </section>
  )
}

function OpenTab({
  panel,
  triggerContext,
  errorOf,
  onChange,
  ...props
}: AdvancedPanelProps & { panel: AdvancedTab }) {
  const { terms } = triggerContext
  if (panel === 'priceConditions') return <PriceConditionsTab {...props} {...{ triggerContext, onChange }} />
  if (panel === 'advertPreferences')
    return <AdvertPreferencesTab {...props} {...{ terms, errorOf, onChange }} />
  return <PathPreferences {...props} {...{ terms, errorOf, onChange }} />
}

type PathProps = Pick<AdvancedPanelProps, 'errorOf' | 'onChange'> & { terms: Terms }

function PathPreferences({ terms, errorOf, onChange }: PathProps) {
  const brokers = useBrokers()
  if (!brokers) return <div aria-busy />
  return (
    <BrokerPath
      brokers={brokers}
      path={terms.brokerIds}
      ranked={terms.ranked}
      error={errorOf('brokerIds')}
      onPath={(path) => onChange('brokerIds', path)}
      onRanked={(ranked) => onChange('ranked', ranked)}
    />
  )
}

interface Props {
  panel: AdvancedTab
  onOpenTab: (panel: AdvancedTab) => void
}

/** The three tabs of the advanced panel. */
function PanelTabs({ panel, onOpenTab }: Props) {
  const text = useText()
  return (
    <Tabs
      label={text('advert.panel.title')}
      idPrefix="panel"
      controls="advanced-panel"
      tabs={advancedTabs.map((tab) => ({ tab, label: text(`advert.panel.${tab}`) }))}
      chosen={panel}
      onChoose={onOpenTab}
    />
  )
}
