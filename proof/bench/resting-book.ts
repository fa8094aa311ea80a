import { decide } from '@aitai/engine/decide.ts'
import { applyEvents, evolve } from '@aitai/engine/evolve/evolve.ts'
import {
  addCandidatesAfterCooldown,
  dropMatchedCandidates,
  mayHoldMatch,
} from '@aitai/engine/matching/candidates.ts'
import {
  type AdvertTerms,
  type Direction,
  optionalTermsOff,
  type TransactionType,
} from '@aitai/engine/model/advert.ts'
import type { Command } from '@aitai/engine/model/commands.ts'
import type { Event } from '@aitai/engine/model/events.ts'
import { defaultLimits, type Limits } from '@aitai/engine/model/limits.ts'
import { yen } from '@aitai/engine/model/price.ts'
import type { Quote, Sighting } from '@aitai/engine/model/quote.ts'
import { noSizeLimits } from '@aitai/engine/model/reference-data.ts'
import type { Security } from '@aitai/engine/model/security.ts'
import { emptyState, type State } from '@aitai/engine/model/state.ts'
import { noProbingLimits } from '../../engine/test/test-limits.ts'
import { createRandom, type Random } from '../harness/random.ts'

/**
 * A resting book to measure on. Each institution has an advert in as many securities as its adverts allow. A
 * security has a large side and a small side with incompatible legs, since compatible adverts would have been
 * located long ago. Sizes, minima, hurdles and brokers are random.
 */
export interface RestingBook {
  readonly state: State
  readonly chance: Random
  readonly liveAdverts: number
  readonly securityCount: number
  at: number
  /** The current advert of each number, because one that is sent again has a new id. */
  readonly ids: string[]
  made: number
}

/** What the numbers of adverts are counted through: all securities of the first institution, then the second's. */
type Listing = Pick<RestingBook, 'securityCount'>

export const securityOf = ({ securityCount }: Listing, n: number): string =>
  securityIds[n % securityCount] as string
export const traderOf = ({ securityCount }: Listing, n: number): string =>
  traderIds[Math.floor(n / securityCount)] as string

/** Made once, as a server has those of its list of securities and of its sessions. */
const securityIds = Array.from({ length: 4_000 }, (_, i) => `security${i}`)
const traderIds = Array.from({ length: 1_000 }, (_, i) => `trader${i}`)
/** Institutions without adverts at rest. Theirs come, are located and go. */
export const guestCount = 40
const brokerIds = Array.from({ length: 20 }, (_, i) => `broker${i}`)
const price = 3_000 * yen

/**
 * The limits of probing are off. The traders of the bench are located far more often in a day than they allow, and then
 * nobody would be located any more. Its quotes begin with its day, so a market need not have been fresh before.
 */
const limits: Limits = { ...defaultLimits, freshMarketMs: 0, probing: noProbingLimits }

/** The large side of a security. */
export const majoritySideOf = ({ securityCount }: Listing, n: number): Direction =>
  (n % securityCount) % 2 === 0 ? 'BUY' : 'SELL'
const opposite = (direction: Direction): Direction => (direction === 'BUY' ? 'SELL' : 'BUY')
const isFew = ({ securityCount }: Listing, n: number): boolean => Math.floor(n / securityCount) % 5 === 4

/** Cash for the large side, swap for the small one, so that no pair has compatible legs. */
function drawRestingTerms(chance: Random, direction: Direction, type: TransactionType): AdvertTerms {
  return {
    direction,
    shareQuantity: chance.between(40, 400) * 100,
    minimumQuantity: chance.between(10, 75),
    duration: 'END_OF_DAY',
    credibilityHurdle: 10,
    transactionType: type,
    transactionTypePreference: type,
    brokerIds: chance.someOf(brokerIds, 1).slice(0, 4),
    ranked: chance.happens(0.5),
    ...optionalTermsOff,
    quantityDecay: chance.happens(0.1),
    knockoutTriggerActivated: chance.happens(0.1),
    knockoutTrigger: direction === 'BUY' ? 3_300 * yen : 2_700 * yen,
  }
}

/** Terms are drawn before anything is measured. They depend on the side. */
const drawAhead = createRandom(7)
const drawn = (type: TransactionType): Readonly<Record<Direction, readonly AdvertTerms[]>> => ({
  BUY: Array.from({ length: 500 }, () => drawRestingTerms(drawAhead, 'BUY', type)),
  SELL: Array.from({ length: 500 }, () => drawRestingTerms(drawAhead, 'SELL', type)),
})
const termsOfMany = drawn('CASH_ONLY')
const termsOfFew = drawn('SWAP_ONLY')

export function termsOf(book: RestingBook, n: number): AdvertTerms {
  const side = majoritySideOf(book, n)
  return book.chance.oneOf(isFew(book, n) ? termsOfFew[opposite(side)] : termsOfMany[side])
}

/** A quote near 3,000 yen, with a run that starts a second before. */
export function sightingOf(securityId: string, at: number, drift: number): Sighting {
  const quote = (when: number): Quote => ({
    securityId,
    at: when,
    bid: price + drift * yen - yen,
    ask: price + drift * yen,
    last: price,
    indexMove: 0,
    condition: 'CONTINUOUS',
    officialClose: null,
  })
  const newest = quote(at)
  return { securityId, quote: newest, run: [quote(at - 1_000), newest] }
}

export function performCommand(state: State, command: Command): readonly Event[] {
  const decision = decide(state, command)
  if ('refusal' in decision) throw new Error(`${command.type} refused: ${decision.refusal.errorCode}`)
  if (!eventListener) applyEvents(state, command, decision.events)
  else {
    dropMatchedCandidates(state, command)
    for (const event of decision.events) {
      eventListener(state, event)
      evolve(state, event)
    }
  }
  return decision.events
}

/** The oracle has its own memory and receives each event before the engine applies it. */
let eventListener: ((state: State, event: Event) => void) | null = null

export function onEvent(listener: (state: State, event: Event) => void): void {
  eventListener = listener
}

/** Sweeps securities until nothing happens, like a server on its next ticks. Returns the number of sweeps. */
export function sweepUntilRest(
  book: RestingBook,
  sightings: readonly Sighting[],
  located: (events: readonly Event[]) => void,
): number {
  for (let sweeps = 1; ; sweeps += 1) {
    addCandidatesAfterCooldown(book.state, book.at)
    const events = performCommand(book.state, {
      type: 'sweep',
      at: book.at,
      seed: 'bench',
      sightings,
      usdJpy: 150 * yen,
    })
    located(events)
    if (events.length === 0 || !sightings.some(({ securityId }) => mayHoldMatch(book.state, securityId)))
      return sweeps
  }
}

export const sweepSecurity = (
  book: RestingBook,
  securityId: string,
  located: (events: readonly Event[]) => void,
): number => sweepUntilRest(book, [sightingOf(securityId, book.at, 0)], located)

const securityNamed = (i: number): Security => ({
  securityId: `security${i}`,
  ric: `${i}.T`,
  exchange: 'XTKS',
  lotSize: 100,
  tickTable: 'FINE',
  closePrice: price,
  minPrice: 2_300 * yen,
  maxPrice: 3_700 * yen,
})

/** The market before its first advert. */
export function newMarket(securityCount: number, institutions: number, at: number): State {
  const state = emptyState()
  const numbers = Array.from({ length: institutions }, (_, i) => i)
  const firms = numbers.map((i) => ({ firmId: `firm${i}`, affiliateGroup: null, brokerIds, ...noSizeLimits }))
  const traders = numbers.map((i) => ({ traderId: `trader${i}`, firmId: `firm${i}` }))
  const brokers = brokerIds.map((brokerId) => ({ brokerId, active: true, swapEnabled: true }))
  const listed = Array.from({ length: securityCount }, (_, i) => securityNamed(i))
  const reference = { limits, calendar: state.calendar, brokers, firms, traders, securities: listed }
  performCommand(state, { type: 'changeReference', at, reference })
  for (const { traderId } of traders)
    performCommand(state, { type: 'setPresence', at, traderId, present: true })
  return state
}

/** Drafts and submits an advert. */
export function postBenchAdvert(book: RestingBook, n: number, terms: AdvertTerms): void {
  const advertId = `advert${book.made}`
  const own = { traderId: traderOf(book, n), advertId, at: book.at }
  const offsets = { advertising: 0, knockout: 500 }
  book.made += 1
  performCommand(book.state, {
    type: 'createAdvert',
    ...own,
    securityId: securityOf(book, n),
    terms,
    offsets,
  })
  performCommand(book.state, {
    type: 'submitAdvert',
    arrivalMid: null,
    usdJpy: 150 * yen,
    ...own,
    freshId: '',
    terms,
    price,
  })
  book.ids[n] = advertId
}

/** A book at rest, and the guests, whose adverts are located with the large side. */
export function newRestingBook(liveAdverts: number, securityCount = 4_000): RestingBook {
  const at = Date.UTC(2026, 10, 20, 1)
  const institutions = Math.ceil(liveAdverts / securityCount) + guestCount
  const state = newMarket(securityCount, institutions, at)
  const chance = createRandom(1)
  const book: RestingBook = { state, chance, liveAdverts, securityCount, at, ids: [], made: 0 }
  for (let n = 0; n < liveAdverts; n += 1) postBenchAdvert(book, n, termsOf(book, n))
  for (let s = 0; s < Math.min(securityCount, liveAdverts); s += 1)
    sweepSecurity(book, securityOf(book, s), (events) => {
      if (events.some(({ type }) => type === 'contraLocated')) throw new Error('the book is not at rest')
    })
  return book
}

export const lastPrice = price
