import { expect, test } from 'vitest'
import {
  advertIn,
  book,
  buys,
  calendarOf,
  draftOf,
  locatedPair,
  modifyOf,
  moment,
  ownerCommand,
  perform,
  placeOrder,
  quoteOf,
  sells,
  submitOf,
  sweepAt,
  twoSessions,
  world,
} from '../../test/book.ts'
import type { AdvertTerms } from '../model/advert.ts'
import type { EventOf } from '../model/events.ts'
import { yen } from '../model/price.ts'
import type { State } from '../model/state.ts'

const seller = sells('alder', 10_000)

/** The located pairs, buyer and seller, in the order of the sweep. */
const taken = (state: State, when: string): string[] =>
  perform(state, sweepAt(when))
    .filter((event): event is EventOf<'contraLocated'> => event.type === 'contraLocated')
    .map(({ buyId, sellId }) => `${buyId} ${sellId}`)

const changes: readonly (readonly [string, Partial<AdvertTerms>, 'keeps' | 'loses'])[] = [
  ['a smaller quantity', { shareQuantity: 9_000 }, 'keeps'],
  ['other brokers', { brokerIds: ['DAI', 'NOM'] }, 'keeps'],
  ['brokers in order', { ranked: true }, 'keeps'],
  ['another hurdle', { credibilityHurdle: 21 }, 'keeps'],
  ['another duration', { duration: '150' }, 'keeps'],
  ['another type', { transactionType: 'CASH_SWAP' }, 'keeps'],
  ['another type of the contra', { transactionTypePreference: 'CASH_SWAP' }, 'keeps'],
  ['a larger quantity', { shareQuantity: 10_100 }, 'loses'],
  ['a higher minimum', { minimumQuantity: 11 }, 'loses'],
  ['a lower minimum', { minimumQuantity: 10 }, 'loses'],
  ['the other direction', { direction: 'SELL' }, 'loses'],
  ['a knockout', { knockoutTriggerActivated: true, knockoutTrigger: 2_100 * yen }, 'loses'],
  ['a smaller quantity and another minimum', { shareQuantity: 9_000, minimumQuantity: 20 }, 'loses'],
]

// rule: 4.7
test.each(changes)('a modify to %s %s the time priority', (what, changed, outcome) => {
  const minimumQuantity = what === 'a lower minimum' ? 25 : 10
  const state = book(buys('alder', 10_000, { minimumQuantity }))
  const before = advertIn(state, 'alder-1').priorityTime
  const events = perform(state, modifyOf(state, 'alder-1', changed, '00:30'))

  expect(events).toMatchObject([{ type: 'advertModified', keepsPriority: outcome === 'keeps' }])
  expect(advertIn(state, 'alder-1').priorityTime).toBe(outcome === 'keeps' ? before : moment('00:30'))
})

// rule: 4.18
test.each<[string, Partial<AdvertTerms>, Partial<AdvertTerms>, 'keeps' | 'loses']>([
  ['decay switched off', { quantityDecay: true }, { quantityDecay: false }, 'loses'],
  ['decay switched on', {}, { quantityDecay: true }, 'keeps'],
  ['a decay that starts again higher', { quantityDecay: true }, { shareQuantity: 9_900 }, 'loses'],
  ['a decay that starts again lower', { quantityDecay: true }, { shareQuantity: 5_000 }, 'keeps'],
  ['a longer life of a decay', { quantityDecay: true }, { duration: '150' }, 'loses'],
])('what an advert offers decides: %s', (_, before, changed, outcome) => {
  const state = book(buys('alder', 10_000, { duration: '60', ...before }))

  expect(perform(state, modifyOf(state, 'alder-1', changed, '00:30'))).toMatchObject([
    { keepsPriority: outcome === 'keeps' },
  ])
})

// rule: 4.19
test('adverts that wait for the open queue by when they were sent, not by when they were drafted', () => {
  const state = world({ calendar: calendarOf([{ from: 0, to: 480 }], [{ from: 30, to: 384 }]) })
  const [early, late] = [buys('birch', 10_000), buys('cypress', 10_000)]
  placeOrder(state, seller)
  perform(state, draftOf(early, '00:01'))
  perform(state, draftOf(late, '00:02'))
  perform(state, submitOf('cypress-1', late.terms, '00:10'))
  perform(state, submitOf('birch-1', early.terms, '00:20'))

  expect(taken(state, '00:30')).toEqual(['cypress-1 alder-1'])
  expect(advertIn(state, 'birch-1').priorityTime).toBe(moment('00:20'))
})

test('an advert that is enlarged or resumed before the open queues since then', () => {
  const state = world({ calendar: calendarOf([{ from: 0, to: 480 }], [{ from: 30, to: 384 }]) })
  for (const order of [buys('birch', 10_000), buys('cypress', 10_000)]) placeOrder(state, order)
  perform(state, modifyOf(state, 'birch-1', { shareQuantity: 20_000 }, '00:15'))
  perform(state, ownerCommand('pauseAdvert', 'cypress-1', '00:15'))
  perform(state, ownerCommand('resumeAdvert', 'cypress-1', '00:20'))
  perform(state, sweepAt('00:30'))

  expect(advertIn(state, 'birch-1').priorityTime).toBe(moment('00:15'))
  expect(advertIn(state, 'cypress-1').priorityTime).toBe(moment('00:20'))
})

// rule: 4.19
test('an advert whose trigger has fired queues from its resume in the lunch break, not from the open', () => {
  const state = world({ calendar: calendarOf([{ from: 0, to: 480 }], twoSessions) })
  const trigger = { advertisingTriggerActivated: true, advertisingTrigger: 1_990 * yen }
  placeOrder(state, buys('birch', 10_000, trigger))
  perform(state, sweepAt('00:05', [quoteOf('toyota', '00:05', 1_985)]))
  expect(advertIn(state, 'birch-1')).toMatchObject({
    advertisementStatus: 'LIVE',
    priorityTime: moment('00:05'),
  })
  perform(state, ownerCommand('pauseAdvert', 'birch-1', '02:35'))
  perform(state, ownerCommand('resumeAdvert', 'birch-1', '03:00'))
  placeOrder(state, seller)
  placeOrder(state, buys('cypress', 10_000))

  expect(taken(state, '03:30')).toEqual(['birch-1 alder-1'])
  expect(advertIn(state, 'birch-1').priorityTime).toBe(moment('03:00'))
})

test('a reduced advert keeps its priority over later ones; an enlarged one loses it', () => {
  const queue = () => book(sells('alder', 8_000), buys('birch', 10_000), buys('cypress', 10_000))
  const [reduced, enlarged] = [queue(), queue()]
  perform(reduced, modifyOf(reduced, 'birch-1', { shareQuantity: 9_000 }, '00:01'))
  perform(enlarged, modifyOf(enlarged, 'birch-1', { shareQuantity: 11_000 }, '00:01'))

  expect(taken(reduced, '00:05')).toEqual(['birch-1 alder-1'])
  expect(taken(enlarged, '00:05')).toEqual(['cypress-1 alder-1'])
})

// rule: 4.9
test('a withdrawn locate keeps the time priority', () => {
  const state = locatedPair(buys('alder', 10_000), sells('birch', 10_000))
  const before = advertIn(state, 'alder-1').priorityTime
  perform(state, {
    type: 'changeReference',
    at: state.at,
    reference: { brokers: [{ brokerId: 'NOM', active: false, swapEnabled: true }] },
  })
  perform(state, sweepAt('00:05:01'))

  expect(advertIn(state, 'alder-1')).toMatchObject({ advertisementStatus: 'LIVE', priorityTime: before })
})
