import type { EventOf } from '@aitai/engine/events.ts'
import type { Locate } from '@aitai/engine/locates/locate.ts'
import type { State } from '@aitai/engine/state/state.ts'
import { marketErrorOf } from '../oracle/market-data.ts'
import { brokersBetween } from '../oracle/pairs.ts'
import { dayNumberOf, phaseAt } from '../oracle/trading-hours.ts'
import { isKnockedOutAt } from '../oracle/triggers.ts'
import type { SimulatedDay } from '../simulated-day.ts'
import { sightingFrom } from '../world/prices.ts'
import type { CoverageEvent, RecordCoverage } from './coverage-events.ts'

/** Coverage of a new locate, which is not in the state yet. */
export function coverLocate(
  see: RecordCoverage,
  { state }: SimulatedDay,
  event: EventOf<'contraLocated'>,
): void {
  const { legs, residual, locateQuantity, securityId, at } = event
  const adverts = [state.adverts.get(event.buyId), state.adverts.get(event.sellId)].filter((each) => !!each)
  if (adverts.some(({ traderId }) => state.traders.get(traderId)?.openLocates === 1))
    see('a trader has two open locates at once')
  if (legs.BUY !== legs.SELL) see('the legs of a locate differ')
  if (residual.BUY !== residual.SELL) see('a locate leaves a residual on one side')
  const [one, two] = adverts.map(({ firmId }) => firmId).sort()
  if (state.cooldowns.has(`${one}|${two}|${securityId}`))
    see('the same two are located again after a cooldown')
  const shared = adverts[0]?.terms.brokerIds.filter((id) => adverts[1]?.terms.brokerIds.includes(id)) ?? []
  if (shared.length > 1 && adverts.every(({ terms }) => terms.ranked))
    see('a broker is chosen among several ranked ones')
  const [buy, sell] = adverts
  if (buy && buy.terms.shareQuantity > locateQuantity + residual.BUY) see('a decayed quantity is located')
  if (sell && sell.terms.shareQuantity > locateQuantity + residual.SELL) see('a decayed quantity is located')
  if (adverts.some(({ parentAdvertId }) => parentAdvertId)) see('a residual is located')
  if (adverts.some(({ decay }) => decay && decay.frozenMs > 0)) see('decay stops in a locate and continues')
  if (phaseOf(state, securityId, at) === 'AFTER_HOURS') see('two adverts are located at the official close')
}

const phaseOf = (state: State, securityId: string, at: number) =>
  phaseAt(state.calendar, state.securities.get(securityId)?.exchange ?? 'XTKS', at)

const byAnswers: Readonly<Record<string, CoverageEvent>> = {
  'ACCEPT DECLINE': 'one accepts, the other declines',
  'ACCEPT LAPSE': 'one accepts, the other lets it lapse',
  'DECLINE DECLINE': 'both decline',
  'DECLINE LAPSE': 'one declines, the other lets it lapse',
  'LAPSE LAPSE': 'both let it lapse',
}

const outcomes: Readonly<Record<string, string>> = {
  ACCEPTED: 'ACCEPT',
  CONTRA_DECLINED: 'ACCEPT',
  CONTRA_TIMEOUT: 'ACCEPT',
  DECLINED: 'DECLINE',
  TIMED_OUT: 'LAPSE',
}

/** Coverage of a locate that not both accepted. */
export function coverLocateFailure(
  see: RecordCoverage,
  { state }: SimulatedDay,
  event: EventOf<'locateFailed'>,
): void {
  const locate = state.locates.get(event.locateId)
  if (!locate) return
  const answers = [event.outcome.BUY, event.outcome.SELL].map((each) => outcomes[each] ?? '').sort()
  const name = byAnswers[answers.join(' ')]
  if (name) see(name)
  if (event.scores.BUY === null || event.scores.SELL === null) see('a decline is excused')
  const [one, two] = [locate.firmIds.BUY, locate.firmIds.SELL].sort()
  if ((state.cooldowns.get(`${one}|${two}|${locate.securityId}`)?.failures ?? 0) >= 1)
    see('a second failure starts a cooldown until the end of the day')
  if (dayNumberOf(event.at) > dayNumberOf(locate.locatedAt)) see('a locate lapses on the day after')
  coverScoring(see, state, locate)
}

/** Four of twenty events may be with one institution. */
export function coverScoring(see: RecordCoverage, state: State, { traderIds, firmIds }: Locate): void {
  const of = (traderId: string, firmId: string): number =>
    state.traders.get(traderId)?.ledger.filter(({ contraFirmId }) => contraFirmId === firmId).length ?? 0
  if (of(traderIds.BUY, firmIds.SELL) === 4 || of(traderIds.SELL, firmIds.BUY) === 4)
    see('a fifth event with one institution removes the first')
}

/** The reason why a locate was withdrawn. */
export function coverWithdrawal(
  see: RecordCoverage,
  { state, prices }: SimulatedDay,
  event: EventOf<'locateWithdrawn'>,
): void {
  see('a locate is withdrawn')
  const locate = state.locates.get(event.locateId)
  const [buy, sell] = [state.adverts.get(locate?.buyId ?? ''), state.adverts.get(locate?.sellId ?? '')]
  const security = state.securities.get(locate?.securityId ?? '')
  if (!locate || !buy || !sell || !security) return
  const { platform, firms, securities } = state.halts
  if (
    platform ||
    [buy, sell].some(({ firmId, securityId }) => firms.has(firmId) || securities.has(securityId))
  )
    return see('a halt withdraws a locate')
  const { quote } = sightingFrom(prices, security.securityId)
  const isFresh = marketErrorOf(quote, security, event.at, state.limits) === null
  if (!isFresh) see('a market that is not fresh withdraws a locate')
  else if (quote && [buy, sell].some((advert) => isKnockedOutAt(advert, quote, security)))
    see('a knockout withdraws a locate')
  if (!brokersBetween(state, buy, sell).includes(locate.brokerId))
    see('an inactive broker withdraws a locate')
}
