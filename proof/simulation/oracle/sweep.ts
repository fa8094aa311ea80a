import type { Advert } from '@aitai/engine/model/advert.ts'
import type { CommandOf } from '@aitai/engine/model/commands.ts'
import type { Event } from '@aitai/engine/model/events.ts'
import type { Locate } from '@aitai/engine/model/locate.ts'
import type { Sighting } from '@aitai/engine/model/quote.ts'
import type { State } from '@aitai/engine/model/state.ts'
import { queuedSince } from './adverts.ts'
import { eventText } from './event-text.ts'
import { type ExpectedState, expectEvent, expectedFrom } from './expected-state.ts'
import { expectedFailure, expectedWithdrawal, voidOf, withdrawalOf } from './locates.ts'
import { causesByMarketError, marketErrorNow, terminalMarketError } from './market-data.ts'
import { type ExpectedMatch, expectedMatches, matchText } from './matches.ts'
import { type OracleMemory, ratingIn } from './memory.ts'
import { isMalformedForSure } from './quote-history.ts'
import { dayNumberOf, isOpenDay, phaseAt, startOfDay } from './trading-hours.ts'
import { crossesLimit, firedTriggerOf } from './triggers.ts'

/**
 * The slow, obvious sweep: reads every advert, locate and market, with each condition written from the rules
 * and not from the engine, without index and hints. It checks everything that the fast one does.
 */
export interface ExpectedSweep extends ExpectedState {
  /** The locates, in order, on the state after all other events. */
  readonly matches: readonly ExpectedMatch[]
  readonly usdJpy: number
}

type Step = (expected: ExpectedState, sweep: CommandOf<'sweep'>) => void

/** The expected result of a sweep: everything that has lapsed, expired or fired, and then the matches. */
export function expectedSweep(memory: OracleMemory, state: State, sweep: CommandOf<'sweep'>): ExpectedSweep {
  const expected = expectedFrom(state, memory)
  for (const step of [endDay, expire, lapse, withdraw, followMarkets, release]) step(expected, sweep)
  const matches = expectedMatches(expected.memory, expected.state, sweep.sightings, sweep.at)
  return { ...expected, matches, usdJpy: sweep.usdJpy }
}

/** The events that end a trading day when new limits come into effect before a sweep has ended it. */
export function expectedDayEnd(memory: OracleMemory, state: State, at: number): string[] {
  const expected = expectedFrom(state, memory)
  if (state.day > 0) endDay(expected, { at })
  return expected.events.map(eventText)
}

/** The end of the trading day and of skipped days, by which low ratings recover (docs/rules.md §14). */
const endDay = (expected: ExpectedState, { at }: { readonly at: number }): void => {
  const { state } = expected
  const today = dayNumberOf(at)
  if (today <= state.day) return
  let traded = 0
  for (let day = state.day; day < today; day += 1) if (isOpenDay(state.calendar, startOfDay(day))) traded += 1
  expectEvent(expected, { type: 'tradingDayEnded', at, day: today, tradingDays: traded })
  for (const traderId of state.traders.keys())
    while (
      (expected.memory.daysWithoutScore.get(traderId) ?? 0) >= 5 &&
      ratingIn(expected.memory, traderId) < 60
    )
      expectEvent(expected, { type: 'ratingAged', at, traderId })
}

const bySequence = (state: State): Advert[] =>
  [...state.adverts.values()].sort((a, b) => a.sequence - b.sequence)

const expire: Step = (expected, { at }) => {
  for (const advert of bySequence(expected.state))
    if (hasExpired(advert, at)) expectEvent(expected, { type: 'advertExpired', at, advertId: advert.id })
}

/** The open locates, in the order in which they end. */
export const openLocates = ({ locates }: State): Locate[] =>
  [...locates.values()]
    .filter(({ outcome }) => !outcome)
    .sort((a, b) => a.deadline - b.deadline || (a.locateId < b.locateId ? -1 : 1))

const isOver = ({ limits }: State, { deadline }: Locate, at: number): boolean =>
  at > deadline + limits.locateGraceMs

/** Locates whose window is over. One that was to be withdrawn is withdrawn, which reveals nothing about its answers. */
const lapse: Step = (expected, { at }) => {
  for (const locate of openLocates(expected.state)) {
    const { state, memory } = expected
    if (!isOver(state, locate, at)) continue
    const causes = voidOf(memory, state, locate, at)
    const failure = causes
      ? expectedWithdrawal(memory, state, locate, causes, at)
      : expectedFailure(memory, state, locate, locate, at)
    expectEvent(expected, failure)
  }
}

/** Locates that may not go on (docs/rules.md §8). */
const withdraw: Step = (expected, { at, sightings }) => {
  for (const locate of openLocates(expected.state)) {
    const { state, memory } = expected
    const sighting = sightings.find(({ securityId }) => securityId === locate.securityId)
    const causes = withdrawalOf(memory, state, locate, sighting, at)
    if (causes) expectEvent(expected, expectedWithdrawal(memory, state, locate, causes, at))
  }
}

const release: Step = (expected, { at }) => {
  for (const advert of bySequence(expected.state)) {
    if (!isReleased(expected.state, advert, at)) continue
    const priorityTime = queuedSince(expected.memory.adverts, advert)
    expectEvent(expected, { type: 'advertReleased', at, advertId: advert.id, priorityTime })
  }
}

const hasExpired = ({ advertisementStatus: status, expiryDate }: Advert, at: number): boolean =>
  ['SENT', 'LIVE', 'PAUSED'].includes(status) && expiryDate !== null && expiryDate <= at

/** Sent, waiting for neither trigger nor limit, not halted, and matching is open (docs/rules.md §2, §13, §25). */
function isReleased({ calendar, securities, halts }: State, advert: Advert, at: number): boolean {
  const { terms, firmId, securityId } = advert
  const security = securities.get(securityId)
  if (!security || advert.advertisementStatus !== 'SENT') return false
  if (terms.advertisingTriggerActivated && !advert.advertTriggerSatisfied) return false
  if (advert.isBeyondLimit) return false
  if (halts.platform || halts.firms.has(firmId) || halts.securities.has(securityId)) return false
  const phase = phaseAt(calendar, security.exchange, at)
  return phase === 'MATCHING' || phase === 'AFTER_HOURS'
}

/** Whether an advert is live in the market or waits for it (docs/rules.md §11, §12). */
const isAnybodysBusiness = ({ adverts }: State, securityId: string): boolean =>
  [...adverts.values()].some((advert) => {
    const { terms, advertisementStatus: status } = advert
    if (advert.securityId !== securityId || (status !== 'LIVE' && status !== 'SENT')) return false
    const waits = terms.advertisingTriggerActivated && !advert.advertTriggerSatisfied
    const hasKnockout = terms.knockoutTriggerActivated || terms.indexRelativeKOTriggerActivated
    return status === 'LIVE' || waits || hasKnockout || terms.limitPrice !== null
  })

const cancels = {
  KNOCKOUT: { causeOfDeath: 'CANCEL_TRIGGER', errorCode: 'CANCEL-TRIGGER-001' },
  INDEX: { causeOfDeath: 'INDEX_RELATIVE_CANCEL', errorCode: 'CANCEL-TRIGGER-002' },
} as const

/** The effects of the markets on adverts (docs/rules.md §11, §12). */
const followMarkets: Step = (expected, { at, sightings }) => {
  for (const sighting of sightings) followMarket(expected, sighting, at)
}

function followMarket(expected: ExpectedState, sighting: Sighting, at: number): void {
  const { state, memory } = expected
  const { securityId, quote } = sighting
  const security = state.securities.get(securityId)
  if (!security) return
  const error = marketErrorNow(state, sighting, at)
  const known = state.markets.get(securityId)
  if (error !== (known?.error ?? null) && (known || isAnybodysBusiness(state, securityId)))
    expectEvent(expected, { type: 'marketStatusChanged', at, securityId, error, quote })
  const quoteHistory = memory.quoteHistoryOf(securityId)
  const freshUntil = quoteHistory.lastFresh ?? memory.staleSince.get(securityId) ?? at
  const isSure = isMalformedForSure(quoteHistory, state.limits)
  const deadly = terminalMarketError(state, sighting, freshUntil, isSure, at)
  const fires = phaseAt(state.calendar, security.exchange, at) === 'MATCHING'
  for (const advert of bySequence(expected.state)) {
    if (advert.securityId !== securityId) continue
    const own = { at, advertId: advert.id, quotes: [] }
    const firing = fires ? firedTriggerOf(advert, quoteHistory, security, at, state.limits) : null
    if (deadly !== null && advert.advertisementStatus === 'LIVE') {
      const causeOfDeath = causesByMarketError[deadly]
      expectEvent(expected, {
        type: 'advertCancelled',
        ...own,
        causeOfDeath,
        errorCode: `MARKET-ERROR-${deadly}`,
      })
    } else if (firing === 'ADVERTISING') expectEvent(expected, { type: 'advertTriggered', ...own })
    else if (firing) expectEvent(expected, { type: 'advertCancelled', ...own, ...cancels[firing] })
  }
  for (const advert of bySequence(expected.state)) {
    if (advert.securityId !== securityId) continue
    if (!crossesLimit(expected.state, advert, { sighting, quoteHistory, security }, at)) continue
    const isBeyond = !advert.isBeyondLimit
    expectEvent(expected, { type: 'advertLimitCrossed', at, advertId: advert.id, isBeyond, quotes: [] })
  }
}

/** Throws an Error with the events that are wrong and those that are missing. */
export function checkSweep(expected: ExpectedSweep, events: readonly Event[], at: number): void {
  const { memory, state, matches, usdJpy } = expected
  const located = events.filter((event) => event.type === 'contraLocated')
  const due = matches.map((each, i) =>
    matchText(memory, state, { ...each, usdJpy }, located[i]?.locateId ?? '', at),
  )
  compare(
    [...linesByType(expected.events), ...due],
    [...linesByType(events.filter((event) => event.type !== 'contraLocated')), ...located.map(eventText)],
  )
}

/** Events as lines. Those of one type keep their order; only the order of the types is free. */
const linesByType = (events: readonly Event[]): string[] =>
  [...events].sort((a, b) => (a.type < b.type ? -1 : a.type > b.type ? 1 : 0)).map(eventText)

function compare(due: readonly string[], done: readonly string[]): void {
  if (done.join('\n') === due.join('\n')) return
  const missing = due.filter((line) => !done.includes(line))
  const unexpected = done.filter((line) => !due.includes(line))
  const lines = [
    ...missing.map((line) => `missing: ${line}`),
    ...unexpected.map((line) => `not due: ${line}`),
  ]
  const differences =
    lines.length > 0 ? lines : ['the same in another order, or one of them twice', ...done, 'against', ...due]
  throw new Error(`engine and oracle disagree about a sweep\n${differences.join('\n')}`)
}
