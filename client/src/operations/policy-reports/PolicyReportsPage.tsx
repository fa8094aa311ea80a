import { useOperationsPolicyReportsQuery } from '../../shared/api/console-compliance-api.ts'
import { polledEvery } from '../../shared/api/stale-since.ts'
import { intervals } from '../../shared/intervals.ts'
import { formatMoment, formatNumber } from '../../ui/format/format.ts'
import { useLanguage, useText } from '../../ui/text/use-text.ts'
import { ConsolePart } from '../ConsolePart.tsx'
import { ConsoleTable } from '../ConsoleTable.tsx'
import { Polled } from '../Polled.tsx'

/** Words for what is not a name of the web. */
const words = {
  extension: 'operations.policy.extension',
  other: 'operations.policy.other',
  'our origin': 'operations.policy.ourOrigin',
  elsewhere: 'operations.policy.elsewhere',
} as const

const hasWord = (name: string): name is keyof typeof words => Object.hasOwn(words, name)

/** What browsers have reported about the content security policy, by directive and page. */
export function PolicyReportsPage() {
  const text = useText()
  const language = useLanguage()
  const query = useOperationsPolicyReportsQuery(undefined, polledEvery(intervals.operationsPoll))
  const shown = (name: string) => (hasWord(name) ? text(words[name]) : <code>{name}</code>)
  const moment = (iso: string): string => formatMoment(Date.parse(iso), language)
  return (
    <Polled query={query} label={text('operations.page.policyReports')}>
      {({ reports }) => (
        <ConsolePart title={text('operations.policy.title')} hint={text('operations.policy.hint')}>
          {reports.length > 0 && <p className="console-empty">{text('operations.policy.todo')}</p>}
          <ConsoleTable
            rows={reports}
            keyOf={({ directive, page, blocked }) => `${directive} ${page} ${blocked}`}
            empty={text('operations.policy.none')}
            columns={[
              { title: text('operations.policy.directive'), cell: ({ directive }) => shown(directive) },
              { title: text('operations.policy.page'), cell: ({ page }) => shown(page) },
              { title: text('operations.policy.blocked'), cell: ({ blocked }) => shown(blocked) },
              {
                title: text('operations.policy.count'),
                kind: 'number',
                cell: ({ count }) => formatNumber(count),
              },
              { title: text('operations.policy.first'), kind: 'time', cell: ({ first }) => moment(first) },
              { title: text('operations.policy.last'), kind: 'time', cell: ({ last }) => moment(last) },
            ]}
          />
        </ConsolePart>
      )}
    </Polled>
  )
}
