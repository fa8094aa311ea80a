import { expect, test } from 'vitest'
import {
  advertIn,
  book,
  bookIn,
  buys,
  calendarOf,
  locatedPair,
  malformedSightingOf,
  moment,
  ownerCommand,
  perform,
  quoteOf,
  sells,
  sightingOf,
  sweepWithSightings,
  twoSessions,
  world,
} from '../../test/book.ts'
import { yen } from '../model/price.ts'
import type { MarketErrorCode, Quote, Sighting } from '../model/quote.ts'
import type { State } from '../model/state.ts'
import { marketErrors } from './market-error.ts'

const buyer = buys('alder', 10_000)
const seller = sells('birch', 10_000)
const minute = 60_000

/** A market with this quote only, or none. */
const shows = (quote: Quote | null) => ({ securityId: 'toyota', quote, run: [] })
const see = (state: State, when: string | number, quote: Quote | null) =>
  perform(state, sweepWithSightings(when, shows(quote)))
const typesOf = (state: State, when: string | number, quote: Quote | null) =>
  see(state, when, quote).map(({ type }) => type)
const statusOf = (state: State, advertId = 'alder-1') => advertIn(state, advertId).advertisementStatus

/** A quote with each error, at a moment. */
const wrong: Record<MarketErrorCode, (at: number) => Quote | null> = {
  '001': () => null,
  '002': (at) => quoteOf('toyota', at, 2_000, { bid: 0 }),
  '003': (at) => quoteOf('toyota', at - 10_001),
  '004': (at) => quoteOf('toyota', at, 2_000, { condition: 'HALTED' }),
  '005': (at) => quoteOf('toyota', at, 2_000, { condition: 'SPECIAL_QUOTE' }),
  '006': (at) => quoteOf('toyota', at, 2_000, { bid: 2_500 * yen, ask: null }),
  '007': (at) => quoteOf('toyota', at, 2_000, { last: Number.NaN }),
  '012': (at) => quoteOf('toyota', at, 2_000, { bid: 1_980 * yen, ask: 2_010 * yen }),
  '013': (at) => quoteOf('toyota', at, 2_600),
}
const codes = Object.keys(wrong) as MarketErrorCode[]
const soft = codes.filter((code) => code !== '007')

// rule: 12.13
test.each(soft)('soft: on error %s nobody is located, adverts stay, and the indicator changes', (code) => {
  const state = book(buyer, seller)
  const quote = wrong[code](moment('00:05'))

  expect(see(state, '00:05', quote)).toEqual([
    { type: 'marketStatusChanged', at: moment('00:05'), securityId: 'toyota', error: code, quote },
  ])
  expect(state.markets.get('toyota')).toEqual({ error: code, since: moment('00:05') })
  expect([statusOf(state), statusOf(state, 'birch-1')]).toEqual(['LIVE', 'LIVE'])
})

// rule: 12.14
test.each(soft)(
  'hard: after five minutes of error %s adverts are cancelled, with its cause and code',
  (code) => {
    const state = book(buyer, seller)
    const start = moment('00:05')
    see(state, start, wrong[code](start))
    expect(typesOf(state, start + 5 * minute - 1, wrong[code](start + 5 * minute - 1))).toEqual([])
    const quote = wrong[code](start + 5 * minute)

    expect(see(state, start + 5 * minute, quote)).toEqual(
      ['alder-1', 'birch-1'].map((advertId) => ({
        type: 'advertCancelled',
        at: start + 5 * minute,
        advertId,
        causeOfDeath: marketErrors[code].causeOfDeath,
        errorCode: `MARKET-ERROR-${code}`,
        quotes: quote ? [quote] : [],
      })),
    )
    expect(advertIn(state, 'alder-1')).toMatchObject({
      advertisementStatus: 'DEAD',
      causeOfDeath: marketErrors[code].causeOfDeath,
      errorCode: `MARKET-ERROR-${code}`,
    })
  },
)

const malformed = (at: number): Sighting => malformedSightingOf(wrong['007'](at) as Quote)

// rule: 12.16
test('two malformed quotes a second apart cancel at once', () => {
  const state = book(buyer)

  expect(perform(state, sweepWithSightings('00:05', malformed(moment('00:05'))))).toMatchObject([
    { type: 'marketStatusChanged', error: '007' },
    { type: 'advertCancelled', causeOfDeath: 'MALFORMED_MARKET', errorCode: 'MARKET-ERROR-007' },
  ])
})

test('adverts of both sides are cancelled in the order in which they were created', () => {
  const state = book(seller, buyer)
  const cancelled = perform(state, sweepWithSightings('00:05', malformed(moment('00:05')))).filter(
    (event) => event.type === 'advertCancelled',
  )

  expect(cancelled.map(({ advertId }) => advertId)).toEqual(['birch-1', 'alder-1'])
})

// rule: 12.17
test('one malformed quote, or two within a second, is only not fresh', () => {
  const state = book(buyer)
  const at = moment('00:05')
  const early = quoteOf('toyota', at + 11_000)
  expect(see(state, at, early)).toMatchObject([{ type: 'marketStatusChanged', error: '007' }])

  const tooClose = { ...malformed(at + 999), malformedForMs: 999 }
  expect(perform(state, sweepWithSightings(at + 999, tooClose))).toEqual([])
  expect(statusOf(state)).toBe('LIVE')
})

test('after a recovery adverts match at once, and the next error has its own five minutes', () => {
  const state = book(buyer)
  see(state, '00:05', null)
  expect(typesOf(state, '00:09:59', quoteOf('toyota', '00:09:59'))).toEqual(['marketStatusChanged'])
  expect(state.markets.size).toBe(0)

  see(state, '00:10', null)
  expect(typesOf(state, '00:14:59.999', null)).toEqual([])
  expect(typesOf(state, '00:15', null)).toEqual(['advertCancelled'])
})

test('two waiting adverts are located on the quote with which the market recovers', () => {
  const state = book(buyer, seller)
  see(state, '00:05', null)

  expect(typesOf(state, '00:06', quoteOf('toyota', '00:06'))).toEqual([
    'marketStatusChanged',
    'contraLocated',
  ])
})

test('a change of the error does not restart the five minutes, and the cause is the last error', () => {
  const state = book(buyer)
  see(state, '00:05', null)
  expect(typesOf(state, '00:08', wrong['004'](moment('00:08')))).toEqual(['marketStatusChanged'])
  expect(state.markets.get('toyota')).toEqual({ error: '004', since: moment('00:05') })

  expect(see(state, '00:10', wrong['004'](moment('00:10')))).toMatchObject([
    { type: 'advertCancelled', errorCode: 'MARKET-ERROR-004' },
  ])
})

test('the start of a market failure depends on its quotes, not on the adverts in it', () => {
  const failing = { ...shows(null), freshUntil: moment('00:05') }
  const alone = book(buyer)
  const afterAnother = book(seller)
  perform(afterAnother, sweepWithSightings('00:06', failing))
  bookIn(afterAnother, buyer)

  for (const state of [alone, afterAnother]) {
    perform(state, sweepWithSightings('00:09:59.999', failing))
    expect(statusOf(state)).toBe('LIVE')
    perform(state, sweepWithSightings('00:10', failing))
    expect(statusOf(state)).toBe('DEAD')
  }
})

const withLunch = calendarOf([{ from: 0, to: 480 }], twoSessions)

// rule: 12.15
test('lunch does not count', () => {
  const state = bookIn(world({ calendar: withLunch }), buyer)
  see(state, '02:27', null)
  expect(typesOf(state, '02:29', null)).toEqual([])
  expect(typesOf(state, '03:29', null)).toEqual([])

  expect(typesOf(state, '03:32:59.999', null)).toEqual([])
  expect(typesOf(state, '03:33', null)).toEqual(['advertCancelled'])
})

test('while the exchange is closed no market is validated: not even a malformed quote cancels', () => {
  const state = bookIn(world({ calendar: withLunch }), buyer)

  for (const when of ['02:29', '03:00', '03:29:59.999'])
    for (const code of codes) expect(typesOf(state, when, wrong[code](moment(when)))).toEqual([])
})

test('a malformed quote before lunch and another one in it end nothing', () => {
  const state = bookIn(world({ calendar: withLunch }), buyer)
  const first = { ...malformed(moment('02:28:59')), malformedForMs: 0 }
  expect(perform(state, sweepWithSightings('02:28:59', first))).toMatchObject([{ error: '007' }])

  perform(state, sweepWithSightings('02:29:01', malformed(moment('02:29:01'))))
  expect(statusOf(state)).toBe('LIVE')
})

test('sent and paused adverts are not cancelled by the market', () => {
  const armed = { advertisingTriggerActivated: true, advertisingTrigger: 1_990 * yen }
  const sent = book(buys('alder', 10_000, armed))
  const paused = book(buyer)
  perform(paused, ownerCommand('pauseAdvert', 'alder-1', '00:04'))

  for (const state of [sent, paused]) {
    const before = statusOf(state)
    for (const when of ['00:05:01', '00:05:25'])
      perform(state, sweepWithSightings(when, malformed(moment(when))))
    expect(statusOf(state)).toBe(before)
  }
})

// rule: 12.18
test('a quote that was malformed at its receipt stays so', () => {
  const state = book(buyer)
  const at = moment('00:05')
  const sighting = { ...malformed(at), quote: quoteOf('toyota', at), malformedForMs: 0 }

  expect(perform(state, sweepWithSightings(at, sighting))).toMatchObject([
    { type: 'marketStatusChanged', error: '007' },
  ])
})

test('a hard market error cancels located adverts once their locate has ended', () => {
  const state = locatedPair(buyer, seller)
  const at = moment('00:05:05')
  expect(perform(state, sweepWithSightings(at, malformed(at)))).toEqual([])

  const end = moment('00:05:31.501')
  expect(perform(state, sweepWithSightings(end, malformed(end))).map(({ type }) => type)).toEqual([
    'locateWithdrawn',
    'marketStatusChanged',
    'advertCancelled',
    'advertCancelled',
  ])
})

test('an advert that is resumed into a failed market is cancelled', () => {
  const state = book(buyer, sells('birch', 10_000, { securityId: 'toyota', credibilityHurdle: 100 }))
  perform(state, ownerCommand('pauseAdvert', 'alder-1', '00:04'))
  see(state, '00:05', null)
  see(state, '00:10', null)
  perform(state, ownerCommand('resumeAdvert', 'alder-1', '00:11'))

  expect(see(state, '00:11', null)).toMatchObject([{ type: 'advertCancelled', advertId: 'alder-1' }])
})

test('a market without live or waiting adverts is not watched', () => {
  const state = book(buys('alder', 10_000, { securityId: 'sony' }))

  expect(typesOf(state, '00:05', null)).toEqual([])
  expect(typesOf(state, '00:05', wrong['007'](moment('00:05')))).toEqual([])
})

test('an error in one market affects no other', () => {
  const state = book(buys('alder', 10_000, { securityId: 'sony' }), buyer)
  perform(state, sweepWithSightings('00:05', malformed(moment('00:05'))))

  expect(statusOf(state, 'alder-1')).toBe('LIVE')
  expect(statusOf(state, 'alder-2')).toBe('DEAD')
})

test('time alone makes a market stale: the same quote becomes too old', () => {
  const state = book(buyer, seller)
  perform(state, ownerCommand('pauseAdvert', 'birch-1', '00:04'))
  const quote = quoteOf('toyota', '00:05')
  expect(perform(state, sweepWithSightings('00:05:10', sightingOf(quote)))).toEqual([])

  expect(perform(state, sweepWithSightings('00:05:10.001', sightingOf(quote)))).toMatchObject([
    { type: 'marketStatusChanged', error: '003' },
  ])
})

test('a market that was stale at yesterday’s close has a new five minutes at today’s opening', () => {
  // Trades from 09:00 to 15:30 in Tokyo; the advert is sent before the opening of the next day.
  const exchange = [{ from: 0, to: 390 }]
  const state = world({ calendar: calendarOf([{ from: 1_380, to: 480 }], exchange), opens: '06:00' })
  const yesterday = { ...shows(quoteOf('toyota', '06:24:40')), freshUntil: moment('06:24:50') }
  const opening = moment('00:00', '2026-11-21')
  perform(state, sweepWithSightings(opening - 30 * minute, yesterday))
  bookIn(state, buyer)
  perform(state, sweepWithSightings(opening, yesterday))
  expect(statusOf(state)).toBe('LIVE')

  perform(state, sweepWithSightings(opening + 5 * minute - 1, yesterday))
  expect(statusOf(state)).toBe('LIVE')
  perform(state, sweepWithSightings(opening + 5 * minute, yesterday))
  expect(advertIn(state, 'alder-1')).toMatchObject({
    causeOfDeath: 'BAD_MARKET_DATA',
    errorCode: 'MARKET-ERROR-003',
  })
})
