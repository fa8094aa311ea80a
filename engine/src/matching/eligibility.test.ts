import fc from 'fast-check'
import { expect, test } from 'vitest'
import { anyPlan, bookFromPlan } from '../../test/arbitrary-book.ts'
import { anyScenario, runScenario } from '../../test/arbitrary-scenario.ts'
import {
  advertIn,
  answerOf,
  book,
  bookIn,
  buys,
  calendarOf,
  locatedPair,
  moment,
  type Order,
  ownerCommand,
  perform,
  quoteOf,
  securityNamed,
  sells,
  setRating,
  sweepAt,
  world,
} from '../../test/book.ts'
import type { State } from '../model/state.ts'
import {
  areAffiliated,
  conditionHolds,
  locatableQuantity,
  mayMeet,
  type PairCondition,
  pairConditions,
} from './eligibility.ts'

const buyer = buys('alder', 10_000)
const seller = sells('birch', 10_000)

/** The conditions that fail between two adverts of a state, which must be equal in both directions. */
function failing(state: State, one: string, other: string, at = state.at): PairCondition[] {
  const [a, b] = [advertIn(state, one), advertIn(state, other)]
  const fails = (from: typeof a, to: typeof a) =>
    pairConditions.filter((each) => !conditionHolds[each](state, from, to, at))
  expect(fails(b, a)).toEqual(fails(a, b))
  expect(mayMeet(state, a, b, at)).toBe(fails(a, b).length === 0)
  expect(mayMeet(state, b, a, at)).toBe(fails(a, b).length === 0)
  return fails(a, b)
}

const locates = (state: State, when: string) =>
  perform(state, sweepAt(when)).filter(({ type }) => type === 'contraLocated')

// rule: 3.1
test('two adverts for which every condition holds are located', () => {
  const state = book(buyer, seller)

  expect(failing(state, 'alder-1', 'birch-1')).toEqual([])
  expect(locates(state, '00:05')).toHaveLength(1)
})

const pausedSeller = (): State => {
  const state = book(buyer, seller)
  perform(state, ownerCommand('pauseAdvert', 'birch-1', '00:01'))
  return state
}

const silenced = (): State => {
  const state = locatedPair(buyer, seller)
  perform(state, answerOf(state, 'alder', 'DECLINE', '00:05:01'))
  perform(state, answerOf(state, 'birch', 'DECLINE', '00:05:02'))
  perform(state, ownerCommand('resumeAdvert', 'alder-1', '00:05:03'))
  perform(state, ownerCommand('resumeAdvert', 'birch-1', '00:05:04'))
  // Both have rested for long enough after their failure (E11).
  perform(state, { type: 'changeReference', at: moment('00:05:10'), reference: {} })
  return state
}

/** Birch has two open locates in other securities, and a third advert that matches alder. */
const busySeller = (): State => {
  const state = world({ traders: [{ traderId: 'clerk', firmId: 'birch' }] })
  bookIn(state, buys('cypress', 10_000), sells('birch', 10_000))
  bookIn(
    state,
    sells('birch', 10_000, { securityId: 'sony' }),
    buys('dogwood', 10_000, { securityId: 'sony' }),
  )
  perform(state, sweepAt('00:01'))
  expect(state.traders.get('birch')?.openLocates).toBe(2)
  return bookIn(state, buys('alder', 10_000))
}

/** Each failing condition of a pair, alone. */
const broken: readonly (readonly [PairCondition, string, () => State])[] = [
  // rule: 3.E1.1
  ['E1', 'both buy', () => book(buyer, buys('birch', 10_000))],
  // rule: 3.E1.2
  ['E1', 'different securities', () => book(buyer, sells('birch', 10_000, { securityId: 'sony' }))],
  // rule: 3.E2.2
  [
    'E2',
    'firms of one affiliate group',
    () => bookIn(world({ affiliates: { forest: ['alder', 'birch'] } }), buyer, seller),
  ],
  // rule: 3.E3.1
  ['E3', 'one is paused', pausedSeller],
  // rule: 3.E3.4
  ['E3', 'the two firms are silent after a decline', silenced],
  // rule: 3.E5.1
  [
    'E5',
    "the contra is smaller than the buyer's minimum",
    () => book(buys('alder', 100_000, { minimumQuantity: 50 }), sells('birch', 40_000)),
  ],
  // rule: 3.E5.2
  [
    'E5',
    "the contra is smaller than the seller's minimum",
    () => book(buys('alder', 40_000), sells('birch', 100_000, { minimumQuantity: 50 })),
  ],
  [
    'E6',
    "the buyer's hurdle is too high",
    () => book(buys('alder', 10_000, { credibilityHurdle: 61 }), seller),
  ],
  // rule: 3.E6.2
  [
    'E6',
    "the seller's hurdle is too high",
    () => book(buyer, sells('birch', 10_000, { credibilityHurdle: 61 })),
  ],
  // rule: 3.E7.1
  ['E7', 'cash against swap', () => book(buyer, sells('birch', 10_000, { transactionType: 'SWAP_ONLY' }))],
  // rule: 3.E8.1
  ['E8', 'no broker in both paths', () => book(buyer, sells('birch', 10_000, { brokerIds: ['DAI', 'MIZ'] }))],
  ['E10', 'the buyer is absent', () => bookIn(world({ absent: ['alder'] }), buyer, seller)],
  // rule: 3.E10.1
  ['E10', 'the seller is absent', () => bookIn(world({ absent: ['birch'] }), buyer, seller)],
]

test.each(broken)('%s alone keeps two adverts apart: %s', (condition, _, stateOf) => {
  const state = stateOf()

  expect(failing(state, 'alder-1', 'birch-1')).toEqual([condition])
  expect(locates(state, '00:06')).toEqual([])
})

// rule: 3.E2.1
test('E2: a firm is its own affiliate, and a firm without a group has no other', () => {
  const state = world({ affiliates: { forest: ['alder', 'birch'] } })

  expect(areAffiliated(state, 'alder', 'alder')).toBe(true)
  expect(areAffiliated(state, 'cypress', 'cypress')).toBe(true)
  expect(areAffiliated(state, 'alder', 'birch')).toBe(true)
  expect(areAffiliated(state, 'birch', 'alder')).toBe(true)
  expect(areAffiliated(state, 'alder', 'cypress')).toBe(false)
  expect(areAffiliated(state, 'cypress', 'dogwood')).toBe(false)
})

// rule: 3.E3.3
test('E3: an advert in a locate is not located again', () => {
  const state = locatedPair(buyer, seller)
  bookIn(state, sells('cypress', 20_000))

  expect(failing(state, 'alder-1', 'cypress-1')).toEqual(['E3'])
})

// rule: 3.E3.2
test('E3: an advert that waits for the exchange to open is not located', () => {
  const calendar = calendarOf([{ from: 0, to: 1_440 }], [{ from: 210, to: 384 }])
  const state = bookIn(world({ calendar }), buyer, seller)

  expect(failing(state, 'alder-1', 'birch-1')).toEqual(['E3'])
})

// rule: 20.3
test.each<[string, Order, Order, number | null]>([
  ['BUY 100,000 min 50 % × SELL 40,000 min 10 %', ...pair(100_000, 50, 40_000, 10), null],
  ['BUY 100,000 min 25 % × SELL 40,000 min 75 %', ...pair(100_000, 25, 40_000, 75), 40_000],
  ['BUY 20,000 min 10 % × SELL 50,000 min 50 %', ...pair(20_000, 10, 50_000, 50), null],
  ['BUY 20,000 min 10 % × SELL 40,000 min 50 %', ...pair(20_000, 10, 40_000, 50), 20_000],
])('E5: %s', (_, buy, sell, quantity) => {
  const state = book(buy, sell)

  expect(failing(state, 'alder-1', 'birch-1')).toEqual(quantity === null ? ['E5'] : [])
  expect(locates(state, '00:05')).toMatchObject(quantity === null ? [] : [{ locateQuantity: quantity }])
})

function pair(bought: number, buyMin: number, sold: number, sellMin: number): [Order, Order] {
  return [
    buys('alder', bought, { minimumQuantity: buyMin }),
    sells('birch', sold, { minimumQuantity: sellMin }),
  ]
}

// rule: 3.4
test('E5: minima are never reached by adding up contras', () => {
  const small = (firm: string) => sells(firm, 10_000)
  const state = book(buys('alder', 40_000, { minimumQuantity: 50 }), small('birch'), small('cypress'))

  expect(locates(state, '00:05')).toEqual([])
})

// rule: 3.E6.1
test('E6: a rating equal to the hurdle passes it', () => {
  const state = book(buys('alder', 10_000, { credibilityHurdle: 60 }), seller)

  expect(failing(state, 'alder-1', 'birch-1')).toEqual([])
})

test('E6: a rating below 10 matches nobody, even at the lowest hurdle', () => {
  const state = book(buys('alder', 10_000, { credibilityHurdle: 1 }), seller)

  for (const rating of [1, 9, 10]) {
    setRating(state, 'birch', rating)
    expect(failing(state, 'alder-1', 'birch-1')).toEqual(rating < 10 ? ['E6'] : [])
  }
})

test.each<[string, Parameters<typeof world>[0]]>([
  ['the broker is not active', { brokers: [{ brokerId: 'NOM', active: false, swapEnabled: true }, 'DAI'] }],
  ["the broker is not enabled for the buyer's firm", { enabled: { alder: ['DAI'] } }],
  // rule: 3.E8.2
  ["the broker is not enabled for the seller's firm", { enabled: { birch: ['DAI'] } }],
])('E8: two stay apart when %s any more', (_, after) => {
  const state = book(buyer, seller)
  const { firms, brokers } = world(after)
  const reference = { firms: [...firms.values()], brokers: [...brokers.values()] }
  perform(state, { type: 'changeReference', at: moment('00:04'), reference })

  expect(failing(state, 'alder-1', 'birch-1')).toEqual(['E8'])
  expect(locates(state, '00:05')).toEqual([])
})

// rule: 3.E9.1
test('E9: an advert is not located at its expiry, even before a sweep has expired it', () => {
  const state = book(buys('alder', 10_000, { duration: '60' }), seller)
  const end = advertIn(state, 'alder-1').expiryDate as number

  expect(failing(state, 'alder-1', 'birch-1', end - 1)).toEqual([])
  expect(failing(state, 'alder-1', 'birch-1', end)).toEqual(['E9'])
  expect(perform(state, sweepAt(end)).map(({ type }) => type)).toEqual(['advertExpired'])
})

// rule: 3.E10.2
test('E10: a trader with two open locates is not located a third time until one of them ends', () => {
  const state = busySeller()
  const third = sells('birch', 10_000, { securityId: 'nissan' })
  const reference = { securities: [securityNamed('nissan')] }
  perform(state, { type: 'changeReference', at: moment('00:01:10'), reference })
  bookIn(state, third, buys('alder', 10_000, { securityId: 'nissan' }))
  const sweep = (when: string) => perform(state, sweepAt(when, [quoteOf('nissan', when)]))

  expect(failing(state, 'alder-2', 'birch-3')).toEqual(['E10'])
  expect(sweep('00:01:20')).toEqual([])
  perform(state, answerOf(state, 'cypress', 'DECLINE', '00:01:21'))
  const toyota = answerOf(state, 'cypress', 'ACCEPT', '00:01:22').locateId
  perform(state, answerOf(state, 'birch', 'DECLINE', '00:01:22', { locateId: toyota, direction: 'SELL' }))
  expect(sweep('00:01:23')).toMatchObject([{ type: 'contraLocated', sellId: 'birch-3' }])
})

// rule: 3.E11.1
test('E11: a platform may require five seconds without changes, after which time alone allows a match', () => {
  const state = bookIn(world({ limits: { minLiveMs: 5_000 } }), buyer, seller)
  const settled = advertIn(state, 'birch-1').settledSince

  expect(failing(state, 'alder-1', 'birch-1', settled + 4_999)).toEqual(['E11'])
  expect(perform(state, sweepAt(settled + 4_999))).toEqual([])
  expect(failing(state, 'alder-1', 'birch-1', settled + 5_000)).toEqual([])
  expect(perform(state, sweepAt(settled + 5_000))).toMatchObject([{ type: 'contraLocated' }])
})

// rule: 3.2
test('neither eligibility nor any single condition depends on the order of the two adverts', () => {
  let meet = 0
  fc.assert(
    fc.property(anyPlan, anyScenario, fc.nat({ max: 20_000 }), (plan, scenario, later) => {
      const state = runScenario(bookFromPlan(plan), scenario.slice(0, 15))
      const at = state.at + later
      const adverts = [...state.adverts.values()]
      for (const a of adverts) {
        for (const b of adverts) {
          if (a === b) continue
          expect(mayMeet(state, a, b, at)).toBe(mayMeet(state, b, a, at))
          if (mayMeet(state, a, b, at)) meet += 1
          if (a.securityId !== b.securityId) continue
          expect(locatableQuantity(state, a, b, at)).toBe(locatableQuantity(state, b, a, at))
          for (const each of pairConditions)
            expect(conditionHolds[each](state, a, b, at), each).toBe(conditionHolds[each](state, b, a, at))
        }
      }
    }),
    { numRuns: 200 },
  )
  expect(meet).toBeGreaterThan(0)
})
