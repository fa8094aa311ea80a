import { useUserBrokersListQuery } from '../../app/api/desk-api.ts'
import { useAppDispatch, useAppSelector } from '../../app/store/store.ts'
import { BrokerPath } from '../../ui/advert-terms/BrokerPath.tsx'
import { Button } from '../../ui/controls/Button.tsx'
import { useText } from '../../ui/text/use-text.ts'
import { type AdvancedTab, panelTurned, selectAdvancedTab } from '../desk-slice.ts'
import type { Terms } from '../terms.ts'
import { AdvertPreferencesTab } from './AdvertPreferencesTab.tsx'
import { PanelSummary } from './PanelSummary.tsx'
import { PanelTabs } from './PanelTabs.tsx'
import type { AdvancedPanelProps } from './panel-props.ts'
import { PriceConditionsTab } from './price-conditions/PriceConditionsTab.tsx'
import './advanced-panel.css'

/**
 * Under what conditions an advert may meet a contra: three tabs, open on demand; closed, all of it in three
 * lines, each of which opens its tab (specification 2).
 */
export function AdvancedPanel(props: AdvancedPanelProps) {
  const text = useText()
  const dispatch = useAppDispatch()
  const panel = useAppSelector(selectAdvancedTab)
  const turn = (to: AdvancedTab | null): void => void dispatch(panelTurned(to))
  return (
    <section className="advanced" aria-label={text('advert.panel.title')}>
      <div className="advanced-head">
        {panel ? (
          <PanelTabs panel={panel} onTurn={turn} />
        ) : (
          <h3 className="advanced-title">{text('advert.panel.title')}</h3>
        )}
        <Button
          aria-expanded={panel !== null}
          aria-controls="advanced-panel"
          onClick={() => turn(panel ? null : 'priceConditions')}
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
          <PanelSummary {...props} onTurn={turn} />
        </div>
      )}
    </section>
  )
}

function OpenTab({
  panel,
  locking,
  errorOf,
  onChange,
  ...props
}: AdvancedPanelProps & { panel: AdvancedTab }) {
  const { terms } = locking
  if (panel === 'priceConditions') return <PriceConditionsTab {...props} {...{ locking, onChange }} />
  if (panel === 'advertPreferences')
    return <AdvertPreferencesTab {...props} {...{ terms, errorOf, onChange }} />
  return <PathPreferences {...props} {...{ terms, errorOf, onChange }} />
}

type PathProps = Pick<AdvancedPanelProps, 'disabled' | 'errorOf' | 'onChange'> & { terms: Terms }

function PathPreferences({ terms, disabled, errorOf, onChange }: PathProps) {
  const { data: brokers } = useUserBrokersListQuery()
  if (!brokers) return <div aria-busy />
  return (
    <BrokerPath
      brokers={brokers}
      path={terms.brokerIds}
      ranked={terms.ranked}
      error={errorOf('brokerIds')}
      disabled={disabled}
      onPath={(path) => onChange('brokerIds', path)}
      onRanked={(ranked) => onChange('ranked', ranked)}
    />
  )
}
