import type { Equity } from '@aitai/contract/schemas/reference.ts'
import { ceilLot } from '@aitai/engine/model/security.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  answerDelayMs,
  brokersFor,
  confirmDelayMs,
  locateReaction,
  sharesFor,
  termsFor,
} from './robot-behaviour.ts'

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
  tickTable: 'FINE',
  exchange: 'XTKS',
})

const brokers = ['HIN', 'KAE', 'TSU', 'MOM', 'KUR'].map((shortName) => ({
  brokerID: shortName.toLowerCase(),
  brokerName: shortName,
  shortName,
}))

test('a robot accepts its first ten locates, and later most of them', () => {
  for (let before = 0; before < 10; before += 1) expect(locateReaction(before, () => 0)).toBe('ACCEPT')

  const later = Array.from({ length: 100 }, (_, drawn) => locateReaction(10, () => drawn / 100))
  const count = (reaction: string): number => later.filter((each) => each === reaction).length
  expect([count('LAPSE'), count('DECLINE'), count('ACCEPT')]).toEqual([2, 5, 93])
})

test('a robot waits two to six seconds', () => {
  fc.assert(
    fc.property(chance, (drawn) => {
      expect(answerDelayMs(() => drawn)).toBeGreaterThanOrEqual(2_000)
      expect(answerDelayMs(() => drawn)).toBeLessThanOrEqual(6_000)
    }),
  )
})

test('a broker’s robot waits four to eight seconds, so that a visitor sees what is pending first', () => {
  fc.assert(
    fc.property(chance, (drawn) => {
      expect(confirmDelayMs(() => drawn)).toBeGreaterThanOrEqual(4_000)
      expect(confirmDelayMs(() => drawn)).toBeLessThanOrEqual(8_000)
    }),
  )
})

test('some robot matches every advert from 10 million to 1 billion yen, with any minimum', () => {
  fc.assert(
    fc.property(
      price,
      fc.constantFrom(1, 100),
      fc.double({ min: 10_000_000, max: 1_000_000_000, noNaN: true }),
      fc.integer({ min: 10, max: 75 }),
      chance,
      (closePrice, lotSize, yen, minimumPercent, drawn) => {
        const visitor = ceilLot(yen / closePrice, lotSize)
        const least = ceilLot((visitor * minimumPercent) / 100, lotSize)
        const matches = (['SMALL', 'LARGE'] as const).filter((size) => {
          const robot = sharesFor(equity(closePrice, lotSize), size, () => drawn)
          expect(robot % lotSize).toBe(0)
          const both = Math.min(robot, visitor)
          return both >= least && both >= ceilLot(robot / 10, lotSize)
        })
        expect(matches).not.toEqual([])
      },
    ),
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
  expect(termsFor('a', 'SELL', equity(2_905.5, 100), 'SMALL', ['hin'], () => 0)).toMatchObject({
    direction: 'SELL',
    minimumQuantity: 10,
    credibilityHurdle: 10,
    ranked: false,
    transactionType: 'CASH_SWAP',
    transactionTypePreference: 'CASH_SWAP',
  })
})
