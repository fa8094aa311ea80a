import { expect, test } from 'vitest'
import {
  advertIn,
  answerOf,
  book,
  bookIn,
  buys,
  calendarOf,
  moment,
  ownerCommand,
  perform,
  quoteOf,
  securityNamed,
  sells,
  sightingOf,
  sweepAt,
  sweepWithSightings,
  twoSessions,
  world,
} from '../../test/book.ts'
import { mayMeet } from '../matching/eligibility.ts'
import { yen } from '../model/price.ts'
import type { Quote } from '../model/quote.ts'
import type { State } from '../model/state.ts'
import { notionalPrice } from './matching-price.ts'

const buyer = buys('alder', 10_000)
const seller = sells('birch', 10_000)
const locatesIn = (state: State, when: string | number, quotes?: readonly Quote[]) =>
  perform(state, sweepAt(when, quotes)).filter(({ type }) => type === 'contraLocated')

const withLunch = calendarOf([{ from: 0, to: 480 }], twoSessions)

// rule: 3.E4.1, 3.E4.6
test.each([
  ['02:28:28.499', true, 'in the last millisecond in which the deadline is in the morning'],
  ['02:28:28.500', false, 'when the grace period could end with the morning'],
  ['02:29', false, 'when the matching of the morning has ended'],
  ['03:29:59.999', false, 'at lunch'],
  ['03:30', true, 'in the afternoon'],
  ['06:23:28.499', true, 'in the last such millisecond of the afternoon'],
  ['06:23:28.500', false, 'shortly before the matching of the afternoon ends'],
  ['06:24', false, 'when the matching of the afternoon has ended'],
])('E4: at %s two meet: %s (%s)', (when, meet) => {
  const state = bookIn(world({ calendar: withLunch }), buyer, seller)

  expect(perform(state, sweepAt(when)).map(({ type }) => type)).toEqual(meet ? ['contraLocated'] : [])
})

// rule: 3.E4.2
test('E4: nobody is located on a holiday', () => {
  const holiday = { ...calendarOf(), holidays: ['2026-11-23'] }
  const state = bookIn(world({ calendar: holiday }), buys('alder', 10_000, { duration: '150' }), seller)
  const [buy, sell] = [advertIn(state, 'alder-1'), advertIn(state, 'birch-1')]
  buy.expiryDate = sell.expiryDate = moment('15:00', '2026-11-24')
  const at = moment('01:00', '2026-11-23')

  expect(mayMeet(state, buy, sell, at)).toBe(true)
  expect(locatesIn(state, at)).toEqual([])
})

// rule: 3.E4.3
test.each([
  ['stale', quoteOf('toyota', '00:04:49.999')],
  ['crossed', quoteOf('toyota', '00:05', 2_000, { bid: 20_010_000, ask: 20_000_000 })],
  ['one-sided', quoteOf('toyota', '00:05', 2_000, { ask: null })],
  ['too wide', quoteOf('toyota', '00:05', 2_000, { bid: 1_989 * yen, ask: 2_010 * yen })],
  ['of a halted security', quoteOf('toyota', '00:05', 2_000, { condition: 'HALTED' })],
  ['a special quote', quoteOf('toyota', '00:05', 2_000, { condition: 'SPECIAL_QUOTE' })],
  ['outside the limits of the day', quoteOf('toyota', '00:05', 2_600)],
  ['of an unknown security', quoteOf('unknown', '00:05')],
  ['of another security', quoteOf('sony', '00:05')],
])('E4: nobody meets on a quote that is %s', (_, quote) => {
  const state = book(buyer, seller)

  expect(locatesIn(state, '00:05', [quote])).toEqual([])
  expect(locatesIn(state, '00:05:01')).toHaveLength(1)
})

// rule: 3.E4.6
test('E4: midnight in Tokyo is no end where matching goes on, and is one before a holiday', () => {
  const meetAt = (holidays: readonly string[]) => {
    const state = bookIn(world({ calendar: { ...calendarOf(), holidays } }), buyer, seller)
    for (const id of ['alder-1', 'birch-1']) advertIn(state, id).expiryDate = moment('23:00')
    return locatesIn(state, '14:59:45').length
  }

  expect(meetAt([])).toBe(1)
  expect(meetAt(['2026-11-21'])).toBe(0)
})

// rule: 3.E4.5
test.each([
  ['00:04:50', 1],
  ['00:04:50.001', 0],
])(
  'E4: in a market that is fresh since %s, %i pair is located ten seconds after 00:04:50',
  (since, pairs) => {
    const state = bookIn(world({ limits: { freshMarketMs: 10_000 } }), buyer, seller)
    const sighting = { ...sightingOf(quoteOf('toyota', '00:05')), freshSince: moment(since) }

    expect(perform(state, sweepWithSightings('00:05', sighting))).toHaveLength(pairs)
  },
)

test('E4: a market of unknown history waits, and at the official close none is needed', () => {
  const limits = { freshMarketMs: 10_000 }
  const state = bookIn(world({ limits }), buyer, seller)
  expect(locatesIn(state, '00:05')).toEqual([])

  const late = bookIn(world({ limits, calendar: withEvening }), buyer, seller)
  expect(locatesIn(late, '07:00', closed('07:00'))).toHaveLength(1)
})

const close = 2_012 * yen
const withEvening = calendarOf([{ from: 0, to: 600 }], twoSessions, [{ from: 390, to: 540 }])
/** Two compatible adverts that were not located before the close, because one was resumed after it. */
function evening(): State {
  const state = bookIn(world({ calendar: withEvening }), buyer, seller)
  perform(state, ownerCommand('pauseAdvert', 'alder-1', '00:10'))
  perform(state, ownerCommand('resumeAdvert', 'alder-1', '06:25'))
  return state
}
const closed = (when: string | number, more: Partial<Quote> = {}) => [
  quoteOf('toyota', when, 2_030, { officialClose: close, ...more }),
]

// rule: 3.E4.4, 13.9
test('after hours two adverts are located at the official close, however old and wide the quote is', () => {
  const state = evening()
  perform(state, sweepAt('06:30', closed('06:30', { officialClose: null })))
  const wide = closed('06:30', { bid: 1_900 * yen, ask: null, condition: 'HALTED' })

  expect(locatesIn(state, '08:59:28.499', wide)).toMatchObject([{ midPrice: close, stockMove: 60 }])
})

test.each<[string, string, readonly Quote[], located?: number]>([
  ['in the evening, at the close of the day', '07:00', closed('07:00'), 1],
  ['not before the close is published', '07:00', closed('07:00', { officialClose: null })],
  ["not at yesterday's close", '07:00', closed(moment('14:59:59', '2026-11-19'))],
  ['not at a close of zero', '07:00', closed('07:00', { officialClose: 0 })],
  ['not between the close and the evening', '06:29:59.999', closed('06:29')],
  ['not shortly before the evening ends', '08:59:28.500', closed('08:59:28.500')],
  ['not when the evening has ended', '09:00', closed('09:00')],
])('after hours two meet %s', (_, when, quotes, located = 0) => {
  const state = evening()
  // Makes the adverts live.
  if (moment(when) > moment('06:30'))
    perform(state, sweepAt('06:30', closed('06:30', { officialClose: null })))

  expect(locatesIn(state, when, quotes)).toHaveLength(located)
})

test('an advert sent before the open is not matched yet, and becomes live with the evening session at the latest', () => {
  const state = evening()
  expect(advertIn(state, 'alder-1').advertisementStatus).toBe('SENT')

  expect(perform(state, sweepAt('06:30', []))).toMatchObject([{ type: 'advertReleased' }])
  expect(advertIn(state, 'alder-1').advertisementStatus).toBe('LIVE')
})

test('an acceptance after hours is valid at the official close and is void without one', () => {
  const answered = (more: Partial<Quote>) => {
    const state = evening()
    perform(state, sweepAt('07:00', closed('07:00')))
    const quotes = closed('07:00:05', more)
    const [quote = null] = quotes
    return [
      ...perform(state, answerOf(state, 'alder', 'ACCEPT', '07:00:05', { quote })),
      ...perform(state, answerOf(state, 'birch', 'ACCEPT', '07:00:05', { quote })),
      ...perform(state, sweepAt('07:00:05', quotes)),
    ].at(-1)?.type
  }

  expect(answered({})).toBe('connectionAgreed')
  expect(answered({ officialClose: null })).toBe('locateWithdrawn')
})

test('notionals use the last mid, and the close while there is none', () => {
  const security = securityNamed('toyota')
  const { closePrice } = security
  const at = (more: Partial<Quote>) => notionalPrice(quoteOf('toyota', '00:05', 2_010, more), security)

  expect(at({})).toBe(2_010 * yen)
  expect(at({ bid: null })).toBe(closePrice)
  expect(at({ ask: null })).toBe(closePrice)
  expect(at({ bid: 0 })).toBe(closePrice)
  expect(at({ bid: 2_012 * yen })).toBe(closePrice)
  expect(at({ bid: 2_011 * yen }), 'bid and ask are equal').toBe(closePrice)
  expect(at({ bid: 0.5 }), 'a price that is no integer').toBe(closePrice)
  expect(at({ securityId: securityNamed('sony').securityId }), 'a quote of another security').toBe(closePrice)
  expect(notionalPrice(null, security)).toBe(closePrice)
})
