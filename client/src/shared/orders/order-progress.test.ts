import type { AdvertStatus, Direction } from '@aitai/engine/model/advert.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type OrderLocate, orderProgress, ordersOf, orderTotals, partValue } from './order-progress.ts'

interface Given {
  readonly id: string
  readonly direction?: Direction
  readonly orderReference?: string | null
  readonly parentQuantity?: number | null
  readonly doneElsewhere?: number
  readonly advertisementStatus?: AdvertStatus
  readonly submitTime?: number | null
  readonly securityId?: string
  readonly jpynotional?: number
}

const advert = ({ id, ...given }: Given) => ({
  id,
  securityId: '7203',
  direction: 'BUY' as const,
  orderReference: null,
  parentQuantity: 50_000,
  doneElsewhere: 0,
  advertisementStatus: 'LIVE' as const,
  submitTime: 1,
  shareQuantity: 10_000,
  currentQuantity: 10_000,
  jpynotional: 20_000_000,
  ...given,
})

const locate = (
  advertisementId: string,
  locateQuantity: number,
  rest: Partial<OrderLocate> = {},
): OrderLocate => ({ advertisementId, locateQuantity, outcome: 'ACCEPTED', notExecuted: null, ...rest })

const executions = (...quantities: readonly number[]) =>
  quantities.map((quantity) => ({ quantity, price: 2_000, executedAt: 1, reportedAt: 2 }))

// rule: 27.6
test('located, agreed and executed are the parts of the day’s locates', () => {
  const order = advert({ id: 'a', doneElsewhere: 5_000 })
  const locates = [
    locate('a', 1_000, { outcome: null }),
    locate('a', 10_000, { executions: executions(4_000, 2_000) }),
    locate('a', 3_000, { notExecuted: { reportedAt: 2, by: 'CONTRA' } }),
    locate('a', 700, { outcome: 'CONTRA_DECLINED' }),
    locate('other', 900),
  ]

  expect(orderProgress(order, [order], locates)).toMatchObject({
    parentQuantity: 50_000,
    doneElsewhere: 5_000,
    located: 1_000,
    agreed: 4_000,
    executed: 6_000,
    left: 35_000,
  })
})

// rule: 27.7
test('never less than nothing is left', () => {
  const order = advert({ id: 'a', parentQuantity: 10_000, doneElsewhere: 9_000 })
  expect(orderProgress(order, [order], [locate('a', 2_000)])?.left).toBe(0)
})

// rule: 27.7
test('every share of an order that is not overfilled is elsewhere, agreed, executed or left', () => {
  const parts = fc.record({
    quantity: fc.integer({ min: 1, max: 10_000 }),
    executed: fc.integer({ min: 0, max: 10_000 }),
    outcome: fc.constantFrom('ACCEPTED', 'DECLINED', 'WITHDRAWN', null),
  })
  fc.assert(
    fc.property(fc.array(parts), fc.nat(100_000), fc.nat(100_000), (locates, elsewhere, rest) => {
      const accepted = locates.filter(({ outcome }) => outcome === 'ACCEPTED')
      const parentQuantity = accepted.reduce((sum, { quantity }) => sum + quantity, 1 + elsewhere + rest)
      const order = advert({ id: 'a', parentQuantity, doneElsewhere: elsewhere })
      const progress = orderProgress(
        order,
        [order],
        locates.map(({ quantity, executed, outcome }) =>
          locate('a', quantity, { outcome, executions: executions(Math.min(quantity, executed)) }),
        ),
      )
      const { agreed = 0, executed = 0, left = 0 } = progress ?? {}
      expect(elsewhere + agreed + executed + left).toBe(parentQuantity)
      expect(left).toBe(1 + rest)
    }),
  )
})

// rule: 27.5
test('the adverts of one order have its security, side and reference', () => {
  const order = advert({ id: 'a', orderReference: 'PT-1' })
  const others = [
    advert({ id: 'sell', orderReference: 'PT-1', direction: 'SELL' }),
    advert({ id: 'none' }),
    advert({ id: 'sony', orderReference: 'PT-1', securityId: '6758' }),
  ]
  const locates = [...others, order].map(({ id }) => locate(id, 1_000))

  expect(orderProgress(order, [order, ...others], locates)?.left).toBe(49_000)
})

// rule: 27.5
test('an order is as large as its open advert says, else the one that was sent last', () => {
  const done = advert({ id: 'a', advertisementStatus: 'COMPLETED', submitTime: 1, parentQuantity: 20_000 })
  const cancelled = advert({ id: 'b', advertisementStatus: 'DEAD', submitTime: 3, parentQuantity: 30_000 })
  const live = advert({ id: 'c', submitTime: 2, parentQuantity: 40_000 })
  const draft = advert({ id: 'd', advertisementStatus: 'UNSENT', submitTime: null, parentQuantity: 60_000 })
  const quantitiesOf = (...adverts: readonly ReturnType<typeof advert>[]) =>
    ordersOf(adverts, [locate('a', 5_000)]).map(({ parentQuantity, left, offered }) => ({
      parentQuantity,
      left,
      offered,
    }))

  expect(quantitiesOf(done, cancelled, live, draft)).toEqual([
    { parentQuantity: 40_000, left: 35_000, offered: 10_000 },
  ])
  expect(quantitiesOf(done, cancelled)).toEqual([{ parentQuantity: 30_000, left: 25_000, offered: 0 }])
  expect(quantitiesOf(draft)).toEqual([])
  expect(quantitiesOf(advert({ id: 'e', parentQuantity: null }))).toEqual([])
})

test('an order has the value of its shares at the price of its IOI', () => {
  const order = advert({ id: 'a' })
  const [found] = ordersOf([order], [locate('a', 20_000)])
  if (!found) throw new Error('no order')
  expect(partValue(found, 'parentQuantity')).toBe(100_000_000)
  expect(partValue(found, 'left')).toBe(60_000_000)
})

// rule: 27.6
test('the totals of a list are the values of all parts, each order at the price of its own IOI', () => {
  const toyota = advert({ id: 'a', doneElsewhere: 5_000 })
  const sony = advert({ id: 'b', securityId: '6758', parentQuantity: 10_000, jpynotional: 30_000_000 })
  const orders = ordersOf(
    [toyota, sony],
    [
      locate('a', 1_000, { outcome: null }),
      locate('a', 10_000, { executions: executions(4_000) }),
      locate('b', 10_000, { executions: executions(10_000) }),
    ],
  )

  expect(orderTotals(orders)).toEqual({
    count: 2,
    done: 1,
    parentQuantity: 100_000_000 + 30_000_000,
    doneElsewhere: 10_000_000,
    located: 2_000_000,
    agreed: 12_000_000,
    executed: 8_000_000 + 30_000_000,
    left: 70_000_000,
  })
  expect(orderTotals([])).toEqual({
    ...{ count: 0, done: 0, parentQuantity: 0, doneElsewhere: 0 },
    ...{ located: 0, agreed: 0, executed: 0, left: 0 },
  })
})
