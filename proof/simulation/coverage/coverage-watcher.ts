import type { Advert } from '@aitai/engine/model/advert.ts'
import { exchanges } from '@aitai/engine/model/calendar.ts'
import type { Command } from '@aitai/engine/model/commands.ts'
import type { Decision } from '@aitai/engine/model/refusals.ts'
import type { State } from '@aitai/engine/model/state.ts'
import { withoutReports } from '../oracle/failures.ts'
import { isMatchingOver, matchPrice, whyNoneBegins } from '../oracle/market-data.ts'
import { openLocatesByTrader } from '../oracle/matches.ts'
import { ratingIn } from '../oracle/memory.ts'
import {
  areAffiliated,
  type CandidatePair,
  facingPairs,
  hasFailedToday,
  isAvailable,
  type PairCondition,
  unmetConditions,
} from '../oracle/pairs.ts'
import { phaseAt } from '../oracle/trading-hours.ts'
import { firedTriggerOf } from '../oracle/triggers.ts'
import type { DayObserver, SimulatedDay } from '../simulated-day.ts'
import { sightingFrom } from '../world/prices.ts'
import type { CoverageCounts, CoverageEvent, RecordCoverage } from './coverage-events.ts'
import { coverEvent } from './event-coverage.ts'

/** The coverage event of a refusal, by its command and code. */
const coverageByRefusal: Readonly<Record<string, CoverageEvent>> = {
  'answerLocate LOCATE-LATE': 'an answer arrives too late',
  'answerLocate LOCATE-ANSWERED': 'a different second answer is refused',
  'answerLocate LOCATE-NOT-FOUND': "a stranger answers another's locate",
  'createAdvert ADVERT-ERROR-001': 'a second advert of the firm is refused',
  'createAdvert SECURITY-NOT-FOUND': 'a delisted security is refused',
  'submitAdvert SECURITY-NOT-FOUND': 'a delisted security is refused',
  'createResidual ADVERT-ERROR-005': 'a residual is refused',
  'submitAdvert PLATFORM-HOURS': 'a submit outside the hours is refused',
  'submitAdvert ADVERT-ERROR-014': 'an advert above a size limit is refused',
  'modifyAdvert ADVERT-ERROR-014': 'an advert above a size limit is refused',
  'resumeAdvert ADVERT-ERROR-014': 'a resume above the limit on all live adverts is refused',
  'submitAdvert ADVERT-ERROR-010': 'a submit on a day without trading is refused',
  'submitAdvert PLATFORM-CLOSED': 'a submit while the platform is closed is refused',
  'submitAdvert FIRM-HALTED': 'a submit of a halted institution is refused',
  'submitAdvert SECURITY-HALTED': 'a submit in a halted security is refused',
  'submitAdvert TRIGGER-RATING': 'a rating under 41 arms no trigger',
  'modifyAdvert TRIGGER-RATING': 'a rating under 41 arms no trigger',
  'submitAdvert TRIGGER-LEVEL': 'a level is refused',
  'submitAdvert TRIGGER-ORDER': 'a trigger beyond its knockout is refused',
  'submitAdvert TRIGGER-INDEX': 'an offset from the index is refused',
  'modifyAdvert TRIGGER-SATISFIED': 'a fired trigger cannot be changed',
  'modifyAdvert TRIGGER-FROZEN': 'triggers are frozen at the official close',
  'modifyAdvert ADVERT-DIRECTION': 'the opposite direction is refused after a locate',
  'submitAdvert ADVERT-DIRECTION': 'the opposite direction is refused after a locate',
  'modifyAdvert ADVERT-ERROR-002': 'a modify of a located advert is refused',
  'undoExecution AGREEMENT-DAY-OVER': 'an undo after the day is refused',
  'reportNotExecuted AGREEMENT-DAY-OVER': 'a report after the day is refused',
  'reportNotExecuted AGREEMENT-NOT-FOUND': "another broker's report is refused",
  'reportNotExecuted EXECUTION-FAULT': 'a report that names no side is refused',
  'reportNotExecuted EXECUTION-EXISTS': 'a report that nothing was executed is refused after an execution',
  'reportExecution EXECUTION-QUANTITY': 'an execution beyond the located quantity is refused',
  'reportExecution EXECUTION-PRICE': 'an execution off the tick is refused',
  'reportExecution EXECUTION-TIME': 'an execution before the locate or after now is refused',
  'reportExecution AGREEMENT-DAY-OVER': 'an execution is refused after its last day',
  'reportExecution EXECUTION-NONE': 'an execution is refused while nothing was executed',
}

/** Counts coverage events. */
export function coverageObserver(seen: CoverageCounts): DayObserver {
  const cover: RecordCoverage = (name) => void seen.set(name, (seen.get(name) ?? 0) + 1)
  const stale = new Set<string>()
  return {
    happens(day, event) {
      coverEvent(cover, day, event)
      if (!('locateId' in event) || !stale.has(event.locateId)) return
      if (event.type === 'locateFailed' || event.type === 'connectionAgreed')
        cover('a locate ends by its answers after its market was not fresh')
    },
    done(day, command, decision) {
      if ('refusal' in decision) {
        const name = coverageByRefusal[`${command.type} ${decision.refusal.errorCode}`]
        if (name) cover(name)
      } else coverAcceptedCommand(cover, day, command, decision)
      if (command.type === 'sweep') coverStaleLocates(cover, day, stale, command.at)
    },
    restarted(day, fromSnapshot) {
      if (fromSnapshot) cover('a restart reads a snapshot and the rest of the journal')
      else cover('a restart reads the whole journal')
      if (day.state.index.openLocates.size > 0) cover('a restart happens during a locate')
    },
  }
}

/** Locates that go on although their market is not fresh. */
function coverStaleLocates(cover: RecordCoverage, day: SimulatedDay, stale: Set<string>, at: number): void {
  const { state, prices } = day
  for (const { locateId, securityId, answers } of state.index.openLocates.values()) {
    const sighting = sightingFrom(prices, securityId)
    const isHeld = answers.BUY !== null && answers.SELL !== null
    if (isHeld || matchPrice(state, sighting, at) !== null || isMatchingOver(state, sighting, at)) continue
    cover('a locate goes on while its market is not fresh')
    stale.add(locateId)
  }
}

type Happened = Extract<Decision, { events: unknown }>

function coverAcceptedCommand(
  cover: RecordCoverage,
  day: SimulatedDay,
  command: Command,
  { events }: Happened,
): void {
  const { state, memory } = day
  if (command.type === 'modifyAdvert' && events.length === 0) cover('a modify changes nothing')
  if (command.type === 'changeReference') {
    if (events.some(({ type }) => type === 'locateWithdrawn')) cover('a delisting withdraws a locate')
    if (events.some(({ type }) => type === 'advertCancelled')) cover('a delisting ends adverts')
  }
  if (command.type === 'reportNotExecuted' && events.length === 0) cover('the same report arrives twice')
  if (command.type === 'answerLocate') {
    const locate = state.locates.get(command.locateId)
    if (locate && command.quote && command.quote.securityId !== locate.securityId)
      cover('an answer carries a quote of another security')
    if (locate && !locate.outcome && locate.answers.BUY && locate.answers.SELL)
      cover('an answer completes a locate that may not go on')
    if (events.some(({ type }) => type === 'locateWithdrawn'))
      cover('a market that is not fresh voids a locate with both answers')
    if (locate && events.length > 0 && memory.knockedOutAtAnswer.has(locate.locateId))
      cover('a knockout is reached when an answer arrives')
    if (events.length === 0) cover('the same answer arrives twice')
    else if (locate && command.at > locate.deadline) cover('an answer arrives within the grace period')
  }
  for (const event of events)
    if (event.type === 'connectionAgreed' || event.type === 'locateFailed')
      coverRatings(cover, day, event.locateId)
  if (command.type !== 'sweep') return
  const located = events.filter((event) => event.type === 'contraLocated')
  const ended = events.filter((event) => event.type === 'locateFailed' || event.type === 'locateWithdrawn')
  if (located.length > 0 && ended.length > 0) cover('a locate ends and another is made in one sweep')
  if (located.length > 1) cover('one sweep locates several pairs')
  if (new Set(located.map(({ securityId }) => securityId)).size > 1)
    cover('a sweep locates in two securities at once')
  for (const { securityId } of state.securities.values()) coverQuotes(cover, day, securityId, command.at)
  // The last sweep of a round, without events: adverts that could not be matched are still there.
  if (events.length === 0) coverRemainder(cover, day, command.at)
}

/** What the newest quotes of a market show about those before (docs/rules.md §12). */
function coverQuotes(
  cover: RecordCoverage,
  { state, memory }: SimulatedDay,
  securityId: string,
  at: number,
): void {
  const { newest, newestStamp, aheadStamp, malformed, malformedBefore } = memory.quoteHistoryOf(securityId)
  if (newest && newest.at === newestStamp && newest.at < Number(aheadStamp))
    cover('a quote ahead of the clock makes no other late')
  const [first] = malformed
  const { limits } = state
  const apart = first !== undefined && malformedBefore !== null ? first - malformedBefore : 0
  const isRecent = malformedBefore !== null && at - malformedBefore <= limits.quoteAgeMs
  if (malformed.length === 1 && apart >= limits.confirmingMs && isRecent)
    cover('a quote between two malformed ones ends their run')
}

function coverRatings(cover: RecordCoverage, { state, memory }: SimulatedDay, locateId: string): void {
  const { BUY = '', SELL = '' } = state.locates.get(locateId)?.traderIds ?? {}
  for (const traderId of [BUY, SELL]) {
    const rating = ratingIn(memory, traderId)
    if (rating < 41) cover('a rating is below 41')
    if (rating > 80) cover('a rating is above 80')
  }
}

/** What remains when nothing more happens. */
function coverRemainder(cover: RecordCoverage, day: SimulatedDay, at: number): void {
  const { state, memory } = day
  if ([...state.index.waiting.values()].some(({ size }) => size > 0))
    cover('a sent advert waits for matching to open')
  const phases = new Set(
    exchanges
      .filter((exchange) => [...state.securities.values()].some((each) => each.exchange === exchange))
      .map((exchange) => phaseAt(state.calendar, exchange, at)),
  )
  if (phases.has('MATCHING') && phases.size > 1) cover('one exchange matches while another does not')
  const openLocates = openLocatesByTrader(state)
  for (const security of state.securities.values())
    for (const pair of facingPairs(state, memory, security, at))
      coverUnmatchedPair(cover, day, pair, openLocates, at)
  for (const { armed } of state.index.books.values())
    for (const advert of armed)
      if (isOneQuoteBeyond(day, advert, at))
        cover('an advertising trigger stays unfired after one quote beyond it')
  for (const { armed } of state.index.books.values())
    for (const advert of armed)
      if (isBeyondUnknownIndex(day, advert, at))
        cover('the index ends no advert because its value is missing or old')
}

/** The coverage event of the only condition that keeps two live adverts apart. */
const coverageByCondition: Readonly<Partial<Record<PairCondition, CoverageEvent>>> = {
  'BUDGET SECURITY': 'the failures of an institution in a security keep a pair apart',
  'BUDGET PAIR': 'the failed locates of two institutions keep a pair apart',
  'BUDGET TRADER': 'the failures of a trader keep a pair apart',
  'BUDGET FIRM': 'the failures of an institution keep a pair apart',
  'BUDGET WITHDRAWALS IN SECURITY': 'the withdrawals of an institution in a security keep a pair apart',
  'BUDGET WITHDRAWALS OF FIRM': 'the withdrawals of an institution keep a pair apart',
  'REST AFTER A RAISE': 'a rest after a raise or a flip keeps a pair apart',
  'OPEN HANDOVERS': 'open handovers keep a pair apart',
}

/** Two live adverts on opposite sides that were not located. */
function coverUnmatchedPair(
  cover: RecordCoverage,
  day: SimulatedDay,
  pair: CandidatePair,
  openLocates: ReadonlyMap<string, number>,
  at: number,
): void {
  const { state, memory, prices } = day
  const { buy, sell, current } = pair
  const { limits } = state
  const both = [buy, sell]
  if (buy.firmId !== sell.firmId && areAffiliated(state, buy, sell))
    cover('live adverts of affiliates are on opposite sides')
  if (!both.every(({ traderId }) => state.traders.get(traderId)?.present))
    cover('an absent owner is passed over')
  else if (!both.every((advert) => isAvailable(state, advert))) cover('a halted institution is passed over')
  const least = Math.max(buy.minShares, sell.minShares)
  if (Math.min(buy.terms.shareQuantity, sell.terms.shareQuantity) >= least && Math.min(...current) < least)
    cover('a decayed quantity is too small for a contra')
  const unmet = unmetConditions(state, memory, pair, at)
  const isMatched = matchPrice(state, sightingFrom(prices, buy.securityId), at) !== null
  if (!isMatched || unmet.length > 1) return
  const isBusy = both.some(({ traderId }) => (openLocates.get(traderId) ?? 0) >= limits.openLocatesPerTrader)
  const [only] = unmet
  const security = state.securities.get(buy.securityId)
  const { freshSince } = memory.quoteHistoryOf(buy.securityId)
  const obstacle = security ? whyNoneBegins(state, security, freshSince, at) : null
  if (only === undefined) {
    if (isBusy) cover('a trader with enough open locates is passed over')
    else if (obstacle === 'END OF MATCHING') cover('no locate begins shortly before the end of matching')
    else if (obstacle === 'JUST FRESH') cover('no locate begins in a market that has just become fresh')
    return
  }
  if (isBusy || obstacle) return
  const name = coverageByCondition[only]
  if (name) cover(name)
  if (only.startsWith('BUDGET') && isKeptApartByReports(day, pair, at))
    cover('a report keeps a pair apart that no locate would')
  if (only === 'REST')
    cover(
      both.some((each) => hasFailedToday(memory, each, at))
        ? 'a rest after a failure keeps a pair apart'
        : 'new adverts must wait before they match',
    )
  if (only === 'COOLDOWN' && isAfterWithdrawal(state, pair))
    cover('a cooldown after a withdrawal keeps two apart')
}

/** Whether the pair would be eligible if the brokers had reported nothing to the budgets. */
function isKeptApartByReports({ state, memory }: SimulatedDay, pair: CandidatePair, at: number): boolean {
  const unreported = { ...memory, failures: withoutReports(memory.failures) }
  return unmetConditions(state, unreported, pair, at).length === 0
}

/** Whether the last locate of two institutions in a security was withdrawn without fault. */
function isAfterWithdrawal({ locates }: State, { buy, sell }: CandidatePair): boolean {
  const firmIds = [buy.firmId, sell.firmId]
  const last = [...locates.values()]
    .filter((each) => each.securityId === buy.securityId && each.outcome)
    .filter((each) => firmIds.includes(each.firmIds.BUY) && firmIds.includes(each.firmIds.SELL))
    .sort((a, b) => Number(b.settledAt) - Number(a.settledAt))[0]
  return last?.outcome?.BUY === 'WITHDRAWN'
}

function isOneQuoteBeyond({ state, memory }: SimulatedDay, advert: Advert, at: number): boolean {
  const security = state.securities.get(advert.securityId)
  if (!security || phaseAt(state.calendar, security.exchange, at) !== 'MATCHING') return false
  const hasty = { ...state.limits, confirmingQuotes: 1, confirmingMs: 0 }
  return (
    firedTriggerOf(advert, memory.quoteHistoryOf(advert.securityId), security, at, hasty) === 'ADVERTISING'
  )
}

/** Whether the stock has moved so far that an index at its previous close would end the advert, but there is none. */
function isBeyondUnknownIndex({ state, memory }: SimulatedDay, advert: Advert, at: number): boolean {
  const security = state.securities.get(advert.securityId)
  if (!security || phaseAt(state.calendar, security.exchange, at) !== 'MATCHING') return false
  const quoteHistory = memory.quoteHistoryOf(advert.securityId)
  const run = quoteHistory.run.map((quote) => ({ ...quote, indexMove: quote.indexMove ?? 0 }))
  const isUnknown = quoteHistory.run.at(-1)?.indexMove === null
  return isUnknown && firedTriggerOf(advert, { ...quoteHistory, run }, security, at, state.limits) === 'INDEX'
}
