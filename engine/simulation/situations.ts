import { yen } from '../src/equity.ts'
import type { State } from '../src/state.ts'
import {
  answerOf,
  ask,
  bookIn,
  buys,
  calendarOf,
  doing,
  draftOf,
  locatedPair,
  quoteOf,
  sells,
  sweepAt,
  world,
} from './book.ts'

/** Alder's advert, whose rest is large enough to go on with, and birch's that it meets. */
export const buyer = buys('alder', 20_000, { knockoutTriggerActivated: true, knockoutTrigger: 2_050 * yen })
const seller = sells('birch', 10_000)
const armed = { advertisingTriggerActivated: true, advertisingTrigger: 1_990 * yen }
const closed = calendarOf([{ from: 0, to: 1_440 }], [{ from: 300, to: 384 }])

const drafted = (): State => {
  const state = world()
  ask(state, draftOf(buyer, state.at))
  return state
}

const after = (type: 'pauseAdvert' | 'cancelAdvert'): State => {
  const state = bookIn(world(), buyer)
  ask(state, doing(type, 'alder-1', '00:05'))
  return state
}

const expired = (): State => {
  const state = bookIn(world(), buys('alder', 20_000, { duration: '60' }))
  ask(state, sweepAt('01:05'))
  return state
}

/** In a market that did not bear it. */
const killedBy = (midYen: number, bid = (midYen - 1) * yen): State => {
  const state = bookIn(world(), buyer)
  ask(state, sweepAt('00:05', [quoteOf('toyota', '00:05', midYen, { bid })]))
  return state
}

const answered = (...traders: string[]): State => {
  const state = locatedPair(buyer, seller)
  for (const traderId of traders) ask(state, answerOf(state, traderId, 'ACCEPT', '00:05:01'))
  return state
}

/** Alder's advert alder-1, brought to each status by real commands: in every way that makes a difference. */
export const situations = {
  UNSENT: drafted,
  'SENT, before the open': () => bookIn(world({ calendar: closed }), buyer),
  'SENT, armed': () => bookIn(world(), { ...buyer, terms: { ...buyer.terms, ...armed } }),
  LIVE: () => bookIn(world(), buyer),
  PAUSED: () => after('pauseAdvert'),
  'ACCEPT/DECLINE?': () => answered(),
  LOCATED: () => answered('alder'),
  COMPLETED: () => answered('alder', 'birch'),
  'DEAD, EXPIRED': expired,
  'DEAD, CANCELLED_BY_USER': () => after('cancelAdvert'),
  'DEAD, CANCEL_TRIGGER': () => killedBy(2_050),
  'DEAD, MALFORMED_MARKET': () => killedBy(2_000, 0.5),
} satisfies Record<string, () => State>
export type Situation = keyof typeof situations
export const allSituations = Object.keys(situations) as readonly Situation[]

/** The status that a situation is named after. */
export const statusIn = (situation: Situation): string => situation.split(',')[0] as string
