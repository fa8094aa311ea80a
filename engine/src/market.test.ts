import { expect, test } from 'vitest'
import {
  advertIn,
  ask,
  book,
  bookIn,
  buys,
  calendarOf,
  moment,
  quoteOf,
  sells,
  sweepAt,
  world,
} from '../simulation/book.ts'
import { mayMeet } from './contra.ts'

const buyer = buys('alder', 10_000)
const seller = sells('birch', 10_000)

const matching = calendarOf(
  [{ from: 0, to: 480 }],
  [
    { from: 0, to: 149 },
    { from: 210, to: 384 },
  ],
)
test.each([
  ['02:28:59.999', true, 'in the last millisecond of the morning'],
  ['02:29', false, 'when the matching of the morning has ended'],
  ['03:29:59.999', false, 'at lunch'],
  ['03:30', true, 'in the afternoon'],
  ['06:24', false, 'when the matching of the afternoon has ended'],
])('E4: at %s two meet: %s (%s)', (when, meet) => {
  const state = bookIn(world({ calendar: matching }), buyer, seller)

  expect(ask(state, sweepAt(when)).map(({ type }) => type)).toEqual(meet ? ['contraLocated'] : [])
})

test('E4: nobody meets on a holiday', () => {
  const holiday = { ...calendarOf(), holidays: ['2026-11-23'] }
  const state = bookIn(world({ calendar: holiday }), buys('alder', 10_000, { duration: '150' }), seller)
  const [buy, sell] = [advertIn(state, 'alder-1'), advertIn(state, 'birch-1')]
  buy.expiryDate = sell.expiryDate = moment('15:00', '2026-11-24')
  const at = moment('01:00', '2026-11-23')

  expect(mayMeet(state, buy, sell, at)).toBe(true)
  expect(ask(state, sweepAt(at)).map(({ type }) => type)).not.toContain('contraLocated')
})

test.each([
  ['stale', quoteOf('toyota', '00:04:49.999')],
  ['crossed', quoteOf('toyota', '00:05', 2_000, { bid: 20_010_000, ask: 20_000_000 })],
  ['outside the limits of the day', quoteOf('toyota', '00:05', 2_600)],
  ['of a security nobody knows', quoteOf('unknown', '00:05')],
  ['of another security', quoteOf('sony', '00:05')],
])('E4: nobody meets on a quote that is %s', (_, quote) => {
  const state = book(buyer, seller)

  expect(ask(state, sweepAt('00:05', [quote]))).toEqual([])
})
