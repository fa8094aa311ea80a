import { expect, test } from 'vitest'
import {
  advertIn,
  answerOf,
  book,
  bookIn,
  buys,
  calendarOf,
  haltOf,
  locatedPair,
  moment,
  type Order,
  ownerCommand,
  perform,
  quoteOf,
  securityNamed,
  sells,
  setRating,
  sightingOf,
  sweepAt,
  twoSessions,
  world,
} from '../../test/book.ts'
import { yen } from '../model/price.ts'
import type { Quote, Sighting } from '../model/quote.ts'
import { noSizeLimits } from '../model/reference-data.ts'
import type { HaltTarget, State } from '../model/state.ts'
import { whyNot } from './why-not.ts'

const buyer = buys('alder', 10_000)
const waiting = [{ code: 'WAITING_FOR_CONTRA', values: {} }]

const shown = (when: string, more: Partial<Quote> = {}): Sighting =>
  sightingOf(quoteOf('toyota', when, 2_000, more))

/** Why alder's first advert is not matching at a time of day. */
const reasons = (state: State, when: string, sighting: Sighting | null = shown(when)) =>
  whyNot(state, advertIn(state, 'alder-1'), sighting, moment(when))
const codes = (state: State, when: string, sighting?: Sighting | null) =>
  reasons(state, when, sighting).map(({ code }) => code)

/** Hours as in Tokyo, in minutes after midnight UTC, with a lunch and an after-hours session. */
const tokyo = calendarOf([{ from: 1_380, to: 480 }], twoSessions, [{ from: 391, to: 440 }])

/** A buyer sent at a time of day, with the hours of Tokyo. */
function sentAt(opens: string, order: Order = buyer): State {
  return bookIn(world({ calendar: { ...tokyo, weekends: false }, opens }), order)
}

test('if nothing prevents matching, the only reason is that no contra has come', () => {
  expect(reasons(book(buyer), '00:05')).toEqual(waiting)
  expect(reasons(book(buyer, sells('birch', 6_000)), '00:05')).toEqual(waiting)
})

test('a paused advert has the reason PAUSED besides all others', () => {
  const state = book(buyer)
  perform(state, ownerCommand('pauseAdvert', 'alder-1', '00:04'))
  setRating(state, 'alder', 9)

  expect(reasons(state, '00:05')).toEqual([
    { code: 'PAUSED', values: {} },
    { code: 'RATING', values: { rating: 9 } },
  ])
})

test('an advert that waits for its trigger has the level as reason', () => {
  const level = { advertisingTriggerActivated: true, advertisingTrigger: 1_900 * yen }
  const state = book(buys('alder', 10_000, level))

  expect(reasons(state, '00:05')).toEqual([{ code: 'TRIGGER', values: { price: 1_900 * yen } }])
  const cheap = ['00:06', '00:06:02'].map((when) => quoteOf('toyota', when, 1_890))
  perform(state, sweepAt('00:06:02', [cheap[1] as Quote]))
  perform(state, sweepAt('00:06:03', []))
  expect(reasons(state, '00:06:04')).toEqual(waiting)
})

test.each([
  ['before the open', '23:30', '2026-11-19', 'BEFORE_OPEN', '00:00'],
  ['at lunch', '02:30', '2026-11-20', 'LUNCH', '03:30'],
  ['in the minute before lunch', '02:29', '2026-11-20', 'LUNCH', '03:30'],
  ['in the closing auction', '06:25', '2026-11-20', 'CLOSING', '06:31'],
])('%s the reason names the time when matching begins', (_, clock, date, code, next) => {
  const state = sentAt('00:01')

  expect(whyNot(state, advertIn(state, 'alder-1'), null, moment(clock, date))).toMatchObject([
    { code, values: { time: moment(next) } },
  ])
})

test('after the last matching of a Friday the next is on Monday', () => {
  const state = sentAt('00:01')
  const monday = moment('00:00', '2026-11-23')

  expect(reasons(state, '07:20', null)).toMatchObject([{ code: 'DAY_OVER', values: { time: monday } }])
  expect(reasons(state, '08:00', null)[0]).toEqual({ code: 'CLOSED', values: { time: monday } })
  const saturday = whyNot(state, advertIn(state, 'alder-1'), null, moment('01:00', '2026-11-21'))
  expect(saturday[0]).toEqual({ code: 'HOLIDAY', values: { time: monday } })
})

test('without any matching hours no time is given', () => {
  const state = bookIn(world({ calendar: calendarOf([{ from: 0, to: 480 }], []) }), buyer)

  expect(reasons(state, '00:05')).toEqual([{ code: 'NO_MATCHING', values: {} }])
})

test('after hours the official close matters, not the age of the quote', () => {
  const state = sentAt('00:01')

  expect(codes(state, '06:40', shown('06:30'))).toEqual(['NO_OFFICIAL_CLOSE'])
  expect(reasons(state, '06:40', shown('06:30', { officialClose: 2_000 * yen }))).toEqual(waiting)
  expect(reasons(state, '06:40', null)).toEqual(waiting)
})

test('a market that is not fresh is named by its code', () => {
  const state = book(buyer)

  expect(reasons(state, '00:05', shown('00:04:49'))).toEqual([{ code: 'MARKET', values: { code: '003' } }])
  expect(reasons(state, '00:05', { ...shown('00:05'), quote: null })).toMatchObject([
    { values: { code: '001' } },
  ])
  expect(reasons(state, '00:05', null)).toEqual(waiting)
})

// rule: 12.8
test('a market whose quote was stamped ahead is malformed, although its time has come', () => {
  const state = book(buyer)

  expect(reasons(state, '00:05', { ...shown('00:04:59'), malformedForMs: 0 })).toEqual([
    { code: 'MARKET', values: { code: '007' } },
  ])
})

test('a market that is fresh, but not for long enough, has the time from which it is', () => {
  const state = bookIn(world({ limits: { freshMarketMs: 10_000 } }), buyer)
  const since = (when: string) => ({ ...shown('00:05'), freshSince: moment(when) })
  const recent = (time: string) => [{ code: 'MARKET_RECENT', values: { time: moment(time) } }]

  expect(reasons(state, '00:05', since('00:04:50.001'))).toEqual(recent('00:05:00.001'))
  expect(reasons(state, '00:05', since('00:04:50'))).toEqual(waiting)
  for (const unknown of [shown('00:05'), null]) expect(reasons(state, '00:05', unknown)).toEqual(waiting)
})

test('shortly before matching ends that is the reason, at the mid and at the official close', () => {
  const state = sentAt('00:01')
  const ends = (time: string) => [{ code: 'MATCHING_ENDS', values: { time: moment(time) } }]
  const closed = (when: string) => shown(when, { officialClose: 2_000 * yen })

  expect(reasons(state, '02:28:28.499')).toEqual(waiting)
  expect(reasons(state, '02:28:28.500')).toEqual(ends('02:29'))
  expect(reasons(state, '07:19:28.499', closed('07:19'))).toEqual(waiting)
  expect(reasons(state, '07:19:28.500', closed('07:19'))).toEqual(ends('07:20'))
})

test('halts precede reasons of the market', () => {
  const halted = (target: HaltTarget) => {
    const state = book(buyer)
    perform(state, haltOf(target, '00:04'))
    return codes(state, '00:05', { ...shown('00:05'), quote: null })
  }

  expect(halted({ kind: 'PLATFORM' })).toEqual(['PLATFORM_CLOSED'])
  expect(halted({ kind: 'FIRM', firmId: 'alder' })).toEqual(['FIRM_HALTED'])
  expect(halted({ kind: 'SECURITY', securityId: 'toyota' })).toEqual(['SECURITY_HALTED'])
})

test('a path without usable brokers is a reason', () => {
  const changed = (reference: object, order = buyer) => {
    const state = book(order)
    perform(state, { type: 'changeReference', at: moment('00:04'), reference })
    return codes(state, '00:05')
  }
  const broker = { brokerId: 'NOM', active: true, swapEnabled: false }
  const swap = buys('alder', 10_000, { transactionType: 'SWAP_ONLY', transactionTypePreference: 'CASH_SWAP' })
  const fromSwap = buys('alder', 10_000, { transactionTypePreference: 'SWAP_ONLY' })
  const either = buys('alder', 10_000, { transactionType: 'CASH_SWAP' })

  expect(changed({ brokers: [{ ...broker, active: false }] })).toEqual(['NO_BROKER'])
  expect(
    changed({ firms: [{ firmId: 'alder', affiliateGroup: null, brokerIds: ['DAI'], ...noSizeLimits }] }),
  ).toEqual(['NO_BROKER'])
  expect(changed({ brokers: [broker] }, swap)).toEqual(['NO_SWAP_BROKER'])
  expect(changed({ brokers: [broker] }, fromSwap)).toEqual(['NO_SWAP_BROKER'])
  expect(changed({ brokers: [broker] }, either)).toEqual(['WAITING_FOR_CONTRA'])
})

test('an advert that has decayed to its minimum needs a contra for all of it and is about to expire', () => {
  const state = book(buys('alder', 100_000, { minimumQuantity: 25, quantityDecay: true, duration: '60' }))
  const end = advertIn(state, 'alder-1').expiryDate as number
  const at = (time: number) => whyNot(state, advertIn(state, 'alder-1'), null, time)

  expect(at(end - 60_000)).toEqual(waiting)
  expect(at(end - 1_001)).toEqual([{ code: 'DECAYED', values: { shares: 25_000 } }])
  expect(at(end - 1_000)).toEqual([
    { code: 'DECAYED', values: { shares: 25_000 } },
    { code: 'EXPIRING', values: { time: end } },
  ])
})

test('an absent owner, or one at the limit of open locates, sees that reason', () => {
  const absent = book(buyer)
  perform(absent, { type: 'setPresence', at: moment('00:04'), traderId: 'alder', present: false })
  expect(codes(absent, '00:05')).toEqual(['ABSENT'])

  const securities = [securityNamed('toyota'), securityNamed('sony')]
  const one = world({ securities, limits: { openLocatesPerTrader: 1 } })
  const busy = bookIn(
    one,
    buyer,
    buys('alder', 10_000, { securityId: 'sony' }),
    sells('birch', 6_000, { securityId: 'sony' }),
  )
  perform(busy, sweepAt('00:05'))
  expect(reasons(busy, '00:05')).toEqual([{ code: 'BUSY', values: { count: 1 } }])
})

test('where the platform requires adverts to settle, the reason has the time', () => {
  const state = bookIn(world({ limits: { minLiveMs: 5_000 } }), buyer)
  const from = advertIn(state, 'alder-1').settledSince + 5_000
  const at = (time: number) => whyNot(state, advertIn(state, 'alder-1'), null, time)

  expect(at(from - 1)).toEqual([{ code: 'UNSETTLED', values: { time: from } }])
  expect(at(from)).toEqual(waiting)
})

test('an advert that is a draft, in a locate, or ended has no other reason', () => {
  const draft = book(buyer)
  const located = locatedPair(buyer, sells('birch', 6_000))
  expect(codes(located, '00:05', null)).toEqual(['IN_LOCATE'])
  perform(located, answerOf(located, 'alder', 'ACCEPT', '00:05:01'))
  expect(codes(located, '00:05:02', null)).toEqual(['IN_LOCATE'])
  perform(located, answerOf(located, 'birch', 'ACCEPT', '00:05:03'))
  expect(codes(located, '00:06', null)).toEqual(['COMPLETED'])
  perform(draft, ownerCommand('cancelAdvert', 'alder-1', '00:10'))
  expect(codes(draft, '00:11', { ...shown('00:11'), quote: null })).toEqual(['DEAD'])
  advertIn(draft, 'alder-1').advertisementStatus = 'UNSENT'
  expect(codes(draft, '00:11', null)).toEqual(['UNSENT'])
})
