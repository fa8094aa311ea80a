import fc from 'fast-check'
import { expect, test } from 'vitest'
import { anyPlan, bookFromPlan } from '../../test/arbitrary-book.ts'
import { anyScenario, runScenario } from '../../test/arbitrary-scenario.ts'
import { advertIn, book, bookIn, buys, perform, sells, world } from '../../test/book.ts'
import { currentQuantity } from '../adverts/quantity-decay.ts'
import { commonBrokers } from '../matching/broker-choice.ts'
import { transactionsFit } from '../matching/cash-swap.ts'
import { mayMeet } from '../matching/eligibility.ts'
import { type Advert, type AdvertTerms, transactionTypes } from './advert.ts'
import {
  emptyBook,
  enterSide,
  leaveSide,
  minimumAt,
  mostOfferedAt,
  traitsAt,
  traitsFit,
  traitsOf,
} from './pool.ts'
import { noSizeLimits } from './reference-data.ts'
import type { PoolSide, State } from './state.ts'

const buyer = buys('alder', 10_000)
const traitsAllow = (state: State, one = 'alder-1', other = 'birch-1') =>
  traitsFit(traitsOf(state, advertIn(state, one)), traitsOf(state, advertIn(state, other)))
const pairWith = (a: Partial<AdvertTerms>, b: Partial<AdvertTerms>, of?: Parameters<typeof world>[0]) =>
  bookIn(world(of), buys('alder', 10_000, a), sells('birch', 10_000, b))

test('traits allow exactly the 49 of 81 combinations of cash and swap', () => {
  let allowed = 0
  for (const transactionType of transactionTypes)
    for (const transactionTypePreference of transactionTypes)
      for (const type of transactionTypes)
        for (const preference of transactionTypes) {
          const a = { transactionType, transactionTypePreference }
          const b = { transactionType: type, transactionTypePreference: preference }
          const state = pairWith(a, b)
          expect(traitsAllow(state)).toBe(transactionsFit(a, b))
          expect(traitsAllow(state, 'birch-1', 'alder-1')).toBe(traitsAllow(state))
          if (traitsAllow(state)) allowed += 1
        }

  expect(allowed).toBe(49)
})

test('traits require a broker in both paths that both institutions may use and that is active', () => {
  const nom = { brokerIds: ['NOM'] }
  expect(traitsAllow(pairWith(nom, { brokerIds: ['DAI', 'NOM'] }))).toBe(true)
  expect(traitsAllow(pairWith(nom, { brokerIds: ['DAI', 'MIZ'] }))).toBe(false)

  const state = pairWith(nom, nom)
  const dai = { firmId: 'birch', affiliateGroup: null, brokerIds: ['DAI'], ...noSizeLimits }
  perform(state, { type: 'changeReference', at: state.at, reference: { firms: [dai] } })
  expect(traitsAllow(state)).toBe(false)

  const off = pairWith(nom, nom)
  const brokers = [{ brokerId: 'NOM', active: false, swapEnabled: true }]
  perform(off, { type: 'changeReference', at: off.at, reference: { brokers } })
  expect(traitsAllow(off)).toBe(false)
})

test('of a hundred brokers some share a bit: such a pair is checked and rejected by its brokers', () => {
  const brokers = Array.from({ length: 100 }, (_, i) => `B${i}`)
  const pairs = brokers.map((brokerId) =>
    pairWith({ brokerIds: ['B0'] }, { brokerIds: [brokerId] }, { brokers }),
  )
  const [own, ...allowed] = pairs.filter((state) => traitsAllow(state))

  expect(own).toBe(pairs[0])
  expect(allowed.length).toBeGreaterThan(0)
  for (const state of allowed) {
    const [a, b] = [advertIn(state, 'alder-1'), advertIn(state, 'birch-1')]
    expect(commonBrokers(state, a, b)).toEqual([])
    expect(mayMeet(state, a, b, state.at)).toBe(false)
  }
  for (const brokerId of brokers) {
    const pair = pairWith({ brokerIds: [brokerId] }, { brokerIds: [brokerId] }, { brokers })
    expect(traitsAllow(pair), brokerId).toBe(true)
  }
})

// rule: 4.16
test('a pool never rules out an eligible pair', () => {
  let meet = 0
  fc.assert(
    fc.property(anyPlan, anyScenario, fc.nat({ max: 4_000_000 }), (plan, scenario, later) => {
      const state = runScenario(bookFromPlan(plan), scenario.slice(0, 20))
      const at = state.at + later
      for (const { BUY, SELL } of state.index.books.values()) {
        for (const [i, buy] of BUY.adverts.entries()) {
          for (const [j, sell] of SELL.adverts.entries()) {
            if (!mayMeet(state, buy, sell, at)) continue
            meet += 1
            expect(traitsFit(traitsAt(BUY, i), traitsAt(SELL, j))).toBe(true)
            expect(mostOfferedAt(SELL, j)).toBeGreaterThanOrEqual(buy.minShares)
            expect(mostOfferedAt(BUY, i)).toBeGreaterThanOrEqual(sell.minShares)
          }
        }
      }
    }),
    { numRuns: 200 },
  )
  expect(meet).toBeGreaterThan(0)
})

test('the numbers of each advert are its own, and the quantity is never less than it offers', () => {
  fc.assert(
    fc.property(anyPlan, anyScenario, fc.nat({ max: 4_000_000 }), (plan, scenario, later) => {
      const state = runScenario(bookFromPlan(plan), scenario)
      for (const pool of state.index.books.values()) {
        for (const side of [pool.BUY, pool.SELL]) {
          expect(side.numbers).toHaveLength(3 * side.adverts.length)
          for (const [i, advert] of side.adverts.entries()) {
            const offered = currentQuantity(state, advert, state.at + later)
            expect(mostOfferedAt(side, i)).toBeGreaterThanOrEqual(offered)
            expect(minimumAt(side, i)).toBe(advert.minShares)
            expect(traitsAt(side, i)).toBe(traitsOf(state, advert))
          }
        }
      }
    }),
    { numRuns: 100 },
  )
})

test('removing an advert removes its numbers, at any index; removing a missing one changes nothing', () => {
  const state = book(buyer, buys('birch', 20_000), buys('cypress', 30_000))
  const adverts = ['alder-1', 'birch-1', 'cypress-1'].map((id) => advertIn(state, id))
  const sideOf = (members: readonly Advert[]) => {
    const { BUY: side } = emptyBook()
    for (const advert of members) enterSide(side, advert, traitsOf(state, advert))
    return side
  }
  /** The rows of a side in a canonical order. */
  const rows = (side: PoolSide) =>
    side.adverts
      .map(({ id }, i) => [id, mostOfferedAt(side, i), minimumAt(side, i), traitsAt(side, i)])
      .toSorted(([a], [b]) => (String(a) < String(b) ? -1 : 1))
  for (const gone of adverts) {
    const side = sideOf(adverts)
    for (let twice = 0; twice < 2; twice += 1) leaveSide(side, gone)
    expect(side.numbers).toHaveLength(3 * side.adverts.length)
    expect(rows(side)).toEqual(rows(sideOf(adverts.filter((advert) => advert !== gone))))
  }
})
