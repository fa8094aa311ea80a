import fc from 'fast-check'
import { expect, test } from 'vitest'
import { anyPlan, bookFromPlan } from '../../test/arbitrary-book.ts'
import { anyScenario, latestTime, runScenario } from '../../test/arbitrary-scenario.ts'
import {
  advertIn,
  book,
  bookIn,
  buys,
  draftOf,
  modifyOf,
  ownerCommand,
  perform,
  placeOrder,
  quoteOf,
  securityNamed,
  sells,
  setRating,
  submitOf,
  sweepAt,
  world,
} from '../../test/book.ts'
import { matchingPrice } from '../market/matching-price.ts'
import type { Advert, Direction } from '../model/advert.ts'
import type { EventOf } from '../model/events.ts'
import type { Quote } from '../model/quote.ts'
import type { State } from '../model/state.ts'
import { mayMeet } from './eligibility.ts'
import { byPriority, type EligiblePair, eligiblePairOf, eligiblePairsIn } from './priority.ts'

const seller = sells('alder', 10_000)

/** The located pairs, buyer and seller, in the order of the sweep. */
const taken = (state: State, when: string, quotes?: readonly Quote[]): string[] =>
  perform(state, sweepAt(when, quotes))
    .filter((event): event is EventOf<'contraLocated'> => event.type === 'contraLocated')
    .map(({ buyId, sellId }) => `${buyId} ${sellId}`)

// rule: 4.1
test('the larger quantity comes first, however late and badly rated its owner', () => {
  const state = book(seller, buys('birch', 9_900), buys('cypress', 10_000))
  setRating(state, 'birch', 100)

  expect(taken(state, '00:05')).toEqual(['cypress-1 alder-1'])
})

// rule: 4.2
test('of equal quantities the better rated owner comes first', () => {
  const state = book(seller, buys('birch', 20_000), buys('cypress', 10_000))
  setRating(state, 'cypress', 61)

  expect(taken(state, '00:05')).toEqual(['cypress-1 alder-1'])
})

// rule: 4.3
test('a better rating in the same band of stars is no advantage', () => {
  const state = book(seller, buys('birch', 10_000), buys('cypress', 10_000))
  setRating(state, 'birch', 41)
  setRating(state, 'cypress', 60)

  expect(taken(state, '00:05')).toEqual(['birch-1 alder-1'])
})

// rule: 4.4
test('of otherwise equal adverts the one that was live first comes first', () => {
  const state = book(seller, buys('birch', 10_000), buys('cypress', 10_000))
  perform(state, ownerCommand('pauseAdvert', 'birch-1', '00:01'))
  perform(state, ownerCommand('resumeAdvert', 'birch-1', '00:02'))

  expect(taken(state, '00:05')).toEqual(['cypress-1 alder-1'])
})

/** Makes birch-1 draft before cypress-1 and queue behind it. */
const losesItsPriority: readonly (readonly [string, (state: State) => void])[] = [
  [
    'is resumed after the other was sent',
    (state) => {
      placeOrder(state, buys('birch', 10_000))
      placeOrder(state, buys('cypress', 10_000))
      perform(state, ownerCommand('pauseAdvert', 'birch-1', '00:07'))
      perform(state, ownerCommand('resumeAdvert', 'birch-1', '00:07:01'))
    },
  ],
  [
    'raises its quantity after the other was sent',
    (state) => {
      placeOrder(state, buys('birch', 9_000))
      placeOrder(state, buys('cypress', 10_000))
      perform(state, modifyOf(state, 'birch-1', { shareQuantity: 10_000 }, '00:07'))
    },
  ],
  [
    'is drafted before the other and sent after it',
    (state) => {
      const order = buys('birch', 10_000)
      perform(state, draftOf(order, '00:05'))
      placeOrder(state, buys('cypress', 10_000))
      perform(state, submitOf('birch-1', order.terms, '00:08'))
    },
  ],
]

// rule: 4.21
test.each(losesItsPriority)('a newcomer meets the other of two resting adverts if one %s', (_, rest) => {
  const state = world()
  rest(state)
  bookIn(state, seller)

  expect(taken(state, '00:10')).toEqual(['cypress-1 alder-1'])
})

// rule: 4.5
test('of two that became live at the same time the one drafted first comes first', () => {
  const state = world()
  placeOrder(state, seller)
  const [first, second] = [buys('cypress', 10_000), buys('birch', 10_000)]
  perform(state, draftOf(first, '00:00:10'))
  perform(state, draftOf(second, '00:00:11'))
  perform(state, submitOf('birch-1', second.terms, '00:00:20'))
  perform(state, submitOf('cypress-1', first.terms, '00:00:20'))
  perform(state, sweepAt('00:01', []))
  expect(advertIn(state, 'birch-1').priorityTime).toBe(advertIn(state, 'cypress-1').priorityTime)

  expect(taken(state, '00:05')).toEqual(['cypress-1 alder-1'])
})

// rule: 4.6
test('pairs are ranked over the whole security: the largest first, each advert once', () => {
  const state = book(
    buys('alder', 10_000),
    buys('birch', 30_000),
    sells('cypress', 20_000),
    sells('dogwood', 40_000),
  )

  expect(taken(state, '00:05')).toEqual(['birch-1 dogwood-1', 'alder-1 cypress-1'])
})

test('the best pair is located even if two worse ones would have used all four adverts', () => {
  const state = book(
    buys('alder', 30_000, { minimumQuantity: 50 }),
    buys('birch', 10_000),
    sells('cypress', 30_000),
    sells('dogwood', 15_000, { minimumQuantity: 75 }),
  )

  expect(taken(state, '00:05')).toEqual(['alder-1 cypress-1'])
})

test('a sweep never opens a third locate for a trader, however many contras there are', () => {
  const names = ['toyota', 'sony', 'nissan']
  const state = world({ securities: names.map((name) => securityNamed(name)) })
  for (const securityId of names)
    bookIn(state, sells('alder', 10_000, { securityId }), buys('birch', 10_000, { securityId }))
  const sweep = (when: string) => {
    const quotes = names.map((securityId) => quoteOf(securityId, when))
    return perform(state, sweepAt(when, quotes)).map(({ type }) => type)
  }

  expect(sweep('00:05')).toEqual(['contraLocated', 'contraLocated'])
  expect(state.traders.get('alder')?.openLocates).toBe(2)
  expect(sweep('00:05:01')).toEqual([])
})

test('an open locate counts towards the limit when one sweep could open two more', () => {
  const names = ['toyota', 'sony', 'nissan']
  const state = world({ securities: names.map((name) => securityNamed(name)) })
  const sweep = (when: string) =>
    taken(
      state,
      when,
      names.map((securityId) => quoteOf(securityId, when)),
    )
  bookIn(state, sells('alder', 10_000), buys('birch', 10_000))
  expect(sweep('00:05')).toEqual(['birch-1 alder-1'])
  for (const securityId of ['sony', 'nissan'])
    bookIn(state, sells('alder', 10_000, { securityId }), buys('cypress', 10_000, { securityId }))

  expect(sweep('00:05:10')).toHaveLength(1)
})

/** Adverts whose ranking keys are drawn from a few values, so that ties are common. */
const anySides = fc.array(
  fc.record({
    quantity: fc.integer({ min: 1, max: 3 }),
    since: fc.nat({ max: 3 }),
    band: fc.integer({ min: 1, max: 3 }),
  }),
  { minLength: 4, maxLength: 9 },
)
type Side = Pick<Advert, 'sequence' | 'priorityTime'> & { quantity: number; band: number }

/** Every pair of a random book, with alternating directions and unique sequences. */
const anyPairs = anySides.map((sides) => {
  const all = sides.map(({ quantity, since, band }, sequence) => ({
    quantity,
    band,
    priorityTime: since,
    sequence,
  }))
  const of = (direction: Direction): Side[] => all.filter((_, i) => (i % 2 === 0) === (direction === 'BUY'))
  return of('BUY').flatMap((buy) =>
    of('SELL').map((sell) => ({
      buy: buy as unknown as Advert,
      sell: sell as unknown as Advert,
      quantity: Math.min(buy.quantity, sell.quantity),
      bands: buy.band + sell.band,
      later: Math.max(buy.priorityTime, sell.priorityTime),
      earlier: Math.min(buy.priorityTime, sell.priorityTime),
      first: Math.min(buy.sequence, sell.sequence),
      last: Math.max(buy.sequence, sell.sequence),
    })),
  )
})

// rule: 4.10, 4.11, 4.12, 4.17
test('the order of pairs is strict, total and transitive: no two different pairs rank equally', () => {
  fc.assert(
    fc.property(anyPairs, (pairs) => {
      const before = (x: EligiblePair, y: EligiblePair): boolean => byPriority(x, y) < 0
      for (const x of pairs)
        for (const y of pairs) {
          expect(byPriority(x, y) === 0).toBe(x === y)
          expect(Math.sign(byPriority(x, y))).toBe(0 - Math.sign(byPriority(y, x)))
          for (const z of pairs) if (before(x, y) && before(y, z)) expect(before(x, z)).toBe(true)
        }
    }),
  )
})

test('a pair is the same in either order', () => {
  const state = book(buys('alder', 10_000), sells('birch', 8_000))
  const [buy, sell] = [advertIn(state, 'alder-1'), advertIn(state, 'birch-1')]

  expect(eligiblePairOf(state, sell, buy, state.at)).toEqual(eligiblePairOf(state, buy, sell, state.at))
  expect(eligiblePairOf(state, sell, buy, state.at)).toEqual({
    buy,
    sell,
    quantity: 8_000,
    bands: 6,
    later: sell.priorityTime,
    earlier: buy.priorityTime,
    first: buy.sequence,
    last: sell.sequence,
  })
})

// rule: 4.13
test('after a sweep no two adverts are left that could still match', () => {
  let located = 0
  const canMeet = (state: State, { securityId }: Advert, at: number): boolean =>
    matchingPrice(state, { quote: quoteOf(securityId, at) }, at) !== null
  fc.assert(
    fc.property(anyPlan, anyScenario, (plan, scenario) => {
      const state = runScenario(bookFromPlan(plan), scenario)
      const at = latestTime(state) + 6_000
      perform(state, sweepAt(at, []))
      located += perform(state, sweepAt(at)).filter(({ type }) => type === 'contraLocated').length
      // In a closed or halted market nothing matches.
      const adverts = [...state.adverts.values()].filter((advert) => canMeet(state, advert, at))
      for (const a of adverts)
        for (const b of adverts) expect(mayMeet(state, a, b, at), `${a.id} and ${b.id}`).toBe(false)
    }),
    { numRuns: 300 },
  )
  expect(located).toBeGreaterThan(0)
})

test('a single candidate finds the best of all its possible pairs', () => {
  let found = 0
  fc.assert(
    fc.property(anyPlan, anyScenario, fc.nat(), (plan, scenario, later) => {
      const state = runScenario(bookFromPlan(plan), scenario)
      const at = latestTime(state) + (later % 100_000)
      for (const [securityId, pool] of state.index.books) {
        for (const advert of [...pool.BUY.adverts, ...pool.SELL.adverts]) {
          const contras = advert.terms.direction === 'BUY' ? pool.SELL.adverts : pool.BUY.adverts
          const all = contras.filter((contra) => mayMeet(state, advert, contra, at))
          const [first] = all.map((contra) => eligiblePairOf(state, advert, contra, at)).sort(byPriority)
          pool.candidates.clear()
          pool.candidates.add(advert)

          expect(eligiblePairsIn(state, securityId, at)).toEqual(first ? [first] : [])
          if (all.length > 1) found += 1
        }
      }
    }),
    { numRuns: 200 },
  )
  expect(found).toBeGreaterThan(0)
})
