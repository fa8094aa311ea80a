import type { Advert } from '@aitai/engine/adverts/advert.ts'
import type { CommandOf } from '@aitai/engine/commands.ts'
import type { Event } from '@aitai/engine/events.ts'
import type { Sighting } from '@aitai/engine/market/quote.ts'
import type { State } from '@aitai/engine/state/state.ts'
import { eventText } from './event-text.ts'
import { expectedFailure } from './locates.ts'
import { causesByMarketError, marketErrorNow, terminalMarketError } from './market-data.ts'
import { type ExpectedMatch, expectedMatches, matchText } from './matches.ts'
import { type OracleMemory, ratingFrom } from './memory.ts'
import { dayNumberOf, isOpenDay, phaseAt, startOfDay } from './trading-hours.ts'
import { firedTriggerOf } from './triggers.ts'

/**
 * The slow, obvious sweep: reads every advert, locate and market, with each condition written from the rules
 * and not from the engine, without index and hints. It checks everything that the fast one does.
 */
export interface ExpectedSweep {
  /** All lines except locates, in any order. */
  readonly lines: readonly string[]
  /** The locates, in order. */
  readonly meetings: readonly ExpectedMatch[]
}

/** The expected result of a sweep. */
export function expectedSweep(memory: OracleMemory, state: State, sweep: CommandOf<'sweep'>): ExpectedSweep {
  const { at, sightings } = sweep
  const adverts = [...state.adverts.values()]
  const gone = new Set<string>()
  const lines: string[] = [...expectedDayEnd(state, memory, at)]
  for (const advert of adverts.filter((each) => hasExpired(each, at))) {
    gone.add(advert.id)
    lines.push(`advertExpired ${advert.id}`)
  }
  for (const locate of state.locates.values())
    if (!locate.outcome && at > locate.deadline + state.limits.locateGraceMs)
      lines.push(expectedFailure(memory, state, locate, locate.answers, locate.excused, at))
  for (const sighting of sightings) lines.push(...marketLines(memory, state, sighting, at, gone))
  for (const advert of adverts)
    if (!gone.has(advert.id) && isReleased(state, advert, at)) lines.push(`advertReleased ${advert.id}`)
  return { lines: lines.sort(), meetings: expectedMatches(memory, state, sightings, at, gone) }
}

const hasExpired = ({ advertisementStatus: status, expiryDate }: Advert, at: number): boolean =>
  ['SENT', 'LIVE', 'PAUSED'].includes(status) && expiryDate !== null && expiryDate <= at

/** Sent, not waiting for a trigger, not halted, and matching is open (docs/rules.md §2, §13). */
function isReleased({ calendar, securities, halts }: State, advert: Advert, at: number): boolean {
  const { terms, firmId, securityId } = advert
  const security = securities.get(securityId)
  if (!security || advert.advertisementStatus !== 'SENT') return false
  if (terms.advertisingTriggerActivated && !advert.advertTriggerSatisfied) return false
  if (halts.platform || halts.firms.has(firmId) || halts.securities.has(securityId)) return false
  const phase = phaseAt(calendar, security.exchange, at)
  return phase === 'MATCHING' || phase === 'AFTER_HOURS'
}

/** Whether an advert is live in the market or waits for it (docs/rules.md §11, §12). */
const isAnybodysBusiness = ({ adverts }: State, securityId: string): boolean =>
  [...adverts.values()].some(({ terms, advertisementStatus: status, ...advert }) => {
    if (advert.securityId !== securityId || (status !== 'LIVE' && status !== 'SENT')) return false
    const waits = terms.advertisingTriggerActivated && !advert.advertTriggerSatisfied
    return (
      status === 'LIVE' || waits || terms.knockoutTriggerActivated || terms.indexRelativeKOTriggerActivated
    )
  })

const cancels = {
  KNOCKOUT: 'CANCEL_TRIGGER CANCEL-TRIGGER-001',
  INDEX: 'INDEX_RELATIVE_CANCEL CANCEL-TRIGGER-002',
} as const

/** The effects of a market on its adverts (docs/rules.md §11, §12). Ended adverts are skipped. */
function marketLines(
  { reels, failing }: OracleMemory,
  state: State,
  sighting: Sighting,
  at: number,
  gone: Set<string>,
): string[] {
  const { securityId } = sighting
  const security = state.securities.get(securityId)
  if (!security) return []
  const lines: string[] = []
  const error = marketErrorNow(state, sighting, at)
  const known = state.markets.get(securityId)
  if (error !== (known?.error ?? null) && (known || isAnybodysBusiness(state, securityId)))
    lines.push(`marketTurned ${securityId} ${error}`)
  const freshUntil = reels(securityId).lastFresh ?? failing.get(securityId) ?? at
  const deadly = terminalMarketError(state, sighting, freshUntil, at)
  const fires = phaseAt(state.calendar, security.exchange, at) === 'MATCHING'
  for (const advert of state.adverts.values()) {
    if (advert.securityId !== securityId || gone.has(advert.id)) continue
    const firing = fires ? firedTriggerOf(advert, reels(securityId), security, at, state.limits) : null
    if (deadly !== null && advert.advertisementStatus === 'LIVE')
      lines.push(`advertCancelled ${advert.id} ${causesByMarketError[deadly]} MARKET-ERROR-${deadly}`)
    else if (firing === 'ADVERTISING') lines.push(`advertTriggered ${advert.id}`)
    else if (firing) lines.push(`advertCancelled ${advert.id} ${cancels[firing]}`)
    else continue
    if (firing !== 'ADVERTISING') gone.add(advert.id)
  }
  return lines
}

/** Throws an Error with the events that are wrong and those that are missing. */
export function checkSweep(
  memory: OracleMemory,
  expected: ExpectedSweep,
  state: State,
  events: readonly Event[],
  at: number,
): void {
  const located = events.filter((event) => event.type === 'contraLocated')
  const others = events.filter((event) => event.type !== 'contraLocated')
  const due = expected.meetings.map((each, i) =>
    matchText(memory, state, each, located[i]?.locateId ?? '', at),
  )
  compare(expected.lines, others.map(eventText).sort())
  compare(due, located.map(eventText))
}

function compare(due: readonly string[], done: readonly string[]): void {
  if (done.join('\n') === due.join('\n')) return
  const missing = due.filter((line) => !done.includes(line))
  const unexpected = done.filter((line) => !due.includes(line))
  const lines = [
    ...missing.map((line) => `missing: ${line}`),
    ...unexpected.map((line) => `not due: ${line}`),
  ]
  const differences = lines.length > 0 ? lines : ['the same in another order, or one of them twice', ...done]
  throw new Error(`engine and oracle disagree about a sweep\n${differences.join('\n')}`)
}

/** The end of the trading day and of skipped days, by which low ratings recover (docs/rules.md §14). */
function expectedDayEnd(state: State, memory: OracleMemory, at: number): string[] {
  const today = dayNumberOf(at)
  if (today <= state.day) return []
  let traded = 0
  for (let day = state.day; day < today; day += 1) if (isOpenDay(state.calendar, startOfDay(day))) traded += 1
  const aged = [...state.traders.keys()].flatMap((traderId) =>
    Array<string>(timesAged(memory, traderId, traded)).fill(`ratingAged ${traderId}`),
  )
  return [`tradingDayEnded ${today} ${traded}`, ...aged]
}

/** Below 60, every 5 trading days without a scored event append one event of 60. */
function timesAged({ scored, quiet }: OracleMemory, traderId: string, traded: number): number {
  let events = scored.get(traderId) ?? []
  let times = 0
  for (let days = (quiet.get(traderId) ?? 0) + traded; days >= 5 && ratingFrom(events) < 60; days -= 5) {
    events = [{ at: 0, score: 60, contraFirmId: null }, ...events]
    times += 1
  }
  return times
}
