import { type Advert, directions } from '@aitai/engine/model/advert.ts'
import type { EventOf } from '@aitai/engine/model/events.ts'
import type { Locate } from '@aitai/engine/model/locate.ts'
import type { State } from '@aitai/engine/model/state.ts'
import { queuedSince } from '../oracle/adverts.ts'
import { failuresForCooldown, scoresOf } from '../oracle/failures.ts'
import { isMatchingOver, matchPrice } from '../oracle/market-data.ts'
import { brokersBetween, type CandidatePair, eligiblePairs, rankOf } from '../oracle/pairs.ts'
import { dayNumberOf, phaseAt } from '../oracle/trading-hours.ts'
import { isKnockedOut } from '../oracle/triggers.ts'
import type { SimulatedDay } from '../simulated-day.ts'
import { sightingFrom } from '../world/prices.ts'
import type { CoverageEvent, RecordCoverage } from './coverage-events.ts'

/** Coverage of a new locate, which is not in the state yet. */
export function coverLocate(cover: RecordCoverage, day: SimulatedDay, event: EventOf<'contraLocated'>): void {
  const { state } = day
  const { legs, residual, locateQuantity, securityId, at } = event
  const adverts = [state.adverts.get(event.buyId), state.adverts.get(event.sellId)].filter((each) => !!each)
  if (adverts.some(({ traderId }) => state.traders.get(traderId)?.openLocates === 1))
    cover('a trader has two open locates at once')
  if (legs.BUY !== legs.SELL) cover('the legs of a locate differ')
  if (residual.BUY !== residual.SELL) cover('a locate leaves a residual on one side')
  const [one, two] = adverts.map(({ firmId }) => firmId).sort()
  if (state.cooldowns.has(`${one}|${two}|${securityId}`))
    cover('the same two are located again after a cooldown')
  const shared = adverts[0]?.terms.brokerIds.filter((id) => adverts[1]?.terms.brokerIds.includes(id)) ?? []
  if (shared.length > 1 && adverts.every(({ terms }) => terms.ranked))
    cover('a broker is chosen among several ranked ones')
  const [buy, sell] = adverts
  if (buy && buy.terms.shareQuantity > locateQuantity + residual.BUY) cover('a decayed quantity is located')
  if (sell && sell.terms.shareQuantity > locateQuantity + residual.SELL)
    cover('a decayed quantity is located')
  if (adverts.some(({ parentAdvertId }) => parentAdvertId)) cover('a residual is located')
  if (adverts.some(({ decay }) => decay && decay.frozenMs > 0)) cover('decay stops in a locate and continues')
  if (buy && sell) coverBrokerChoice(cover, day, buy, sell)
  coverPriority(cover, day, event)
  if (phaseOf(state, securityId, at) === 'AFTER_HOURS') cover('two adverts are located at the official close')
}

/** A pair that ranks before another with one of the two adverts only by the earlier of its priority times. */
function coverPriority(
  cover: RecordCoverage,
  { state, memory }: SimulatedDay,
  { buyId, sellId, securityId, at }: EventOf<'contraLocated'>,
): void {
  const security = state.securities.get(securityId)
  const pairs = security ? eligiblePairs(state, memory, security, at) : []
  const best = pairs.find(({ buy, sell }) => buy.id === buyId && sell.id === sellId)
  if (!best) return
  const [shares, bands, later, earlier] = rankOf(memory, best)
  const isTie = (pair: CandidatePair): boolean => {
    const rank = rankOf(memory, pair)
    return rank[0] === shares && rank[1] === bands && rank[2] === later && rank[3] !== earlier
  }
  if (pairs.some((pair) => (pair.buy.id === buyId || pair.sell.id === sellId) && isTie(pair)))
    cover('the earlier of two resting adverts is located')
}

/** The brokers of a pair whose ranks have the same sum and the same maximum: the earlier advert decides. */
function coverBrokerChoice(
  cover: RecordCoverage,
  { state, memory }: SimulatedDay,
  buy: Advert,
  sell: Advert,
): void {
  if (!buy.terms.ranked || !sell.terms.ranked) return
  const ranks = brokersBetween(state, buy, sell).map((id) =>
    [buy, sell].map((each) => each.terms.brokerIds.indexOf(id)),
  )
  const keys = ranks.map(([a = 0, b = 0]) => ({ key: 100 * (a + b) + Math.max(a, b), a }))
  const best = Math.min(...keys.map(({ key }) => key))
  if (new Set(keys.filter(({ key }) => key === best).map(({ a }) => a)).size < 2) return
  const isTie = queuedSince(memory.adverts, buy) === queuedSince(memory.adverts, sell)
  cover(
    isTie
      ? 'a broker is chosen by the sequence of two adverts'
      : 'a broker is chosen by the earlier of two adverts',
  )
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
  cover: RecordCoverage,
  { state, memory }: SimulatedDay,
  event: EventOf<'locateFailed'>,
): void {
  const locate = state.locates.get(event.locateId)
  if (!locate) return
  const answers = [event.outcome.BUY, event.outcome.SELL].map((each) => outcomes[each] ?? '').sort()
  const name = byAnswers[answers.join(' ')]
  if (name) cover(name)
  if (event.scores.BUY === null || event.scores.SELL === null) cover('a decline is excused')
  if (failuresForCooldown(memory.failures, locate.firmIds, event.at, locate.securityId) >= 1)
    cover('a second failure starts a cooldown until the end of the day')
  if (dayNumberOf(event.at) > dayNumberOf(locate.locatedAt)) cover('a locate lapses on the day after')
  coverScoring(cover, state, locate)
}

/** Four of twenty events may be with one institution. */
export function coverScoring(cover: RecordCoverage, state: State, { traderIds, firmIds }: Locate): void {
  const of = (traderId: string, firmId: string): number =>
    state.traders.get(traderId)?.ledger.filter(({ contraFirmId }) => contraFirmId === firmId).length ?? 0
  if (of(traderIds.BUY, firmIds.SELL) === 4 || of(traderIds.SELL, firmIds.BUY) === 4)
    cover('a fifth event with one institution removes the first')
}

/** The reason why a locate was withdrawn. */
export function coverWithdrawal(
  cover: RecordCoverage,
  { state, memory, prices }: SimulatedDay,
  event: EventOf<'locateWithdrawn'>,
): void {
  cover('a locate is withdrawn')
  const { locateId, at } = event
  const scores = scoresOf(event)
  const locate = state.locates.get(locateId)
  const [buy, sell] = [state.adverts.get(locate?.buyId ?? ''), state.adverts.get(locate?.sellId ?? '')]
  const security = state.securities.get(locate?.securityId ?? '')
  if (!locate || !buy || !sell || !security) return
  const { answers } = locate
  const isScored = scores.BUY !== null || scores.SELL !== null
  if (!isScored && Object.values(answers).includes('DECLINE'))
    cover('a decline in a withdrawn locate is not scored')
  const sighting = sightingFrom(prices, security.securityId)
  if (!isScored && at > locate.deadline + state.limits.locateGraceMs) {
    if (answers.BUY !== null && answers.SELL !== null)
      return cover('a locate with both answers is withdrawn after its deadline')
    if (matchPrice(state, sighting, at) === null && !isMatchingOver(state, sighting, at))
      cover('a market that is not fresh voids a locate at its deadline')
    return
  }
  const { platform, firms, securities } = state.halts
  if (
    platform ||
    [buy, sell].some(({ firmId, securityId }) => firms.has(firmId) || securities.has(securityId))
  )
    return cover('a halt withdraws a locate')
  if (isScored) {
    if (directions.some((side) => scores[side] !== null && answers[side] === 'ACCEPT'))
      cover('an own knockout after an acceptance counts as a decline')
    const isStillOut = (advert: Advert): boolean =>
      isKnockedOut(advert, memory.quoteHistoryOf(security.securityId), security, at, state.limits)
    if (![buy, sell].some(isStillOut))
      cover('a knockout reached at an answer counts although the price came back')
    return cover('an own knockout withdraws a locate and counts as a decline')
  }
  const phase = phaseOf(state, locate.securityId, at)
  if (phase === 'PAUSED' || phase === 'CLOSED') cover('the end of matching hours withdraws a locate')
  else if (isMatchingOver(state, sighting, at)) cover('a market that does not trade withdraws a locate')
  if (!brokersBetween(state, buy, sell).includes(locate.brokerId))
    cover('an inactive broker withdraws a locate')
}
