import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  answerOf,
  buys,
  locatedPair,
  locateOf,
  moment,
  perform,
  quoteOf,
  refusalCodeOf,
  sells,
  sweepAt,
} from '../../test/book.ts'
import { decide } from '../decide.ts'
import { fold } from '../evolve/evolve.ts'
import type { Direction } from '../model/advert.ts'
import type { Answer } from '../model/locate.ts'
import { happened } from '../model/refusals.ts'
import { firmPairKey } from '../model/state.ts'

const buyer = buys('alder', 10_000)
const seller = sells('birch', 10_000)
const traders = { BUY: 'alder', SELL: 'birch' } as const
const deadline = moment('00:05:30')
const located = () => locatedPair(buyer, seller)

// rule: 8.2.1
test.each([
  [0, null],
  [30_000, null],
  [31_500, null],
  [31_501, 'LOCATE-LATE'],
] as const)('an answer %i ms after the locate is taken or refused: %s', (after, refusal) => {
  const state = located()
  const at = moment('00:05') + after

  expect(refusalCodeOf(state, answerOf(state, 'alder', 'ACCEPT', at))).toBe(refusal)
  const lapsed = perform(state, sweepAt(at, [])).map(({ type }) => type)
  expect(lapsed).toEqual(refusal ? ['locateFailed'] : [])
})

test('both may answer in the same last millisecond', () => {
  const state = located()
  perform(state, answerOf(state, 'alder', 'ACCEPT', deadline + 1_500))

  expect(perform(state, answerOf(state, 'birch', 'ACCEPT', deadline + 1_500))).toMatchObject([
    {},
    { type: 'connectionAgreed' },
  ])
})

// rule: 8.2.2
test('repeating an answer has no effect, before and after the end; a different one is refused', () => {
  const state = located()
  const again = (answer: Answer) => decide(state, answerOf(state, 'alder', answer, '00:05:20'))
  perform(state, answerOf(state, 'alder', 'DECLINE', '00:05:10'))
  expect(again('DECLINE')).toEqual(happened())
  expect(again('ACCEPT')).toEqual({ refusal: { errorCode: 'LOCATE-ANSWERED' } })

  perform(state, answerOf(state, 'birch', 'ACCEPT', '00:05:15'))
  expect(again('DECLINE')).toEqual(happened())
  expect(again('ACCEPT')).toEqual({ refusal: { errorCode: 'LOCATE-ANSWERED' } })
})

test("another trader's locate is not found, like one that does not exist; the wrong direction is refused", () => {
  const state = located()
  const own = answerOf(state, 'alder', 'ACCEPT', '00:05:10')

  expect(refusalCodeOf(state, { ...own, traderId: 'cypress' })).toBe('LOCATE-NOT-FOUND')
  expect(refusalCodeOf(state, { ...own, locateId: 'none' })).toBe('LOCATE-NOT-FOUND')
  expect(refusalCodeOf(state, { ...own, direction: 'SELL' })).toBe('LOCATE-DIRECTION')
})

// rule: 14.10
test.each<[Direction, number, boolean]>([
  ['BUY', 2_010, false],
  ['BUY', 2_010.0001, true],
  ['BUY', 1_900, false],
  ['SELL', 1_990, false],
  ['SELL', 1_989.9999, true],
  ['SELL', 2_100, false],
])('a %s declined at a mid of %d yen, located at 2,000, is excused: %s', (side, mid, excused) => {
  const state = located()
  const at = moment('00:05:10')
  const price = Math.round(mid * 10_000)
  const quote = { ...quoteOf('toyota', at), bid: price - 5_000, ask: price + 5_000 }
  perform(state, answerOf(state, traders[side], 'DECLINE', at, { quote }))
  const other = side === 'BUY' ? 'birch' : 'alder'
  perform(state, answerOf(state, other, 'ACCEPT', '00:05:11'))

  expect(state.traders.get(traders[side])).toMatchObject({
    rating: excused ? 60 : 55,
    ledger: excused ? [] : [{ score: 5 }],
  })
  expect(state.traders.get(other)).toMatchObject({ rating: 64 })
  expect(locateOf(state, 'alder').outcome?.[side]).toBe('DECLINED')
  expect(state.cooldowns.get(firmPairKey('alder', 'birch', 'toyota'))?.until).toBe(moment('00:20:11'))
})

// rule: 14.11
test('a quote that is stale or outside the daily limits excuses no decline', () => {
  const at = moment('00:05:10')
  const unusable = [quoteOf('toyota', at - 10_001, 2_100), quoteOf('toyota', at, 4_000)]
  for (const quote of unusable) {
    const state = located()
    perform(state, answerOf(state, 'alder', 'DECLINE', at, { quote }))
    expect(locateOf(state, 'alder').excused.BUY).toBe(false)
  }
})

// rule: 8.4.6
test('a quote of another security excuses no decline, and completes no agreement', () => {
  const at = moment('00:05:10')
  const other = { quote: quoteOf('sony', at, 2_100) }
  const declined = located()
  perform(declined, answerOf(declined, 'alder', 'DECLINE', at, other))
  expect(locateOf(declined, 'alder').excused.BUY).toBe(false)

  const accepted = located()
  perform(accepted, answerOf(accepted, 'alder', 'ACCEPT', at, other))
  perform(accepted, answerOf(accepted, 'birch', 'ACCEPT', at, other))
  expect(accepted.agreements.size).toBe(0)
})

test('a decline without a quote is not excused, and an acceptance never needs an excuse', () => {
  const state = located()
  const far = { quote: quoteOf('toyota', '00:05:10', 2_200) }
  perform(state, answerOf(state, 'birch', 'DECLINE', '00:05:10', { quote: null }))
  perform(state, answerOf(state, 'alder', 'ACCEPT', '00:05:10', far))

  expect(locateOf(state, 'alder').excused).toEqual({ BUY: false, SELL: false })
})

test('the time of the answer decides, not other answers before it', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 40_000 }), fc.integer({ min: 0, max: 40_000 }), (first, second) => {
      const state = located()
      const [early, late] = [Math.min(first, second), Math.max(first, second)]
      const accept = (traderId: string, after: number) =>
        decide(state, answerOf(state, traderId, 'ACCEPT', moment('00:05') + after))
      const one = accept('alder', early)
      expect('events' in one).toBe(early <= 31_500)
      if ('events' in one) fold(state, one.events)
      expect('events' in accept('birch', late)).toBe(late <= 31_500)
    }),
  )
})
