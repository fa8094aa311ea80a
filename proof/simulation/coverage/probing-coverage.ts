import { directions } from '@aitai/engine/model/advert.ts'
import type { ConnectionAgreement } from '@aitai/engine/model/connection-agreement.ts'
import type { Event } from '@aitai/engine/model/events.ts'
import { openHandoversOf } from '../oracle/pairs.ts'
import { copyOfRaises, recordRaises, restOf } from '../oracle/raises.ts'
import { dateOf } from '../oracle/trading-hours.ts'
import type { SimulatedDay } from '../simulated-day.ts'
import type { CoverageEvent, RecordCoverage } from './coverage-events.ts'

/** Coverage of rests after raises and flips, and of open handovers (docs/rules.md §21), before an event is applied. */
export function coverProbing(cover: RecordCoverage, day: SimulatedDay, event: Event): void {
  const agreement = 'agreementId' in event ? day.state.agreements.get(event.agreementId) : undefined
  switch (event.type) {
    case 'advertSubmitted':
      return coverRest(cover, day, event, event)
    case 'advertModified': {
      const advert = day.state.adverts.get(event.advertId)
      return advert && coverRest(cover, day, event, advert)
    }
    case 'executionConfirmed':
      if (agreement && isLastTooMany(day, agreement, event.at, event.side))
        cover('a confirmation makes a trader available again')
      return
    case 'executionReported':
      if (agreement && directions.some((side) => isLastTooMany(day, agreement, event.at, side)))
        cover('a reported execution makes a trader available again')
      return
    default:
  }
}

const startOf: Readonly<Record<'RAISE' | 'FLIP', CoverageEvent>> = {
  RAISE: 'a raise starts a rest',
  FLIP: 'a flip starts a rest',
}

function coverRest(
  cover: RecordCoverage,
  { state, memory }: SimulatedDay,
  event: Event,
  of: { readonly firmId: string; readonly securityId: string },
): void {
  const { restAfterRaiseMs, restAfterRaiseMaxMs } = state.limits.probing
  if (restAfterRaiseMs === 0) return
  const before = restOf(memory.raises, of)
  const raises = copyOfRaises(memory.raises)
  recordRaises(raises, memory.decayStarts, state, event)
  const after = restOf(raises, of)
  const isRunning = before !== undefined && before.until > event.at
  if (isRunning && event.type === 'advertSubmitted') cover('a rest goes on in another advert')
  if (!after || after.from !== event.at || after.count === before?.count) return
  cover(startOf[after.kind])
  if (before?.date === after.date && after.length > before.length)
    cover('a further raise or flip starts a longer rest')
  if (after.length === restAfterRaiseMaxMs) cover('a rest is as long as the longest')
}

/** Whether a side's trader has just as many open handovers as stop locates, and this agreement is one of them. */
function isLastTooMany(
  { state, memory }: SimulatedDay,
  { agreementId, agreedAt, received, traderIds }: ConnectionAgreement,
  at: number,
  side: 'BUY' | 'SELL',
): boolean {
  const { openHandoversPerTrader: most } = state.limits.probing
  const isOpen =
    dateOf(agreedAt) === dateOf(at) && !received[side] && !memory.executions.get(agreementId)?.size
  return most > 0 && isOpen && openHandoversOf(state, memory, traderIds[side], at) === most
}
