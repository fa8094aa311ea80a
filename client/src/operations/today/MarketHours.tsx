import type { OperationsToday } from '@aitai/contract/schemas/console/operations.ts'
import { useText } from '../../ui/text/use-text.ts'

const hours = ['platform', 'matching', 'afterHours'] as const

/** The hours of each exchange on this day, in Tokyo time, and what it does now. */
export function MarketHours({ today: { market } }: { today: OperationsToday }) {
  const text = useText()
  if (!market) return null
  return (
    <section className="console-part" aria-label={text('operations.market')}>
      <header>
        <h2>{text('operations.market')}</h2>
      </header>
      <table className="console-table">
        <thead>
          <tr>
            <th scope="col">{text('operations.market.exchange')}</th>
            <th scope="col">{text('operations.market.phase')}</th>
            {hours.map((list) => (
              <th key={list} scope="col">
                {text(`operations.market.${list}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {market.exchanges.map((exchange) => (
            <tr key={exchange.exchange}>
              <th scope="row">{text(`exchange.${exchange.exchange}`)}</th>
              <td>
                {/* By its hours; nothing is matched while an operator has closed the platform. */}
                <span className="phase" data-phase={market.platformClosed ? 'CLOSED' : exchange.phase}>
                  {text(`operations.phase.${exchange.phase}`)}
                </span>
              </td>
              {hours.map((list) => (
                <td key={list} className="console-hours">
                  {exchange[list].length === 0 ? '–' : exchange[list].join(' · ')}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
