import { phaseOf } from '../calendar/hours.ts'
import { tradingDay } from '../calendar/trading-days.ts'
import { type Advert, directions } from '../model/advert.ts'
import { dueBy } from '../model/due-queue.ts'
import type { EventOf } from '../model/events.ts'
import { knownAdvert } from '../model/lookups.ts'
import { copyOfBook, emptyBook } from '../model/pool.ts'
import {
  emptyIndex,
  type Failures,
  type Pool,
  type SecurityBook,
  type State,
  type StateIndex,
  type Trader,
} from '../model/state.ts'
import { addCandidate, enterIndex, enterPool, rebuildEndings } from '../model/state-index.ts'
import { OverlayMap } from './overlay-map.ts'

/**
 * The state in which the adverts are live that a sweep releases, for the search of contras. Most sweeps do nothing else
 * before that search, so only what it reads is copied, and only in securities in which somebody can be located. All
 * else is shared and must not be changed.
 */
export function withReleased(state: State, events: readonly EventOf<'advertReleased'>[]): State {
  if (events.length === 0) return state
  const { index } = state
  const released = new Map<string, Advert[]>()
  for (const { advertId } of events) {
    const advert = knownAdvert(state, advertId)
    const others = released.get(advert.securityId)
    if (others) others.push(advert)
    else released.set(advert.securityId, [advert])
  }
  const books = new Map<string, SecurityBook>()
  for (const [securityId, adverts] of released) {
    const book = index.books.get(securityId)
    if (!isOneSided(book, adverts)) books.set(securityId, copyOfBook(book ?? emptyBook()))
  }
  if (books.size === 0) return state
  for (const { advertId, priorityTime } of events) {
    const advert = knownAdvert(state, advertId)
    const book = books.get(advert.securityId)
    if (!book) continue
    const live = advert.copy()
    live.advertisementStatus = 'LIVE'
    live.priorityTime = priorityTime
    enterPool(state, book, live)
    book.candidates.add(live)
  }
  return { ...state, index: { ...index, books: new OverlayMap(index.books, books) } }
}

/** Whether all adverts of a pool and those that enter it are on the same side. */
const isOneSided = (pool: Pool | undefined, entering: readonly Advert[]): boolean =>
  directions.some(
    (side) => !pool?.[side].adverts.length && entering.every(({ terms }) => terms.direction !== side),
  )

/**
 * A copy of what a sweep reads and changes, so that each of its steps is decided on the state after the one
 * before while the state itself stays as it is: the adverts of the given securities, and what is due, waits for
 * matching or is in a locate, with their owners. Everything else is missing or shared and must not be changed.
 */
export function copyForSweep(state: State, securityIds: readonly string[], at: number): State {
  const copy: State = {
    ...state,
    traders: new Map(),
    adverts: new Map(),
    locates: new Map(),
    cooldowns: new OverlayMap(state.cooldowns),
    failures: copyOfFailures(state.failures),
    lastLocates: new Map(),
    rests: new OverlayMap(state.rests),
    lastOffers: new OverlayMap(state.lastOffers),
    markets: new Map(state.markets),
    index: {
      ...emptyIndex(),
      bits: state.index.bits,
      openHandovers: new OverlayMap(state.index.openHandovers),
    },
  }
  // The end of a day concerns every trader. Otherwise owners are enough.
  if (tradingDay(at) > state.day) for (const trader of state.traders.values()) copyTrader(copy, trader)
  for (const advert of advertsInReach(state, securityIds, at)) copyAdvert(state, copy, advert)
  for (const locate of state.index.openLocates.values()) copy.locates.set(locate.locateId, { ...locate })
  rebuildEndings(copy)
  copyCandidates(state.index, copy, securityIds)
  return copy
}

function* advertsInReach(state: State, securityIds: readonly string[], at: number): Iterable<Advert> {
  const { adverts, index, calendar } = state
  for (const securityId of securityIds) {
    const book = index.books.get(securityId)
    if (!book) continue
    yield* book.BUY.adverts
    yield* book.SELL.adverts
    yield* book.armed
  }
  for (const [exchange, waiting] of index.waiting) {
    const phase = phaseOf(calendar, exchange, at)
    if (phase === 'MATCHING' || phase === 'AFTER_HOURS') yield* waiting
  }
  const located = [...index.openLocates.values()].flatMap(({ buyId, sellId }) => [buyId, sellId])
  for (const id of [...dueBy(index.expiries, at), ...located]) {
    const advert = adverts.get(id)
    if (advert) yield advert
  }
}

function copyAdvert(state: State, copy: State, advert: Advert): void {
  if (copy.adverts.has(advert.id)) return
  const owner = state.traders.get(advert.traderId)
  if (owner) copyTrader(copy, owner).advertIds.add(advert.id)
  const copied = advert.copy()
  copy.adverts.set(advert.id, copied)
  enterIndex(copy, copied)
}

function copyTrader({ traders }: State, trader: Trader): Trader {
  const known = traders.get(trader.traderId)
  if (known) return known
  const copied = { ...trader, counts: { ...trader.counts }, advertIds: new Set<string>() }
  traders.set(trader.traderId, copied)
  return copied
}

/** Without this every live advert of the copy would be a candidate, and the search would take longer. */
function copyCandidates(index: StateIndex, copy: State, securityIds: readonly string[]): void {
  for (const { candidates } of copy.index.books.values()) candidates.clear()
  copy.index.securitiesToSearch.clear()
  for (const securityId of securityIds)
    for (const { id } of index.books.get(securityId)?.candidates ?? []) {
      const copied = copy.adverts.get(id)
      if (copied) addCandidate(copy.index, copied)
    }
}

const copyOfFailures = (failures: Failures): Failures => ({
  ofFirmInSecurity: new OverlayMap(failures.ofFirmInSecurity),
  ofTrader: new OverlayMap(failures.ofTrader),
  ofFirm: new OverlayMap(failures.ofFirm),
  ofPair: new OverlayMap(failures.ofPair),
  withdrawalsOfFirmInSecurity: new OverlayMap(failures.withdrawalsOfFirmInSecurity),
  withdrawalsOfFirm: new OverlayMap(failures.withdrawalsOfFirm),
})
