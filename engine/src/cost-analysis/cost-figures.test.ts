import { expect, test } from 'vitest'
import { minuteMs } from '../calendar/trading-days.ts'
import { toPrice, type Yen } from '../model/price.ts'
import { type AgreedIoi, costFiguresOf, type MarketMinute } from './cost-figures.ts'

/*
 * Worked by hand from the text of docs/rules.md §24, before the function was written. Times are of the day in Tokyo.
 */

const time = (clock: string): number => Date.parse(`2026-11-20T${clock}+09:00`)
const minute = (
  clock: string,
  volume: number | null,
  vwap: Yen | null,
  mid: Yen | null = null,
): MarketMinute => ({
  at: time(`${clock}:00`),
  volume,
  vwap: vwap === null ? null : toPrice(vwap),
  mid: mid === null ? null : toPrice(mid),
})

/** As they are known in the evening, unless the time says otherwise. */
const figuresOf = (ioi: AgreedIoi, minutes: readonly MarketMinute[], now = time('18:00:00')) =>
  costFiguresOf(ioi, minutes, now)

/** Sent at 10:00:30 with the mid at 2,000; 6,000 of 10,000 located at 10:03:15, 2,000 × 2,002. */
const purchase: AgreedIoi = {
  direction: 'BUY',
  shareQuantity: 10_000,
  submitTime: time('10:00:30'),
  arrivalMid: toPrice(2_000),
  locatedAt: time('10:03:15'),
  locatedQuantity: 6_000,
  midAtLocate: toPrice(2_001),
  bid: toPrice(2_000),
  ask: toPrice(2_002),
  executions: [{ quantity: 6_000, price: toPrice(2_000.5) }],
}
const morning = [
  minute('10:00', 1_000, 2_000),
  minute('10:01', 2_000, 2_001),
  minute('10:02', 1_000, 2_002),
  minute('10:03', 4_000, 2_001, 2_000.5),
  minute('10:07', 500, 2_002, 2_002),
  minute('10:32', 500, 2_001, 2_001),
]

// rule: 24.11, 24.12, 24.13, 24.14
test('a purchase below the mid: half-spread, arrival, interval VWAP and reversion by hand', () => {
  const figures = figuresOf(purchase, morning)

  // Half of the 2 yen between bid and ask is 1 yen: 1 / 2,000 = 5 bp; 1 × 6,000 shares = 6,000 yen.
  expect(figures.halfSpreadBp).toBe(5)
  expect(figures.halfSpreadSaved).toBe(toPrice(6_000))
  // Paid 2,000.5 against an arrival at 2,000: 0.5 / 2,000 = 2.5 bp against the buyer.
  expect(figures.againstArrivalBp).toBe(-2.5)
  // 30 s of 10:00 (500 shares), 10:01, 10:02 and 15 s of 10:03 (1,000 shares):
  // (500 × 2,000 + 2,000 × 2,001 + 1,000 × 2,002 + 1,000 × 2,001) / 4,500 = 9,005,000 / 4,500 = 2,001.111…
  expect(figures.intervalVwap).toBeCloseTo(9_005_000_0000 / 4_500, 6)
  // 2,001.111 − 2,000.5 = 0.611 yen below it: 3.06 bp for the buyer.
  expect(figures.againstVwapBp).toBe(3.06)
  // At 10:04:15 the last minute is 10:03: 2,000.5, half a yen lower than the located mid: it came back 2.5 bp.
  // At 10:08:15 it is 10:07: 2,002, one yen higher: 5 bp further away. At 10:18:15 nothing is known. 10:32: the same.
  expect(figures.reversionBp).toEqual({ 1: 2.5, 5: -5, 15: null, 30: 0 })
  expect(figures).toMatchObject({
    price: toPrice(2_000.5),
    quantity: 6_000,
    isExecuted: true,
    value: toPrice(12_003_000),
    timeToLocateMs: 165_000,
    shareLocated: 0.6,
    executedQuantity: 6_000,
    shareExecuted: 0.6,
  })
})

// rule: 24.11, 24.12, 24.13, 24.14
test('a sale that was sent before the open and not reported: the mid at the locate is price and base', () => {
  const sale: AgreedIoi = {
    direction: 'SELL',
    shareQuantity: 5_000,
    submitTime: time('08:50:00'),
    arrivalMid: null,
    locatedAt: time('09:02:00'),
    locatedQuantity: 5_000,
    midAtLocate: toPrice(1_500),
    bid: toPrice(1_499.5),
    ask: toPrice(1_500.5),
    executions: [],
  }
  const open = [
    minute('09:00', 3_000, 1_498),
    minute('09:01', 1_000, 1_502),
    minute('09:02', 100, 1_500, 1_500.3),
  ]
  const figures = figuresOf(sale, open)

  // 0.5 / 1,500 = 3.33 bp; 0.5 × 5,000 = 2,500 yen.
  expect(figures.halfSpreadBp).toBe(3.33)
  expect(figures.halfSpreadSaved).toBe(toPrice(2_500))
  expect(figures.againstArrivalBp).toBeNull()
  // (3,000 × 1,498 + 1,000 × 1,502) / 4,000 = 1,499; sold at 1,500, one yen above: 6.67 bp for the seller.
  expect(figures.intervalVwap).toBe(toPrice(1_499))
  expect(figures.againstVwapBp).toBe(6.67)
  // At 09:03:00 the minute of 09:02 has just ended: 0.3 yen higher, so the price came back 2 bp after the sale.
  expect(figures.reversionBp[1]).toBe(2)
  expect(figures).toMatchObject({
    price: toPrice(1_500),
    quantity: 5_000,
    isExecuted: false,
    shareLocated: 1,
    executedQuantity: null,
    shareExecuted: null,
  })
})

test('an execution in parts counts at its average price, and in its own shares', () => {
  const executions = [
    { quantity: 4_000, price: toPrice(2_000) },
    { quantity: 1_000, price: toPrice(2_005) },
  ]
  const figures = figuresOf({ ...purchase, executions }, [])

  // (4,000 × 2,000 + 1,000 × 2,005) / 5,000 = 2,001: one yen above the arrival, 5 bp against the buyer.
  expect(figures).toMatchObject({ price: toPrice(2_001), quantity: 5_000, againstArrivalBp: -5 })
  expect(figures.halfSpreadSaved).toBe(toPrice(5_000))
  // 6,000 of 10,000 were located, 5,000 executed.
  expect(figures).toMatchObject({ shareLocated: 0.6, shareExecuted: 0.5 })
})

test('a sale gains where a purchase at the same prices loses', () => {
  const [buy, sell] = (['BUY', 'SELL'] as const).map((direction) =>
    figuresOf({ ...purchase, direction }, morning),
  )

  expect(sell?.againstArrivalBp).toBe(-Number(buy?.againstArrivalBp))
  expect(sell?.againstVwapBp).toBe(-Number(buy?.againstVwapBp))
  expect(sell?.reversionBp[1]).toBe(-Number(buy?.reversionBp[1]))
  expect(sell?.halfSpreadBp).toBe(buy?.halfSpreadBp)
})

test('without spread, volume or minutes the figures that need them are missing', () => {
  const figures = figuresOf({ ...purchase, bid: null, ask: null }, [minute('10:01', null, null)])

  expect(figures).toMatchObject({
    halfSpreadBp: null,
    halfSpreadSaved: null,
    intervalVwap: null,
    againstVwapBp: null,
    reversionBp: { 1: null, 5: null, 15: null, 30: null },
  })
})

test('a mid that is older than five minutes, or from before the locate, says nothing about reversion', () => {
  const at = (clock: string) => [minute(clock, 1, 2_000, 1_999)]
  const fifteen = (clock: string) => figuresOf(purchase, at(clock)).reversionBp[15]

  // 15 minutes after 10:03:15 is 10:18:15.
  expect(fifteen('10:12')).toBeNull()
  expect(fifteen('10:13')).toBe(10)
  expect(fifteen('10:17')).toBe(10)
  expect(fifteen('10:18')).toBeNull()
  expect(figuresOf(purchase, at('10:02')).reversionBp[1]).toBeNull()
})

test('reversion is missing until its time has come, although an earlier mid is recent enough', () => {
  const minutes = [minute('10:03', 1, 2_000, 1_999), minute('10:04', 1, 2_000, 2_000)]
  const at = (clock: string) => figuresOf(purchase, minutes, time(clock)).reversionBp

  // Located at 10:03:15.
  expect(at('10:04:14')).toEqual({ 1: null, 5: null, 15: null, 30: null })
  expect(at('10:04:15')).toEqual({ 1: 10, 5: null, 15: null, 30: null })
  expect(at('10:08:14')[5]).toBeNull()
  expect(at('10:08:15')[5]).toBe(5)
})

test('no input gives -0 or a figure that is not finite', () => {
  const late = { ...purchase, locatedAt: purchase.submitTime, midAtLocate: toPrice(2_000), executions: [] }
  const figures = figuresOf(late, [{ ...minute('10:00', 0, null, 2_000), at: late.locatedAt + minuteMs }])

  expect(Object.is(figures.againstArrivalBp, 0)).toBe(true)
  expect(JSON.stringify(figures)).not.toContain('-0')
})
