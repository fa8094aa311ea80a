import type { OperationsToday } from '@aitai/contract/schemas/console/operations.ts'
import { useOperationsTodayQuery } from '../../shared/api/operations-api.ts'
import { polledEvery } from '../../shared/api/stale-since.ts'
import { intervals } from '../../shared/intervals.ts'
import { useText } from '../../ui/text/use-text.ts'
import { Polled } from '../Polled.tsx'
import { Checks } from './Checks.tsx'
import { Figures } from './Figures.tsx'
import { MarketHours } from './MarketHours.tsx'
import { MarketState } from './MarketState.tsx'
import { Servers } from './Servers.tsx'
import './today.css'

/** The state of the installation: totals only, nothing about an IOI or about who met whom (docs/rules.md §15). */
export function TodayPage() {
  const text = useText()
  const query = useOperationsTodayQuery(undefined, polledEvery(intervals.operationsPoll))
  return (
    <Polled query={query} label={text('operations.page.today')}>
      {(today) => <Today today={today} />}
    </Polled>
  )
}

function Today({ today }: { today: OperationsToday }) {
  return (
    <>
      <MarketState today={today} />
      <Checks today={today} />
      <div className="today-figures">
        <Figures today={today} />
      </div>
      <div className="today-tables">
        <MarketHours today={today} />
        <Servers today={today} />
      </div>
    </>
  )
}
