import fc from 'fast-check'
import { defaultLimits } from '../src/model/limits.ts'
import type { State } from '../src/model/state.ts'
import {
  bookIn,
  brokerNames,
  calendarOf,
  firmNames,
  type Order,
  securityNamed,
  twoSessions,
  world,
} from './book.ts'
import { choicesFrom } from './random-choices.ts'
import { drawTerms } from './random-terms.ts'

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

/** More numbers than the terms of an order are drawn from. */
const drawsOfOrder = 52

/** An order whose terms are drawn from numbers that fast-check chooses, and makes smaller when a property fails. */
export const anyOrder: fc.Arbitrary<Order> = fc
  .uint32Array({ minLength: drawsOfOrder, maxLength: drawsOfOrder })
  .map((draws) => {
    let drawn = 0
    const chance = choicesFrom(() => {
      const draw = draws[drawn] ?? 0
      drawn += 1
      return draw / 2 ** 32
    })
    const traderId = chance.oneOf(firmNames)
    const securityId = chance.oneOf(['toyota', 'toyota', 'sony'])
    const market = { security: securityNamed(securityId), brokerIds: brokerNames }
    const shareQuantity = 100 * chance.between(50, 400)
    return { traderId, securityId, terms: drawTerms(chance, market, { shareQuantity }) }
  })

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
  calendarOf([{ from: 0, to: 480 }], twoSessions, [{ from: 390, to: 450 }]),
] as const

/** Rests that end within a scenario, and budgets that one withdrawn locate or one agreement uses up. */
const tightProbing = {
  ...defaultLimits.probing,
  restAfterRaiseMs: 4_000,
  restAfterRaiseMaxMs: 30_000,
  withdrawalsPerSecurity: 1,
  withdrawalsPerFirm: 2,
  openHandoversPerTrader: 1,
}

export const anyPlan = fc.record({
  orders: anyOrders,
  affiliates: fc.constantFrom({}, { forest: ['alder', 'birch'] }),
  absent: fc.subarray([...firmNames], { maxLength: 2 }),
  limits: fc.constantFrom({}, { minLiveMs: 5_000 }, { openLocatesPerTrader: 1 }, { probing: tightProbing }),
  calendar: fc.constantFrom(...calendars),
})
type BookPlan = typeof anyPlan extends fc.Arbitrary<infer T> ? T : never

export const bookFromPlan = ({ orders, ...of }: BookPlan): State => bookIn(world(of), ...orders)
