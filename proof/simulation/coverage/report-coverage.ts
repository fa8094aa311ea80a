import { directions } from '@aitai/engine/model/advert.ts'
import type { EventOf } from '@aitai/engine/model/events.ts'
import { hasLeftRating } from '../actions/execution-reports.ts'
import { copyOf, type OracleMemory, recordEvent } from '../oracle/memory.ts'
import { facingPairs, unmetConditions } from '../oracle/pairs.ts'
import type { SimulatedDay } from '../simulated-day.ts'
import type { RecordCoverage } from './coverage-events.ts'

/** Coverage of a report that nothing was executed, or of its correction, before it is applied. */
export function coverReport(
  cover: RecordCoverage,
  day: SimulatedDay,
  { agreementId, atFault }: EventOf<'notExecutedReported'>,
): void {
  const { state, memory } = day
  cover(
    atFault.BUY && atFault.SELL
      ? 'a broker reports that neither side followed through'
      : 'a broker reports that one side did not follow through',
  )
  if (memory.notExecuted.has(agreementId)) cover('a report is corrected')
  const agreement = state.agreements.get(agreementId)
  if (agreement && directions.some((side) => atFault[side] && hasLeftRating(day, agreement, side)))
    cover('a report comes after its accept has left the rating')
}

/** Coverage of a report that is withdrawn, before that is applied. */
export function coverReportWithdrawal(
  cover: RecordCoverage,
  day: SimulatedDay,
  event: EventOf<'notExecutedWithdrawn'>,
): void {
  cover('a report is withdrawn')
  const after = copyOf(day.memory)
  recordEvent(after, day.state, event)
  if (eligibleCount(day, after, event.at) > eligibleCount(day, day.memory, event.at))
    cover('the withdrawal of a report makes a pair eligible')
}

const eligibleCount = ({ state }: SimulatedDay, memory: OracleMemory, at: number): number =>
  [...state.securities.values()]
    .flatMap((security) => facingPairs(state, memory, security, at))
    .filter((pair) => unmetConditions(state, memory, pair, at).length === 0).length
