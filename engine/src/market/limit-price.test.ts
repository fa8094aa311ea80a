import { describe, expect, test } from 'vitest'
import {
  advertIn,
  book,
  bookIn,
  buys,
  calendarOf,
  modifyOf,
  moment,
  ownerCommand,
  perform,
  placeOrder,
  quoteOf,
  securityNamed,
  sells,
  sweepAt,
  sweepWithSightings,
  twoSessions,
  world,
} from '../../test/book.ts'
import { whyNot } from '../explain/why-not.ts'
import { defaultLimits } from '../model/limits.ts'
import { yen } from '../model/price.ts'
import type { Sighting } from '../model/quote.ts'
import type { State } from '../model/state.ts'
import { isWithinLimit } from './limit-price.ts'
import { addQuote, emptyQuoteWindow, sightingOf as shownBy } from './quote-window.ts'

/** Buys at 2,000 yen or below; the market begins there. */
const limited = buys('alder', 10_000, { limitPrice: 2_000 * yen })
const limitedSeller = sells('birch', 10_000, { limitPrice: 2_000 * yen })

/** The sighting after mids in yen, each this many milliseconds after 00:05. */
function showing(...mids: readonly (readonly [ms: number, midYen: number])[]): Sighting {
  const window = mids
    .map(([ms, midYen]) => quoteOf('toyota', moment('00:05') + ms, midYen))
    .reduce(
      (each, quote) => addQuote(each, quote, securityNamed('toyota'), defaultLimits),
      emptyQuoteWindow(),
    )
  return shownBy(window, 'toyota')
}

/** The sighting of a mid that has been confirmed, at a time of day. */
const confirmed = (at: string, midYen: number): Sighting => {
  const before = quoteOf('toyota', moment(at) - 1_000, midYen)
  const window = [before, quoteOf('toyota', at, midYen)].reduce(
    (each, quote) => addQuote(each, quote, securityNamed('toyota'), defaultLimits),
    emptyQuoteWindow(),
  )
  return shownBy(window, 'toyota')
}

const see = (state: State, sighting: Sighting) =>
  perform(state, sweepWithSightings(sighting.quote?.at ?? state.at, sighting))
const typesOf = (state: State, sighting: Sighting) => see(state, sighting).map(({ type }) => type)
const statusOf = (state: State, advertId = 'alder-1') => advertIn(state, advertId).advertisementStatus

// rule: 25.1
test.each([
  ['BUY', 1_999.5, true],
  ['BUY', 2_000, true],
  ['BUY', 2_000.5, false],
  ['SELL', 1_999.5, false],
  ['SELL', 2_000, true],
  ['SELL', 2_000.5, true],
] as const)('a %s limited to 2,000 at %s yen is within its limit: %s', (direction, midYen, within) => {
  expect(isWithinLimit({ direction, limitPrice: 2_000 * yen }, midYen * yen)).toBe(within)
  expect(isWithinLimit({ direction, limitPrice: null }, midYen * yen)).toBe(true)
})

// rule: 25.2
test('two fresh mids a second apart beyond the limit let it wait, two within it let it go on', () => {
  const state = book(limited)
  expect(statusOf(state)).toBe('LIVE')
  const left = showing([0, 2_001], [1_000, 2_002])

  expect(see(state, left)).toEqual([
    {
      type: 'advertLimitCrossed',
      at: moment('00:05:01'),
      advertId: 'alder-1',
      isBeyond: true,
      quotes: left.run,
    },
  ])
  expect(advertIn(state, 'alder-1')).toMatchObject({ advertisementStatus: 'SENT', isBeyondLimit: true })
  expect(typesOf(state, showing([1_000, 2_002], [2_000, 2_000]))).toEqual([])
  expect(typesOf(state, showing([2_000, 2_000], [3_000, 1_999]))).toEqual([
    'advertLimitCrossed',
    'advertReleased',
  ])
  expect(advertIn(state, 'alder-1')).toMatchObject({ advertisementStatus: 'LIVE', isBeyondLimit: false })
})

test.each([
  ['one mid', [[0, 2_010]]],
  [
    'two mids less than a second apart',
    [
      [0, 2_010],
      [999, 2_010],
    ],
  ],
  [
    'mids on both sides of the limit',
    [
      [0, 1_990],
      [1_000, 2_010],
    ],
  ],
] as const)('%s beyond the limit changes no status', (_, mids) => {
  const state = book(limited)

  expect(typesOf(state, showing(...mids))).toEqual([])
  expect(statusOf(state)).toBe('LIVE')
})

// rule: 25.3
test('it keeps its priority time while it waits for its limit alone, and neither expires nor ends by it', () => {
  const state = book(limited)
  const { priorityTime, expiryDate } = advertIn(state, 'alder-1')
  see(state, confirmed('00:10', 2_050))
  see(state, confirmed('00:30', 1_990))

  expect(advertIn(state, 'alder-1')).toMatchObject({
    advertisementStatus: 'LIVE',
    priorityTime,
    expiryDate,
  })
})

// rule: 3.E12.1
describe('E12: at a mid beyond the limit of either there is no locate', () => {
  test.each([
    ['a BUY', limited, sells('birch', 10_000), 2_000.5],
    ['a SELL', buys('alder', 10_000), limitedSeller, 1_999.5],
  ] as const)('%s, although nothing is confirmed yet', (_, buyer, seller, midYen) => {
    const state = book(buyer, seller)

    expect(typesOf(state, showing([0, midYen]))).toEqual([])
    expect([statusOf(state), statusOf(state, 'birch-1')]).toEqual(['LIVE', 'LIVE'])
    // Nobody has been notified that the price is back.
    expect(typesOf(state, showing([500, 2_000]))).toEqual(['contraLocated'])
  })

  test('a contra that comes while the price is away for a moment is found when it is back', () => {
    const state = book(limited)
    see(state, showing([0, 2_000.5]))
    placeOrder(state, sells('birch', 10_000))
    expect(typesOf(state, showing([0, 2_000.5], [500, 2_000.5]))).toEqual([])

    expect(typesOf(state, showing([900, 2_000]))).toEqual(['contraLocated'])
  })

  test('at the limits of both they are located', () => {
    expect(typesOf(book(limited, limitedSeller), showing([0, 2_000]))).toEqual(['contraLocated'])
  })
})

// rule: 25.4
test('during a locate the limit is not watched', () => {
  const state = book(limited, sells('birch', 10_000))
  see(state, showing([0, 2_000]))

  expect(typesOf(state, showing([1_000, 2_050], [2_500, 2_050]))).toEqual([])
  expect(statusOf(state)).toBe('ACCEPT/DECLINE?')
})

// rule: 25.5
test('with an advertising trigger armed the trigger comes first, and then it is within its limit', () => {
  const trigger = { advertisingTriggerActivated: true, advertisingTrigger: 1_990 * yen }
  const state = book(buys('alder', 10_000, { limitPrice: 1_995 * yen, ...trigger }))
  expect(advertIn(state, 'alder-1')).toMatchObject({ advertisementStatus: 'SENT', isBeyondLimit: false })

  expect(typesOf(state, confirmed('00:10', 2_010))).toEqual([])
  expect(typesOf(state, confirmed('00:11', 1_990))).toEqual(['advertTriggered', 'advertReleased'])
  expect(typesOf(state, confirmed('00:12', 1_996))).toEqual(['advertLimitCrossed'])
})

test('a knockout ends it while it waits for its limit', () => {
  const knockout = { knockoutTriggerActivated: true, knockoutTrigger: 2_050 * yen }
  const state = book({ ...limited, terms: { ...limited.terms, ...knockout } })
  see(state, confirmed('00:10', 2_010))

  expect(typesOf(state, confirmed('00:11', 2_050))).toEqual(['advertCancelled'])
})

// rule: 25.6
test('sent or changed while the last price is beyond its limit, it begins to wait at once', () => {
  const state = book(buys('alder', 10_000, { limitPrice: 1_990 * yen }))
  expect(advertIn(state, 'alder-1')).toMatchObject({ advertisementStatus: 'SENT', isBeyondLimit: true })

  perform(state, modifyOf(state, 'alder-1', { limitPrice: 2_000 * yen }, '00:06'))
  expect(typesOf(state, showing([60_000, 2_000]))).toEqual(['advertReleased'])
  perform(state, modifyOf(state, 'alder-1', { limitPrice: 1_999 * yen }, '00:07'))
  expect(advertIn(state, 'alder-1')).toMatchObject({ advertisementStatus: 'SENT', isBeyondLimit: true })
  perform(state, modifyOf(state, 'alder-1', { credibilityHurdle: 21 }, '00:08'))
  expect(advertIn(state, 'alder-1').isBeyondLimit).toBe(true)
})

test('paused while it waits, it waits on when it is resumed', () => {
  const state = book(limited)
  see(state, confirmed('00:10', 2_010))
  perform(state, ownerCommand('pauseAdvert', 'alder-1', '00:11'))
  expect(typesOf(state, confirmed('00:12', 1_990))).toEqual([])
  perform(state, ownerCommand('resumeAdvert', 'alder-1', '00:13'))

  expect(statusOf(state)).toBe('SENT')
  expect(typesOf(state, confirmed('00:14', 1_990))).toEqual(['advertLimitCrossed', 'advertReleased'])
})

// rule: 25.7
test.each([
  ['BUY', null, 1_990, true],
  ['BUY', 1_990, 1_980, true],
  ['BUY', 1_980, 1_990, false],
  ['BUY', 1_990, null, false],
  ['SELL', null, 2_010, true],
  ['SELL', 2_010, 2_020, true],
  ['SELL', 2_020, 2_010, false],
  ['SELL', 2_010, null, false],
] as const)('a %s whose limit goes from %s to %s keeps its priority: %s', (direction, was, is, keeps) => {
  const order = (direction === 'BUY' ? buys : sells)('alder', 10_000, {
    limitPrice: was === null ? null : was * yen,
  })
  const state = book(order)
  const [event] = perform(
    state,
    modifyOf(state, 'alder-1', { limitPrice: is === null ? null : is * yen }, '00:06'),
  )

  expect(event).toMatchObject({ type: 'advertModified', keepsPriority: keeps })
})

// rule: 25.8
test('its owner is notified that it waits for its limit, also before that is confirmed', () => {
  const state = book(limited)
  const codes = (sighting: Sighting) =>
    whyNot(state, advertIn(state, 'alder-1'), sighting, sighting.quote?.at ?? 0).map(({ code, values }) => [
      code,
      values.price,
    ])
  const glimpse = showing([0, 2_001])
  perform(state, sweepWithSightings(moment('00:05'), glimpse))
  expect(codes(glimpse)).toContainEqual(['LIMIT', 2_000 * yen])

  const left = showing([0, 2_001], [1_000, 2_001])
  see(state, left)
  expect(statusOf(state)).toBe('SENT')
  expect(codes(left)).toContainEqual(['LIMIT', 2_000 * yen])
  see(state, showing([2_000, 1_999], [3_000, 1_999]))
  expect(codes(showing([3_000, 1_999]))).not.toContainEqual(['LIMIT', 2_000 * yen])
})

// rule: 25.9
test('after hours the official close is the price, at once', () => {
  const calendar = calendarOf([{ from: 0, to: 600 }], twoSessions, [{ from: 390, to: 540 }])
  const untilEvening = { ...limited, terms: { ...limited.terms, duration: 'END_OF_DAY' as const } }
  const state = bookIn(world({ calendar }), untilEvening)
  const closing = (officialYen: number) => [
    quoteOf('toyota', '06:35', 2_000, { officialClose: officialYen * yen }),
  ]
  const types = (at: string, officialYen: number) =>
    perform(state, sweepAt(at, closing(officialYen))).map(({ type }) => type)

  expect(types('06:35', 2_000.5)).toEqual(['advertLimitCrossed'])
  expect(types('06:36', 1_999)).toEqual(['advertLimitCrossed', 'advertReleased'])
})
