import fc from 'fast-check'
import {
  type AdvertTerms,
  type Direction,
  directions,
  durations,
  transactionTypes,
} from '../src/model/advert.ts'
import { yen } from '../src/model/price.ts'
import type { State } from '../src/model/state.ts'
import { bookIn, brokerNames, buys, calendarOf, firmNames, type Order, sells, world } from './book.ts'

/** A usual value, weighted against rare ones. */
export const mostly = <const T, const Others extends readonly unknown[]>(
  times: number,
  usual: T,
  ...others: Others
): fc.Arbitrary<T | Others[number]> =>
  fc.oneof(
    { weight: times, arbitrary: fc.constant(usual) },
    { weight: 1, arbitrary: fc.constantFrom(...others) },
  )

/** Arbitrary books for fast-check, which prints the seed and the smallest failing book. */
const anyTerms = fc.record({
  minimumQuantity: fc.integer({ min: 10, max: 75 }),
  duration: fc.constantFrom(...durations),
  credibilityHurdle: fc.constantFrom(1, 10, 10, 41, 57, 61),
  // Mostly compatible terms, so that many adverts match and some do not.
  transactionType: fc.constantFrom('CASH_SWAP', 'CASH_SWAP', ...transactionTypes),
  transactionTypePreference: fc.constantFrom('CASH_SWAP', 'CASH_SWAP', ...transactionTypes),
  brokerIds: fc.shuffledSubarray([...brokerNames], { minLength: 2, maxLength: 4 }),
  ranked: fc.boolean(),
  quantityDecay: fc.boolean(),
  advertisingTriggerActivated: mostly(5, false, true),
  knockoutTriggerActivated: mostly(4, false, true),
  indexRelativeKOTriggerActivated: mostly(5, false, true),
  indexRelativeKOTrigger: fc.constantFrom(300, 700),
})

/** Distances of levels from a mid of 2,000 yen: some markets of a scenario reach them and some do not. */
const anyDistance = fc.record({ near: fc.constantFrom(10, 10, 15, 20), far: fc.constantFrom(50, 50, 60, 70) })
const levelsOf = (direction: Direction, near: number, far: number): Partial<AdvertTerms> =>
  direction === 'BUY'
    ? { advertisingTrigger: (2_000 - near) * yen, knockoutTrigger: (2_000 + far) * yen }
    : { advertisingTrigger: (2_000 + near) * yen, knockoutTrigger: (2_000 - far) * yen }

export const anyOrder: fc.Arbitrary<Order> = fc
  .record({
    traderId: fc.constantFrom(...firmNames),
    direction: fc.constantFrom(...directions),
    lots: fc.integer({ min: 50, max: 400 }),
    securityId: fc.constantFrom('toyota', 'toyota', 'sony'),
    terms: anyTerms,
    levels: anyDistance,
  })
  .map(({ traderId, direction, lots, securityId, terms, levels }) =>
    (direction === 'BUY' ? buys : sells)(traderId, lots * 100, {
      securityId,
      ...terms,
      ...levelsOf(direction, levels.near, levels.far),
    }),
  )

/** At most one order of a firm in a security, as the platform requires. */
const anyOrders = fc.uniqueArray(anyOrder, {
  minLength: 2,
  maxLength: 12,
  size: 'max',
  selector: ({ traderId, securityId }) => `${traderId}|${securityId}`,
})

/** A platform that never closes, and one with lunch, matching after the close, and an evening session. */
const calendars = [
  calendarOf(),
  calendarOf(
    [{ from: 0, to: 480 }],
    [
      { from: 0, to: 149 },
      { from: 210, to: 384 },
    ],
    [{ from: 390, to: 450 }],
  ),
] as const

export const anyPlan = fc.record({
  orders: anyOrders,
  affiliates: fc.constantFrom({}, { forest: ['alder', 'birch'] }),
  absent: fc.subarray([...firmNames], { maxLength: 2 }),
  limits: fc.constantFrom({}, { minLiveMs: 5_000 }, { openLocatesPerTrader: 1 }),
  calendar: fc.constantFrom(...calendars),
})
type BookPlan = typeof anyPlan extends fc.Arbitrary<infer T> ? T : never

export const bookFromPlan = ({ orders, ...of }: BookPlan): State => bookIn(world(of), ...orders)
