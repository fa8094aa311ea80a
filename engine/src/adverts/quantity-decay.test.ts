import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  advertIn,
  answerOf,
  book,
  bookIn,
  buys,
  calendarOf,
  locateOf,
  modifyOf,
  moment,
  ownerCommand,
  perform,
  placeOrder,
  quoteOf,
  securityNamed,
  sells,
  sweepAt,
  world,
} from '../../test/book.ts'
import type { AdvertTerms } from '../model/advert.ts'
import type { State } from '../model/state.ts'
import { currentQuantity } from './quantity-decay.ts'

const minute = 60_000
/** The advert of the examples in docs/rules.md §20: 100,000 shares, at least 25,000, in 150 minutes. */
const runningDown = (more: Partial<AdvertTerms> = {}) =>
  buys('alder', 100_000, { minimumQuantity: 25, duration: '150', quantityDecay: true, ...more })
const offered = (state: State, at: number) => currentQuantity(state, advertIn(state, 'alder-1'), at)
const sentAt = (state: State) => advertIn(state, 'alder-1').submitTime as number

// rule: 6.3
test.each([
  [0, 100_000],
  [30, 85_000],
  [75, 62_500],
  [120, 40_000],
  [149, 25_500],
  [150, 25_000],
  [151, 25_000],
])('%i minutes of 150 on, 100,000 shares have run down to %i', (minutes, shares) => {
  const state = book(runningDown())

  expect(offered(state, sentAt(state) + minutes * minute)).toBe(shares)
})

test('decay of a thousand million shares is exact to the lot', () => {
  const state = book(runningDown({ shareQuantity: 1_000_000_000, minimumQuantity: 10 }))

  expect(offered(state, sentAt(state) + 75 * minute)).toBe(550_000_000)
  expect(offered(state, sentAt(state) + 75 * minute + 1)).toBe(549_999_900)
})

// rule: 6.2
test('without decay an advert offers its whole quantity until it ends', () => {
  const state = book(runningDown({ quantityDecay: false }))

  expect(offered(state, sentAt(state) + 149 * minute)).toBe(100_000)
})

const withLunch = calendarOf(
  [{ from: 0, to: 600 }],
  [
    { from: 30, to: 149 },
    { from: 210, to: 384 },
  ],
  [{ from: 390, to: 480 }],
)

// rule: 6.5
test('the quantity decays only while matching is open, not during lunch', () => {
  const state = bookIn(world({ calendar: withLunch, opens: '01:59:59' }), runningDown())
  expect(sentAt(state)).toBe(moment('02:00'))

  // 29 minutes before the lunch and 60 after it: 100,000 − 75,000 × 29 / 89, rounded down.
  expect(offered(state, moment('02:29'))).toBe(75_500)
  expect(offered(state, moment('03:30'))).toBe(75_500)
  expect(offered(state, moment('04:00'))).toBe(50_200)
  expect(offered(state, moment('04:30'))).toBe(25_000)
})

test('the quantity does not decay before the open, and decays during matching at the official close', () => {
  const early = bookIn(world({ calendar: withLunch }), runningDown())
  expect(offered(early, moment('00:30'))).toBe(100_000)
  expect(offered(early, moment('00:31'))).toBeLessThan(100_000)

  const late = bookIn(world({ calendar: withLunch, opens: '06:29:59' }), runningDown())
  expect(offered(late, moment('06:30'))).toBe(100_000)
  expect(offered(late, moment('07:15'))).toBe(62_500)
})

test('pausing does not stop the decay', () => {
  const state = book(runningDown())
  perform(state, ownerCommand('pauseAdvert', 'alder-1', sentAt(state) + 30 * minute))
  expect(offered(state, sentAt(state) + 60 * minute)).toBe(70_000)

  perform(state, ownerCommand('resumeAdvert', 'alder-1', sentAt(state) + 75 * minute))
  expect(offered(state, sentAt(state) + 75 * minute)).toBe(62_500)
})

// rule: 6.8
test('a changed quantity restarts the decay line over the rest of the duration', () => {
  const state = book(runningDown())
  const half = sentAt(state) + 75 * minute
  perform(state, modifyOf(state, 'alder-1', { shareQuantity: 60_000 }, half))

  expect(offered(state, half)).toBe(60_000)
  expect(offered(state, half + 30 * minute)).toBe(42_000)
  expect(offered(state, half + 75 * minute)).toBe(15_000)
})

test.each<[string, Partial<AdvertTerms>]>([
  ['other brokers', { brokerIds: ['DAI', 'NOM'] }],
  ['another hurdle', { credibilityHurdle: 21 }],
  ['the other direction', { direction: 'SELL' }],
])('a change to %s restarts nothing', (_, changed) => {
  const state = book(runningDown())
  perform(state, modifyOf(state, 'alder-1', changed, sentAt(state) + 60 * minute))

  expect(offered(state, sentAt(state) + 75 * minute)).toBe(62_500)
})

test('a line starts when decay is switched on; when it is switched off, the whole quantity is offered again', () => {
  const state = book(runningDown({ quantityDecay: false }))
  const half = sentAt(state) + 75 * minute
  perform(state, modifyOf(state, 'alder-1', { quantityDecay: true }, half))
  expect(offered(state, half)).toBe(100_000)
  expect(offered(state, half + 30 * minute)).toBe(70_000)

  perform(state, modifyOf(state, 'alder-1', { quantityDecay: false }, half + 30 * minute))
  expect(offered(state, half + 30 * minute)).toBe(100_000)
})

/** Located thirty minutes after it was sent, when it offers 85,000, with a larger seller. */
function located(): State {
  const state = world()
  placeOrder(state, runningDown())
  bookIn(state, sells('birch', 200_000))
  perform(state, sweepAt(sentAt(state) + 30 * minute))
  return state
}

test('the located quantity is the decayed quantity', () => {
  const state = located()

  expect(locateOf(state, 'alder')).toMatchObject({
    locateQuantity: 85_000,
    residual: { BUY: 0, SELL: 115_000 },
  })
})

// rule: 6.7
test('decay stops during a locate and continues afterwards', () => {
  const state = located()
  const start = sentAt(state) + 30 * minute
  expect(offered(state, start + 31_000)).toBe(85_000)
  perform(state, sweepAt(start + 40_000, []))
  expect(advertIn(state, 'alder-1').advertisementStatus).toBe('PAUSED')

  expect(offered(state, start + 40_000)).toBe(85_000)
  expect(offered(state, start + 40_000 + 45 * minute)).toBe(62_500)
})

test('decay stops for the time of both of two locates', () => {
  const state = located()
  const start = sentAt(state) + 30 * minute
  perform(state, sweepAt(start + 40_000, []))
  for (const id of ['alder-1', 'birch-1']) perform(state, ownerCommand('resumeAdvert', id, start + 40_000))
  perform(state, sweepAt(start + 40_000 + 10 * minute))
  expect(advertIn(state, 'alder-1').advertisementStatus).toBe('ACCEPT/DECLINE?')
  perform(state, sweepAt(start + 80_000 + 10 * minute, []))

  expect(offered(state, start + 80_000 + 45 * minute)).toBe(62_500)
})

test('the residual of a completed locate is the quantity offered then, less the located quantity', () => {
  const state = world()
  placeOrder(state, runningDown())
  bookIn(state, sells('birch', 60_000))
  const at = sentAt(state) + 30 * minute
  perform(state, sweepAt(at))
  for (const name of ['alder', 'birch'])
    perform(state, answerOf(state, name, 'ACCEPT', at + 1_000, { quote: quoteOf('toyota', at) }))

  expect(advertIn(state, 'alder-1')).toMatchObject({
    advertisementStatus: 'COMPLETED',
    quantityRemaining: 25_000,
  })
  expect(offered(state, at + 60 * minute)).toBe(25_000)
})

test("an advert that has decayed below its contra's minimum is not located", () => {
  const seller = sells('birch', 50_000, { minimumQuantity: 50 })
  const buyer = runningDown({ minimumQuantity: 10 })
  // 100,000 − 90,000 × 133⅓ / 150 = 20,000, but half of 50,000 is more; 8⅓ minutes earlier it was not.
  const locates = (minutes: number) => {
    const state = world()
    placeOrder(state, buyer)
    bookIn(state, seller)
    const at = Math.ceil(sentAt(state) + minutes * minute)
    expect(offered(state, at)).toBe(minutes > 130 ? 20_000 : 25_000)
    return perform(state, sweepAt(at)).filter(({ type }) => type === 'contraLocated').length
  }

  expect(locates(125)).toBe(1)
  expect(locates(400 / 3)).toBe(0)
})

test('an advert is not located below the minimum after the lot has become larger', () => {
  const state = book(runningDown({ shareQuantity: 12_300 }))
  expect(offered(state, sentAt(state) + 150 * minute)).toBe(3_100)
  const reference = { securities: [securityNamed('toyota', { lotSize: 1_000 })] }
  perform(state, { type: 'changeReference', at: state.at, reference })

  expect(offered(state, sentAt(state) + 75 * minute)).toBe(7_000)
  expect(offered(state, sentAt(state) + 150 * minute)).toBe(3_100)
})

// rule: 6.4
test('the quantity is never below the minimum, never rounded up, in whole lots, and never grows', () => {
  const lots = fc.integer({ min: 60, max: 20_000_000_000 })
  const percent = fc.integer({ min: 10, max: 75 })
  const anyTimes = fc.array(fc.nat({ max: 200 * minute }), { minLength: 2, maxLength: 8 })
  fc.assert(
    fc.property(lots, percent, anyTimes, fc.constantFrom(1, 100), (of, minimumQuantity, times, lotSize) => {
      const state = world({ securities: [securityNamed('toyota', { lotSize })] })
      const shareQuantity = of * 100
      placeOrder(state, runningDown({ shareQuantity, minimumQuantity }))
      const { minShares } = advertIn(state, 'alder-1')
      let before = shareQuantity
      for (const time of times.toSorted((a, b) => a - b)) {
        const now = offered(state, sentAt(state) + time)
        expect(now % lotSize).toBe(0)
        expect(now).toBeGreaterThanOrEqual(minShares)
        expect(now).toBeLessThanOrEqual(before)
        // now ≤ Q − (Q − m) × elapsed / life, written without rounding.
        const elapsed = BigInt(Math.min(time, 150 * minute))
        const [whole, least] = [BigInt(shareQuantity), BigInt(minShares)]
        const exact = whole * BigInt(150 * minute) - (whole - least) * elapsed
        if (now > minShares) {
          expect(BigInt(now) * BigInt(150 * minute) <= exact).toBe(true)
          expect(BigInt(now + lotSize) * BigInt(150 * minute) > exact).toBe(true)
        }
        before = now
      }
    }),
  )
})
