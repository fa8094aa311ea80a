import { type Advert, type AdvertTerms, type Direction, optionalTermsOff } from '../src/model/advert.ts'
import type { CommandOf } from '../src/model/commands.ts'
import { type Answer, type Locate, sideOf } from '../src/model/locate.ts'
import { yen } from '../src/model/price.ts'
import type { Quote, Sighting } from '../src/model/quote.ts'
import type { HaltTarget, State, Trader } from '../src/model/state.ts'
import { perform } from './command-execution.ts'
import { moment, world } from './world.ts'

export { optionalTermsOff } from '../src/model/advert.ts'
export { perform, refusalCodeOf } from './command-execution.ts'
export {
  brokerNames,
  calendarOf,
  firmNames,
  moment,
  securityNamed,
  today,
  twoSessions,
  type WorldOptions,
  world,
} from './world.ts'

/**
 * Small books for tests, made by real commands only, so that a test reads like the actions in it:
 * `book(buys('alder', 10_000), sells('birch', 6_000))`, then `ask(state, sweepAt('00:05'))`. Every firm has
 * one trader of the same name; its adverts are `alder-1`, `alder-2`. The day is a Friday.
 */
/** An order: terms and a security. */
export interface Order {
  readonly traderId: string
  readonly securityId: string
  readonly terms: AdvertTerms
}

type More = Partial<AdvertTerms> & { readonly securityId?: string }

function order(traderId: string, direction: Direction, shareQuantity: number, more: More): Order {
  const { securityId = 'toyota', ...terms } = more
  const plain: AdvertTerms = {
    direction,
    shareQuantity,
    minimumQuantity: 10,
    duration: 'END_OF_DAY',
    credibilityHurdle: 10,
    transactionType: 'CASH_ONLY',
    transactionTypePreference: 'CASH_ONLY',
    brokerIds: ['NOM'],
    ranked: false,
    ...optionalTermsOff,
  }
  return { traderId, securityId, terms: { ...plain, ...terms } }
}

export const buys = (traderId: string, shareQuantity: number, more: More = {}): Order =>
  order(traderId, 'BUY', shareQuantity, more)
export const sells = (traderId: string, shareQuantity: number, more: More = {}): Order =>
  order(traderId, 'SELL', shareQuantity, more)

/** Orders drafted, submitted and released on a plain platform, one per second, in this order of priority. */
export const book = (...orders: readonly Order[]): State => bookIn(world(), ...orders)

/** The same on a given platform. */
export function bookIn(state: State, ...orders: readonly Order[]): State {
  for (const each of orders) {
    placeOrder(state, each)
    perform(state, sweepOf(state.at, []))
  }
  return state
}

/** The price of a dollar in all commands. */
const usdJpy = 150 * yen

/** The offsets of a draft whose owner never saved preferences: none, and 5 %. */
export const defaultOffsets = { advertising: 0, knockout: 500 }

/** Drafts and submits one order, a second after the last event. Returns the advert's id. */
export function placeOrder(state: State, order: Order, advertId = ''): string {
  const at = state.at + 1_000
  const id = advertId || `${order.traderId}-${(state.traders.get(order.traderId)?.counts.upload ?? 0) + 1}`
  perform(state, draftOf(order, at, id))
  perform(state, submitOf(id, order.terms, at))
  return id
}

/** Times are times of the day ('00:05') or milliseconds UTC. */
type TimeOfDay = string | number
const timeOf = (when: TimeOfDay): number => (typeof when === 'number' ? when : moment(when))
const traderOf = (advertId: string): string => advertId.slice(0, advertId.lastIndexOf('-'))

/** Only drafts an order. */
export const draftOf = (
  { traderId, securityId, terms }: Order,
  when: TimeOfDay,
  advertId = `${traderId}-1`,
): CommandOf<'createAdvert'> => ({
  type: 'createAdvert',
  at: timeOf(when),
  traderId,
  advertId,
  securityId,
  terms,
  offsets: defaultOffsets,
})

export const submitOf = (
  advertId: string,
  terms: AdvertTerms,
  when: TimeOfDay,
): CommandOf<'submitAdvert'> => ({
  type: 'submitAdvert',
  arrivalMid: null,
  usdJpy,
  at: timeOf(when),
  traderId: traderOf(advertId),
  advertId,
  freshId: `${advertId}-again`,
  terms,
  price: 2_000 * yen,
})

/** New terms for an advert: the given ones, and the others unchanged. */
export const modifyOf = (
  state: State,
  advertId: string,
  changed: Partial<AdvertTerms>,
  when: TimeOfDay,
): CommandOf<'modifyAdvert'> => ({
  type: 'modifyAdvert',
  at: timeOf(when),
  traderId: traderOf(advertId),
  advertId,
  terms: { ...advertIn(state, advertId).terms, ...changed },
  price: 2_000 * yen,
})

/** Pause, resume or cancel, by the owner; a resume is checked at 2,000 yen. */
export const ownerCommand = <T extends 'pauseAdvert' | 'resumeAdvert' | 'cancelAdvert'>(
  type: T,
  advertId: string,
  when: TimeOfDay,
) => ({ type, at: timeOf(when), traderId: traderOf(advertId), advertId, price: 2_000 * yen })

/** Creates the residual of an advert, at 2,000 yen by default. */
export const residualOf = (
  advertId: string,
  when: TimeOfDay,
  more: Partial<CommandOf<'createResidual'>> = {},
): CommandOf<'createResidual'> => ({
  ...ownerCommand('pauseAdvert', advertId, when),
  type: 'createResidual',
  residualId: `${advertId}-rest`,
  ...more,
})

/** An operator begins a halt, or ends it. */
export const haltOf = (target: HaltTarget, when: TimeOfDay, halted = true): CommandOf<'changeHalt'> => ({
  type: 'changeHalt',
  at: timeOf(when),
  target,
  halted,
  by: 'ops',
  reason: 'a test',
})

/** A quote around a mid in yen, two ticks wide and fresh. */
export const quoteOf = (
  securityId: string,
  when: TimeOfDay,
  midYen = 2_000,
  more: Partial<Quote> = {},
): Quote => ({
  securityId,
  at: timeOf(when),
  bid: (midYen - 1) * yen,
  ask: (midYen + 1) * yen,
  last: midYen * yen,
  indexMove: 0,
  condition: 'CONTINUOUS',
  officialClose: null,
  ...more,
})

/** A sighting with this quote and the same a second before, on which triggers fire. */
export const sightingOf = (
  quote: Quote,
  run: readonly Quote[] = [{ ...quote, at: quote.at - 1_000 }, quote],
): Sighting => ({
  securityId: quote.securityId,
  quote,
  run,
})

/** A sighting with this malformed quote, and another a second before. */
export const malformedSightingOf = (quote: Quote): Sighting => ({
  ...sightingOf(quote, []),
  malformedForMs: 1_000,
})

const sweepOf = (at: number, sightings: readonly Sighting[]): CommandOf<'sweep'> => ({
  type: 'sweep',
  at,
  seed: `seed-${at}`,
  sightings,
  usdJpy,
})

/** A sweep, with a fresh quote of each of the book's securities unless others are given. */
export function sweepAt(when: TimeOfDay, quotes?: readonly Quote[]): CommandOf<'sweep'> {
  const at = timeOf(when)
  const shown = quotes ?? ['sony', 'toyota'].map((securityId) => quoteOf(securityId, at))
  return sweepOf(
    at,
    shown.map((quote) => sightingOf(quote)),
  )
}

/** A sweep with the given sightings. */
export const sweepWithSightings = (when: TimeOfDay, ...sightings: readonly Sighting[]): CommandOf<'sweep'> =>
  sweepOf(timeOf(when), sightings)

/** A trader's answer to the newest locate, with a fresh quote of its security. */
export function answerOf(
  state: State,
  traderId: string,
  answer: Answer,
  when: TimeOfDay,
  more: Partial<CommandOf<'answerLocate'>> = {},
): CommandOf<'answerLocate'> {
  const locate = locateOf(state, traderId)
  const quote = more.quote === undefined ? quoteOf(locate.securityId, when) : more.quote
  return {
    type: 'answerLocate',
    at: timeOf(when),
    traderId,
    locateId: locate.locateId,
    direction: sideOf(locate, traderId) ?? 'BUY',
    answer,
    quote,
    run: quote ? [quote] : [],
    agreementId: `agreement-of-${locate.locateId}`,
    passwords: { BUY: 'BUYPASS2', SELL: 'SELLPAS3' },
    ...more,
  }
}

/** Two orders that were agreed on at 00:05:02, as `agreementId`. */
export function agreedPair(agreementId: string, ...orders: readonly Order[]): State {
  const state = locatedPair(...orders)
  for (const [i, { traderId }] of orders.entries())
    perform(state, answerOf(state, traderId, 'ACCEPT', `00:05:0${i + 1}`, { agreementId }))
  return state
}

/** The newest locate of a trader. */
export function locateOf(state: State, traderId: string): Locate {
  const found = [...state.locates.values()].findLast((locate) => sideOf(locate, traderId))
  if (!found) throw new Error(`${traderId} was never located`)
  return found
}

export function advertIn(state: State, advertId: string): Advert {
  const advert = state.adverts.get(advertId)
  if (!advert) throw new Error(`there is no advert ${advertId}`)
  return advert
}

export function traderIn(state: State, traderId: string): Trader {
  const trader = state.traders.get(traderId)
  if (!trader) throw new Error(`there is no trader ${traderId}`)
  return trader
}

/** Sets a trader's rating directly, because earning it by answers takes days. */
export function setRating(state: State, traderId: string, rating: number): void {
  traderIn(state, traderId).rating = rating
}

/**
 * Alder and birch are located at this time, birch declines a second later, and both resume. Returns when.
 */
export function failLocate(state: State, when: string): number {
  perform(state, sweepAt(when))
  const at = moment(when) + 1_000
  perform(state, answerOf(state, 'alder', 'ACCEPT', at))
  perform(state, answerOf(state, 'birch', 'DECLINE', at))
  for (const advertId of ['alder-1', 'birch-1']) perform(state, ownerCommand('resumeAdvert', advertId, at))
  return at
}

/** Two orders that were located at 00:05. */
export function locatedPair(...orders: readonly Order[]): State {
  const state = book(...orders)
  const events = perform(state, sweepAt('00:05'))
  if (events.length !== 1) throw new Error(`expected one locate, not ${JSON.stringify(events)}`)
  return state
}
