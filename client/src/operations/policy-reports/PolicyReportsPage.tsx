import type {
  OperationsPolicyReports,
  PolicyReportRow,
} from '@aitai/contract/schemas/console/policy-reports.ts'
import { useOperationsPolicyReportsQuery } from '../../shared/api/console-compliance-api.ts'
import { intervals } from '../../shared/intervals.ts'
import { formatMoment, formatNumber } from '../../ui/format/format.ts'
import { useLanguage, useText } from '../../ui/text/use-text.ts'
import { Polled } from '../Polled.tsx'

/** What browsers have reported about the content security policy, by directive and page. */
export function PolicyReportsPage() {
  const text = useText()
  const query = useOperationsPolicyReportsQuery(undefined, { pollingInterval: intervals.operationsPoll })
  return (
    <Polled query={query} label={text('operations.page.policyReports')}>
      {(reported) => <Reports reported={reported} />}
    </Polled>
  )
}

function Reports({ reported: { reports } }: { reported: OperationsPolicyReports }) {
  const text = useText()
  return (
    <section className="console-part" aria-label={text('operations.policy.title')}>
      <header>
        <h2>{text('operations.policy.title')}</h2>
        <span className="console-aside">{text('operations.policy.hint')}</span>
      </header>
      {reports.length === 0 ? (
        <p className="console-empty">{text('operations.policy.none')}</p>
      ) : (
        <>
          <p className="console-empty">{text('operations.policy.todo')}</p>
          <table className="console-table">
            <thead>
              <tr>
                <th scope="col">{text('operations.policy.directive')}</th>
                <th scope="col">{text('operations.policy.page')}</th>
                <th scope="col">{text('operations.policy.blocked')}</th>
                <th scope="col" data-kind="number">
                  {text('operations.policy.count')}
                </th>
                <th scope="col">{text('operations.policy.first')}</th>
                <th scope="col">{text('operations.policy.last')}</th>
              </tr>
            </thead>
            <tbody>
              {reports.map((row) => (
                <ReportRow key={`${row.directive} ${row.page} ${row.blocked}`} row={row} />
              ))}
            </tbody>
          </table>
        </>
      )}
    </section>
  )
}

/** Words for what is not a name of the web. */
const words = {
  extension: 'operations.policy.extension',
  other: 'operations.policy.other',
  'our origin': 'operations.policy.ourOrigin',
  elsewhere: 'operations.policy.elsewhere',
} as const

const hasWord = (name: string): name is keyof typeof words => Object.hasOwn(words, name)

function ReportRow({ row: { directive, page, blocked, count, first, last } }: { row: PolicyReportRow }) {
  const text = useText()
  const language = useLanguage()
  const shown = (name: string) => (hasWord(name) ? text(words[name]) : <code>{name}</code>)
  const moment = (iso: string): string => formatMoment(Date.parse(iso), language)
  return (
    <tr>
      <th scope="row">{shown(directive)}</th>
      <td>{shown(page)}</td>
      <td>{shown(blocked)}</td>
      <td data-kind="number">{formatNumber(count)}</td>
      <td className="console-hours">{moment(first)}</td>
      <td className="console-hours">{moment(last)}</td>
    </tr>
  )
}
