import { yen } from '../src/model/price.ts'
import type { Sighting } from '../src/model/quote.ts'
import type { State } from '../src/model/state.ts'
import {
  answerOf,
  bookIn,
  buys,
  calendarOf,
  draftOf,
  locatedPair,
  malformedSightingOf,
  ownerCommand,
  perform,
  quoteOf,
  sells,
  sightingOf,
  sweepAt,
  sweepWithSightings,
  world,
} from './book.ts'

/** Alder's advert, whose residual is large enough to be sent, and birch's contra. */
export const buyOrder = buys('alder', 20_000, {
  knockoutTriggerActivated: true,
  knockoutTrigger: 2_050 * yen,
})
const seller = sells('birch', 10_000)
const armed = { advertisingTriggerActivated: true, advertisingTrigger: 1_990 * yen }
const closed = calendarOf([{ from: 0, to: 1_440 }], [{ from: 300, to: 384 }])

const drafted = (): State => {
  const state = world()
  perform(state, draftOf(buyOrder, state.at))
  return state
}

const after = (type: 'pauseAdvert' | 'cancelAdvert'): State => {
  const state = bookIn(world(), buyOrder)
  perform(state, ownerCommand(type, 'alder-1', '00:05'))
  return state
}

const expired = (): State => {
  const state = bookIn(world(), buys('alder', 20_000, { duration: '60' }))
  perform(state, sweepAt('01:05'))
  return state
}

/** Cancelled because of the market. */
const killedBy = (sighting: Sighting): State => {
  const state = bookIn(world(), buyOrder)
  perform(state, sweepWithSightings('00:05', sighting))
  return state
}

const answered = (...traders: string[]): State => {
  const state = locatedPair(buyOrder, seller)
  for (const traderId of traders) perform(state, answerOf(state, traderId, 'ACCEPT', '00:05:01'))
  return state
}

/** Alder's advert alder-1, brought to each status by real commands, in every way that makes a difference. */
export const statusSituations = {
  UNSENT: drafted,
  'SENT, before the open': () => bookIn(world({ calendar: closed }), buyOrder),
  'SENT, armed': () => bookIn(world(), { ...buyOrder, terms: { ...buyOrder.terms, ...armed } }),
  LIVE: () => bookIn(world(), buyOrder),
  PAUSED: () => after('pauseAdvert'),
  'ACCEPT/DECLINE?': () => answered(),
  LOCATED: () => answered('alder'),
  COMPLETED: () => answered('alder', 'birch'),
  'DEAD, EXPIRED': expired,
  'DEAD, CANCELLED_BY_USER': () => after('cancelAdvert'),
  'DEAD, CANCEL_TRIGGER': () => killedBy(sightingOf(quoteOf('toyota', '00:05', 2_050))),
  'DEAD, MALFORMED_MARKET': () =>
    killedBy(malformedSightingOf(quoteOf('toyota', '00:05', 2_000, { bid: 0.5 }))),
} satisfies Record<string, () => State>
export type StatusSituation = keyof typeof statusSituations
export const statusSituationNames = Object.keys(statusSituations) as readonly StatusSituation[]

/** The status in the name of a situation. */
export const statusOfSituation = (situation: StatusSituation): string => situation.split(',')[0] as string
