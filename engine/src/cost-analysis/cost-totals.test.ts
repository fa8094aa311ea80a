import { expect, test } from 'vitest'
import { toPrice } from '../model/price.ts'
import type { CostFigures } from './cost-figures.ts'
import { costTotalsOf } from './cost-totals.ts'

const figures = (value: number, more: Partial<CostFigures>): CostFigures => ({
  arrivalMid: toPrice(2_000),
  midAtLocate: toPrice(2_000),
  price: toPrice(2_000),
  quantity: value / 2_000,
  isExecuted: true,
  value: toPrice(value),
  halfSpreadBp: null,
  halfSpreadSaved: null,
  intervalVwap: null,
  againstArrivalBp: null,
  againstVwapBp: null,
  reversionBp: { 1: null, 5: null, 15: null, 30: null },
  timeToLocateMs: 0,
  locatedQuantity: value / 2_000,
  executedQuantity: null,
  shareLocated: 1,
  shareExecuted: null,
  ...more,
})

// rule: 24.15
test('totals add up yen, and weight basis points by value', () => {
  const totals = costTotalsOf([
    figures(20_000_000, {
      halfSpreadBp: 5,
      halfSpreadSaved: toPrice(10_000),
      againstVwapBp: 3,
      reversionBp: { 1: 4, 5: null, 15: null, 30: null },
      timeToLocateMs: 60_000,
    }),
    figures(60_000_000, {
      halfSpreadBp: 1,
      halfSpreadSaved: toPrice(6_000),
      againstVwapBp: -1,
      isExecuted: false,
      timeToLocateMs: 120_000,
    }),
    figures(20_000_000, { timeToLocateMs: 30_000 }),
  ])

  // (5 × 20m + 1 × 60m) / 80m = 2 bp; (3 × 20m − 1 × 60m) / 80m = 0 bp. The third has neither figure.
  expect(totals).toEqual({
    agreements: 3,
    executed: 2,
    shares: 50_000,
    value: toPrice(100_000_000),
    halfSpreadSaved: toPrice(16_000),
    halfSpreadBp: 2,
    againstArrivalBp: null,
    againstVwapBp: 0,
    reversionBp: { 1: 4, 5: null, 15: null, 30: null },
    reversionCount: { 1: 1, 5: 0, 15: 0, 30: 0 },
    timeToLocateMs: 70_000,
  })
})

test('the total of nothing has no averages', () => {
  expect(costTotalsOf([])).toMatchObject({
    agreements: 0,
    value: 0,
    halfSpreadBp: null,
    timeToLocateMs: null,
  })
})

test('an average that rounds to nothing from below is 0, and not −0, which no screen could show', () => {
  expect(costTotalsOf([figures(20_000_000, { againstVwapBp: -0.001 })]).againstVwapBp).toBe(0)
})
