import type { ConsoleBroker } from '@aitai/contract/schemas/console/institutions.ts'
import { formatNumber } from '../../ui/format/format.ts'
import { useText } from '../../ui/text/use-text.ts'
import { ActiveState } from './FirmList.tsx'

interface Props {
  brokers: readonly ConsoleBroker[]
  chosen: string | null
  onChoose: (shortName: string) => void
}

export function BrokerList({ brokers, chosen, onChoose }: Props) {
  const text = useText()
  return (
    <section className="console-part" aria-label={text('operations.brokers.list')}>
      <header>
        <h2>{text('operations.institutions.view.brokers')}</h2>
      </header>
      {brokers.length === 0 ? (
        <p className="console-empty">{text('operations.brokers.none')}</p>
      ) : (
        <table className="console-table">
          <thead>
            <tr>
              <th scope="col">{text('operations.brokers.name')}</th>
              <th scope="col">{text('operations.brokers.shortName')}</th>
              <th scope="col">{text('operations.brokers.contact')}</th>
              <th scope="col">{text('operations.brokers.swap')}</th>
              <th scope="col" data-kind="number">
                {text('operations.brokers.firms')}
              </th>
              <th scope="col" data-kind="number">
                {text('operations.firms.users')}
              </th>
              <th scope="col">{text('operations.users.state')}</th>
            </tr>
          </thead>
          <tbody>
            {brokers.map((broker) => (
              <tr key={broker.shortName} aria-current={broker.shortName === chosen || undefined}>
                <th scope="row">
                  <button type="button" className="console-open" onClick={() => onChoose(broker.shortName)}>
                    {broker.name}
                  </button>
                </th>
                <td>{broker.shortName}</td>
                <td>{broker.contact}</td>
                <td>
                  {text(broker.swapEnabled ? 'operations.brokers.swap.yes' : 'operations.brokers.swap.no')}
                </td>
                <td data-kind="number">{formatNumber(broker.firms.length)}</td>
                <td data-kind="number">{formatNumber(broker.users)}</td>
                <td>
                  <ActiveState isActive={broker.active} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  )
}
