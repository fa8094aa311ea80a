import type { Equity } from '@aitai/contract/schemas/reference.ts'
import { defaultLimits } from '@aitai/engine/limits.ts'
import { ceilLot } from '@aitai/engine/market/security.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { answerDelayMs, brokersFor, locateReaction, sharesFor, termsFor } from './robot-behaviour.ts'

const chance = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true })
const price = fc.integer({ min: 50, max: 90_000 })

const equity = (closePrice: number, lotSize: number): Equity => ({
  equityId: 'e',
  ric: '7203.T',
  name: 'Toyota Motor',
  localName: 'トヨタ自動車',
  kana: 'トヨタジドウシャ',
  shortNames: [],
  tickSize: 0.5,
  lotSize,
  closePrice,
  maxPrice: closePrice * 1.2,
  minPrice: closePrice * 0.8,
  topix500: true,
  exchange: 'XTKS',
})

const brokers = ['HIN', 'KAE', 'TSU', 'MOM', 'KUR'].map((shortName) => ({
  brokerID: shortName.toLowerCase(),
  brokerName: shortName,
  shortName,
}))

test('a robot accepts its first two locates, and later most of them', () => {
  expect([locateReaction(0, () => 0), locateReaction(1, () => 0)]).toEqual(['ACCEPT', 'ACCEPT'])

  const later = Array.from({ length: 100 }, (_, drawn) => locateReaction(2, () => drawn / 100))
  const count = (manner: string): number => later.filter((each) => each === manner).length
  expect([count('LAPSE'), count('DECLINE'), count('ACCEPT')]).toEqual([5, 10, 85])
})

test('a robot waits two to six seconds', () => {
  fc.assert(
    fc.property(chance, (drawn) => {
      expect(answerDelayMs(() => drawn)).toBeGreaterThanOrEqual(2_000)
      expect(answerDelayMs(() => drawn)).toBeLessThanOrEqual(6_000)
    }),
  )
})

test("a robot's advert is whole lots, large enough, and matches the smallest possible advert", () => {
  fc.assert(
    fc.property(price, fc.constantFrom(1, 100), chance, (closePrice, lotSize, drawn) => {
      const shares = sharesFor(equity(closePrice, lotSize), () => drawn)
      const minimum = defaultLimits.platformMinimumNotional / 10_000
      const smallest = ceilLot(Math.ceil(minimum / closePrice), lotSize)

      expect(shares % lotSize).toBe(0)
      expect(shares * closePrice).toBeGreaterThanOrEqual(minimum)
      expect(ceilLot(shares / 10, lotSize)).toBeLessThanOrEqual(smallest)
    }),
  )
})

test('a robot names as many brokers as allowed, always the first, none twice', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 5 }),
      fc.array(chance, { minLength: 5, maxLength: 5 }),
      (there, drawn) => {
        const chances = [...drawn]
        const offered = brokers.slice(0, there)
        const chosen = brokersFor(offered, 4, () => chances.pop() ?? 0)

        expect(chosen).toHaveLength(Math.min(there, 4))
        expect(new Set(chosen).size).toBe(chosen.length)
        if (there > 0) expect(chosen[0]).toBe('hin')
      },
    ),
  )
})

test('every broker except the first is left out sometimes', () => {
  const chosen = Array.from({ length: 40 }, (_, drawn) => brokersFor(brokers, 4, () => drawn / 40))

  const times = (brokerID: string): number => chosen.filter((each) => each.includes(brokerID)).length
  expect(brokers.map(({ brokerID }) => times(brokerID))).toEqual([40, 30, 30, 30, 30])
})

test('a robot accepts cash and swap, and every rating from the lowest that may match', () => {
  expect(termsFor('a', 'SELL', equity(2_905.5, 100), ['hin'], () => 0)).toMatchObject({
    direction: 'SELL',
    minimumQuantity: 10,
    credibilityHurdle: 10,
    ranked: false,
    transactionType: 'CASH_SWAP',
    transactionTypePreference: 'CASH_SWAP',
  })
})
