import type { Advert, AdvertTerms, Direction } from '../src/advert.ts'
import type { Ask, Command } from '../src/commands.ts'
import { decide } from '../src/decide.ts'
import { type Exchange, exchanges, type Security, yen } from '../src/equity.ts'
import type { Event } from '../src/events.ts'
import { apply, wake } from '../src/evolve.ts'
import type { Calendar, HourRange } from '../src/hours.ts'
import { defaultLimits, type Limits } from '../src/limits.ts'
import { type Answer, type Locate, sideOf } from '../src/locate.ts'
import type { Quote } from '../src/quote.ts'
import type { Broker, Firm, TraderAccount } from '../src/reference.ts'
import type { RefusalCode } from '../src/refusals.ts'
import { emptyState, type State } from '../src/state.ts'

/**
 * Small books for tests, made through real commands only, so that a test reads as what somebody did:
 * `book(buys('alder', 10_000), sells('birch', 6_000))`, then `ask(state, sweepAt('00:05'))`.
 * Every firm has one trader of the same name; its adverts are `alder-1`, `alder-2`. The day is a Friday.
 */
export const today = '2026-11-20'

/** A moment of the day, 'HH:MM', 'HH:MM:SS' or 'HH:MM:SS.mmm' in UTC, as milliseconds. */
export function moment(clock: string, date = today): number {
  const parsed = Date.parse(`${date}T${clock}Z`)
  if (Number.isNaN(parsed)) throw new Error(`${clock} is no time of day`)
  return parsed
}

export const firmNames = ['alder', 'birch', 'cypress', 'dogwood', 'elder', 'fir'] as const
export const brokerNames = ['NOM', 'DAI', 'MIZ', 'SMB', 'GS'] as const

/** A security that closed at 2,000 yen, in lots of 100. */
export const securityNamed = (securityId: string, more: Partial<Security> = {}): Security => ({
  securityId,
  ric: `${securityId}.T`,
  exchange: 'XTKS',
  lotSize: 100,
  topix500: true,
  closePrice: 2_000 * yen,
  minPrice: 1_500 * yen,
  maxPrice: 2_500 * yen,
  ...more,
})

const always = [{ from: 0, to: 1_440 }]

/** Hours that are the same on every exchange, open at weekends. Without hours given it never closes. */
export function calendarOf(
  platform: readonly HourRange[] = always,
  matching: readonly HourRange[] = platform,
): Calendar {
  const hours = { platform, exchange: matching, matching }
  const perExchange = Object.fromEntries(exchanges.map((each) => [each, hours]))
  return {
    name: 'of the book',
    weekends: true,
    holidays: [],
    hours: perExchange as Record<Exchange, typeof hours>,
  }
}

export interface World {
  /** Firms with one trader each, of the same name. */
  readonly firms?: readonly string[]
  /** More traders than the one of each firm. */
  readonly traders?: readonly TraderAccount[]
  /** Firms of one group, by name of the group. */
  readonly affiliates?: Readonly<Record<string, readonly string[]>>
  readonly brokers?: readonly (string | Broker)[]
  /** Brokers a firm may use, where not all. */
  readonly enabled?: Readonly<Record<string, readonly string[]>>
  readonly securities?: readonly Security[]
  readonly limits?: Partial<Limits>
  readonly calendar?: Calendar
  readonly absent?: readonly string[]
  /** When the day begins, 'HH:MM' in UTC. */
  readonly opens?: string
}

/** A platform with nothing on it yet, everybody present. */
export function world(of: World = {}): State {
  const state = emptyState()
  const at = moment(of.opens ?? '00:00')
  const firmIds = of.firms ?? firmNames
  const brokers = (of.brokers ?? brokerNames).map((broker) =>
    typeof broker === 'string' ? { brokerId: broker, active: true, swapEnabled: true } : broker,
  )
  const groupOf = (firmId: string): string | null =>
    Object.entries(of.affiliates ?? {}).find(([, members]) => members.includes(firmId))?.[0] ?? null
  const firms = firmIds.map((firmId): Firm => {
    const brokerIds = of.enabled?.[firmId] ?? brokers.map(({ brokerId }) => brokerId)
    return { firmId, affiliateGroup: groupOf(firmId), brokerIds }
  })
  const traders = [...firmIds.map((firmId) => ({ traderId: firmId, firmId })), ...(of.traders ?? [])]
  const securities = of.securities ?? [securityNamed('toyota'), securityNamed('sony')]
  const limits = { ...defaultLimits, ...of.limits }
  const calendar = of.calendar ?? calendarOf()
  const reference = { firms, brokers, traders, securities, limits, calendar }
  ask(state, { type: 'changeReference', at, reference })
  for (const { traderId } of traders)
    if (!of.absent?.includes(traderId)) ask(state, { type: 'setPresence', at, traderId, present: true })
  return state
}

/** What somebody wants: terms, and on which security. */
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
  }
  return { traderId, securityId, terms: { ...plain, ...terms } }
}

export const buys = (traderId: string, shareQuantity: number, more: More = {}): Order =>
  order(traderId, 'BUY', shareQuantity, more)
export const sells = (traderId: string, shareQuantity: number, more: More = {}): Order =>
  order(traderId, 'SELL', shareQuantity, more)

/** Orders drafted, submitted and released on a plain platform, one a second, in this order of priority. */
export const book = (...orders: readonly Order[]): State => bookIn(world(), ...orders)

/** The same on a platform of one's own. */
export function bookIn(state: State, ...orders: readonly Order[]): State {
  for (const each of orders) {
    place(state, each)
    ask(state, sweepOf(state.at, []))
  }
  return state
}

/** One order drafted and submitted, a second after the last thing that happened. Gives the advert's id. */
export function place(state: State, { traderId, securityId, terms }: Order, advertId = ''): string {
  const at = state.at + 1_000
  const id = advertId || `${traderId}-${(state.traders.get(traderId)?.counts.upload ?? 0) + 1}`
  ask(state, { type: 'createAdvert', at, traderId, advertId: id, securityId, terms })
  ask(state, submitOf(id, terms, at))
  return id
}

/** Everything takes a clock ('00:05', of the day) or a moment in milliseconds. */
export type When = string | number
const timeOf = (when: When): number => (typeof when === 'number' ? when : moment(when))
const traderOf = (advertId: string): string => advertId.slice(0, advertId.lastIndexOf('-'))

export const submitOf = (advertId: string, terms: AdvertTerms, when: When): Ask<'submitAdvert'> => ({
  type: 'submitAdvert',
  at: timeOf(when),
  traderId: traderOf(advertId),
  advertId,
  freshId: `${advertId}-again`,
  terms,
  price: 2_000 * yen,
})

/** New terms for an advert: those named, the others as they were. */
export const modifyOf = (
  state: State,
  advertId: string,
  changed: Partial<AdvertTerms>,
  when: When,
): Ask<'modifyAdvert'> => ({
  type: 'modifyAdvert',
  at: timeOf(when),
  traderId: traderOf(advertId),
  advertId,
  terms: { ...advertIn(state, advertId).terms, ...changed },
  price: 2_000 * yen,
})

/** Pause, resume or cancel, by its owner. */
export const doing = <T extends 'pauseAdvert' | 'resumeAdvert' | 'cancelAdvert'>(
  type: T,
  advertId: string,
  when: When,
) => ({ type, at: timeOf(when), traderId: traderOf(advertId), advertId })

/** A quote around a mid in yen, two ticks wide, as fresh as the moment. */
export const quoteOf = (
  securityId: string,
  when: When,
  midYen = 2_000,
  more: Partial<Quote> = {},
): Quote => ({
  securityId,
  at: timeOf(when),
  bid: (midYen - 1) * yen,
  ask: (midYen + 1) * yen,
  last: midYen * yen,
  indexMove: 0,
  ...more,
})

const sweepOf = (at: number, quotes: readonly Quote[]): Ask<'sweep'> => ({
  type: 'sweep',
  at,
  seed: `seed-${at}`,
  quotes,
})

/** The passing of time, with a fresh quote of each of the book's securities unless others are given. */
export function sweepAt(when: When, quotes?: readonly Quote[]): Ask<'sweep'> {
  const at = timeOf(when)
  return sweepOf(at, quotes ?? ['sony', 'toyota'].map((securityId) => quoteOf(securityId, at)))
}

/** An answer of a trader to the locate it was in last, with a fresh quote of its security. */
export function answerOf(
  state: State,
  traderId: string,
  answer: Answer,
  when: When,
  more: Partial<Ask<'answerLocate'>> = {},
): Ask<'answerLocate'> {
  const locate = locateOf(state, traderId)
  return {
    type: 'answerLocate',
    at: timeOf(when),
    traderId,
    locateId: locate.locateId,
    direction: sideOf(locate, traderId) ?? 'BUY',
    answer,
    quote: quoteOf(locate.securityId, when),
    agreementId: `agreement-of-${locate.locateId}`,
    passwords: { BUY: 'BUYPASS2', SELL: 'SELLPAS3' },
    ...more,
  }
}

/** The newest locate a trader is or was in. */
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

/** Gives a trader a rating at once: to earn it by answers takes days. */
export function rates(state: State, traderId: string, rating: number): void {
  const trader = state.traders.get(traderId)
  if (!trader) throw new Error(`there is no trader ${traderId}`)
  trader.rating = rating
}

/** Two orders that were located at 00:05. */
export function locatedPair(...orders: readonly Order[]): State {
  const state = book(...orders)
  const events = ask(state, sweepAt('00:05'))
  if (events.length !== 1) throw new Error(`expected one locate, not ${JSON.stringify(events)}`)
  return state
}

/** Does a command as the server would, and gives what happened. Throws when it is refused. */
export function ask(state: State, command: Command): readonly Event[] {
  if (command.type === 'sweep') wake(state, command.at)
  const decision = decide(state, command)
  if ('refusal' in decision) throw new Error(`${command.type} refused: ${decision.refusal.errorCode}`)
  apply(state, command, decision.events)
  return decision.events
}

/** The code with which a command is refused, or null when it is not. Changes nothing. */
export function refusalOf(state: State, command: Command): RefusalCode | null {
  const decision = decide(state, command)
  return 'refusal' in decision ? decision.refusal.errorCode : null
}
