import { type CostFigures, costFiguresOf } from '@aitai/engine/cost-analysis/cost-figures.ts'
import { toPrice, toYen } from '@aitai/engine/model/price.ts'
import { BarRecorder } from '@aitai/server/quotes/bars/bar-recorder.ts'
import { expect, test } from 'vitest'
import { type HandWorkedExample, handWorkedExamples } from './hand-worked.ts'
import { type ExpectedCosts, expectedCosts, expectedSummary } from './oracle.ts'
import { newestAt, type ScriptedQuote } from './price-script.ts'
import { exchangeCloses, exchangeIsOpen } from './tokyo-day.ts'

/** Figures without the error of binary fractions. */
const rounded = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value), (_, each: unknown) =>
    typeof each === 'number' ? Math.round(each * 1e6) / 1e6 : each,
  )

test.each(handWorkedExamples)('the oracle works out $name', ({ seen, quotes, expected }) => {
  const { fills, ...known } = seen
  expect(rounded(expectedCosts(seen, quotes))).toEqual(rounded({ ...known, ...expected }))
})

test('the oracle averages basis points by value, over the agreements that have them', () => {
  const [first, , third] = handWorkedExamples.map(({ seen, quotes }) => expectedCosts(seen, quotes))

  // 12,015,000 yen at 7.5 bp, 16,000,000 yen at 5 bp; only the first has an arrival mid.
  expect(rounded(expectedSummary('', [first, third] as ExpectedCosts[]))).toMatchObject({
    agreements: 2,
    executed: 1,
    shares: 10_000,
    value: 28_015_000,
    halfSpreadSaved: 17_000,
    halfSpread: 6.072193,
    againstArrival: -12.5,
    timeToLocate: 1_005_000,
  })
})

const priceOrNull = (yen: number | null) => (yen === null ? null : toPrice(yen))
const yenOrNull = (price: number | null): number | null => (price === null ? null : toYen(Math.round(price)))
/** Basis points are rounded to 0.01. */
const bp = (value: number | null): number | null => (value === null ? null : Math.round(value * 100) / 100)

/** The minutes of the market that the server records of these quotes. */
function minutesOf(quotes: readonly ScriptedQuote[]) {
  const recorder = new BarRecorder((_, at) => exchangeIsOpen(at))
  for (const { at, bid, ask, last, volume, officialClose } of quotes) {
    const prices = { bid: priceOrNull(bid), ask: priceOrNull(ask), last: toPrice(last ?? 0) }
    const stands = {
      condition: 'CONTINUOUS',
      indexMove: 0,
      officialClose: priceOrNull(officialClose),
    } as const
    recorder.see({ securityId: 'a security', at, ...prices, ...stands }, { volume })
  }
  return recorder.unstored('a security')
}

function figuresOf({ seen, quotes, expected }: HandWorkedExample): CostFigures {
  const { midAtLocate, fills, locateTime, ...known } = seen
  const atLocate = locateTime < exchangeCloses ? newestAt(quotes, locateTime) : null
  const ioi = {
    ...known,
    arrivalMid: priceOrNull(expected.arrivalMid),
    locatedAt: locateTime,
    midAtLocate: toPrice(midAtLocate),
    bid: priceOrNull(atLocate?.bid ?? null),
    ask: priceOrNull(atLocate?.ask ?? null),
    executions: fills.map(({ quantity, price }) => ({ quantity, price: toPrice(price) })),
  }
  return costFiguresOf(ioi, minutesOf(quotes), Number.POSITIVE_INFINITY)
}

test.each(handWorkedExamples)('the engine and the bars of the server work out $name', (example) => {
  const { expected } = example
  const figures = figuresOf(example)
  const { reversionBp } = figures

  expect({
    quantity: figures.quantity,
    isExecuted: figures.isExecuted,
    price: toYen(figures.price),
    value: toYen(figures.value),
    halfSpread: figures.halfSpreadBp,
    halfSpreadSaved: yenOrNull(figures.halfSpreadSaved),
    intervalVwap: yenOrNull(figures.intervalVwap),
    againstArrival: figures.againstArrivalBp,
    againstVwap: figures.againstVwapBp,
    reversion: Object.values(reversionBp),
    timeToLocate: figures.timeToLocateMs,
    executedQuantity: figures.executedQuantity,
    shareLocated: figures.shareLocated,
    shareExecuted: figures.shareExecuted,
  }).toEqual({
    quantity: expected.quantity,
    isExecuted: expected.isExecuted,
    price: expected.price,
    value: expected.value,
    halfSpread: bp(expected.halfSpread),
    halfSpreadSaved: expected.halfSpreadSaved,
    intervalVwap: expected.intervalVwap,
    againstArrival: bp(expected.againstArrival),
    againstVwap: bp(expected.againstVwap),
    reversion: Object.values(expected.reversion).map(bp),
    timeToLocate: expected.timeToLocate,
    executedQuantity: expected.executedQuantity,
    shareLocated: expected.shareLocated,
    shareExecuted: expected.shareExecuted,
  })
})
