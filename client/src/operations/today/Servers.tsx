import type { OperationsToday } from '@aitai/contract/schemas/console/operations.ts'
import { formatMoment, formatNumber } from '../../ui/format/format.ts'
import { useLanguage, useText } from '../../ui/text/use-text.ts'
import { useAge } from './use-age.ts'

/** The server that writes and those that follow; one without a cluster. */
export function Servers({ today: { processes, startedAt } }: { today: OperationsToday }) {
  const text = useText()
  const language = useLanguage()
  const age = useAge()
  const moment = (iso: string): string => formatMoment(Date.parse(iso), language)
  return (
    <section className="console-part" aria-label={text('operations.servers')}>
      <header>
        <h2>{text('operations.servers')}</h2>
      </header>
      {processes ? (
        <table className="console-table">
          <thead>
            <tr>
              <th scope="col">{text('operations.servers.address')}</th>
              <th scope="col">{text('operations.servers.role')}</th>
              <th scope="col">{text('operations.servers.since')}</th>
              <th scope="col">{text('operations.servers.silent')}</th>
              <th scope="col" data-kind="number">
                {text('operations.servers.behind')}
              </th>
            </tr>
          </thead>
          <tbody>
            {processes.map((each) => (
              <tr key={each.address}>
                <th scope="row">{each.address}</th>
                <td>{text(`operations.role.${each.role}`)}</td>
                <td>{moment(each.startedAt)}</td>
                <td>{age(each.silentSeconds * 1_000)}</td>
                <td data-kind="number">{formatNumber(each.entriesBehind)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      ) : (
        <dl>
          <div>
            <dt>{text('operations.servers.one')}</dt>
            <dd>{startedAt === null ? '–' : `${text('operations.servers.since')} ${moment(startedAt)}`}</dd>
          </div>
        </dl>
      )}
    </section>
  )
}
