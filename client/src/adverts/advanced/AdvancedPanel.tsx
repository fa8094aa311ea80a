import { useUserBrokersListQuery } from '../../api.ts'
import { useAppDispatch, useAppSelector } from '../../store.ts'
import { BrokerPath } from '../../ui/BrokerPath.tsx'
import { Button } from '../../ui/Button.tsx'
import { useText } from '../../ui/text.ts'
import { type Panel, panelOf, panelTurned } from '../desk.ts'
import type { Terms } from '../terms.ts'
import { AdvertPreferences } from './AdvertPreferences.tsx'
import { PanelSummary } from './PanelSummary.tsx'
import { PanelTabs } from './PanelTabs.tsx'
import { PriceConditions } from './PriceConditions.tsx'
import type { PanelProps } from './panel-props.ts'
import './advanced-panel.css'

/**
 * Under what conditions an advert may meet a contra: three tabs, open on demand; closed, all of it in three
 * lines, each of which opens its tab (specification 2).
 */
export function AdvancedPanel(props: PanelProps) {
  const text = useText()
  const dispatch = useAppDispatch()
  const panel = useAppSelector(panelOf)
  const turn = (to: Panel | null): void => void dispatch(panelTurned(to))
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

function OpenTab({ panel, locking, errorOf, onChange, ...props }: PanelProps & { panel: Panel }) {
  const { terms } = locking
  if (panel === 'priceConditions') return <PriceConditions {...props} {...{ locking, onChange }} />
  if (panel === 'advertPreferences') return <AdvertPreferences {...props} {...{ terms, errorOf, onChange }} />
  return <PathPreferences {...props} {...{ terms, errorOf, onChange }} />
}

type PathProps = Pick<PanelProps, 'disabled' | 'errorOf' | 'onChange'> & { terms: Terms }

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
