import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { buys, moment, quoteOf, securityNamed, sells } from '../../test/book.ts'
import { type AdvertStatus, type AdvertTerms, advertStatuses } from '../model/advert.ts'
import { defaultLimits as limits } from '../model/limits.ts'
import { yen } from '../model/price.ts'
import type { Quote, Sighting } from '../model/quote.ts'
import { confirmedQuotes } from './quote-confirmation.ts'
import {
  type FiredTriggers,
  reachesAnyKnockout,
  type TriggerHolder,
  triggersFiredBy,
} from './trigger-conditions.ts'

const toyota = securityNamed('toyota')
const at = moment('01:00')
const second = 1_000

type Terms = Partial<AdvertTerms>
const advertising = (level: number): Terms => ({
  advertisingTriggerActivated: true,
  advertisingTrigger: level * yen,
})
const knockout = (level: number): Terms => ({ knockoutTriggerActivated: true, knockoutTrigger: level * yen })
const indexRelative = (offset: number): Terms => ({
  indexRelativeKOTriggerActivated: true,
  indexRelativeKOTrigger: offset,
})
const waiting = (terms: AdvertTerms, advertisementStatus: AdvertStatus = 'SENT', satisfied = false) => ({
  terms,
  advertisementStatus,
  advertTriggerSatisfied: satisfied,
})
const buyer = (terms: Terms) => waiting(buys('alder', 10_000, terms).terms)
const seller = (terms: Terms) => waiting(sells('alder', 10_000, terms).terms)

/** Quotes once a second up to now, with these mids in yen. */
const ticking = (...mids: readonly number[]): Quote[] =>
  mids.map((mid, i) => quoteOf('toyota', at - (mids.length - 1 - i) * second, mid))
const showing = (run: readonly Quote[]): Sighting => ({
  securityId: 'toyota',
  quote: run.at(-1) ?? null,
  run,
})
const nothing: FiredTriggers = { advertising: false, knockout: null, quotes: [] }
const firesSeeing = (advert: TriggerHolder, sighting: Sighting, when = at, venue = limits): FiredTriggers => {
  const evidence = confirmedQuotes(sighting, toyota, when, venue)
  return evidence ? triggersFiredBy(evidence, advert) : nothing
}
const fires = (advert: TriggerHolder, run: readonly Quote[], when = at): FiredTriggers =>
  firesSeeing(advert, showing(run), when)

// spec: 1.1
describe('an advertising trigger fires', () => {
  // rule: 11.1, 11.2
  test.each<['buyer' | 'seller', number, boolean, string]>([
    ['buyer', 1_950, true, 'at it'],
    ['buyer', 1_949, true, 'below it'],
    ['buyer', 1_951, false, 'above it'],
    ['seller', 2_050, true, 'at it'],
    ['seller', 2_051, true, 'above it'],
    ['seller', 2_049, false, 'below it'],
  ])('for a %s when the mid is %d: %s (%s)', (side, mid, expected) => {
    const advert = side === 'buyer' ? buyer(advertising(1_950)) : seller(advertising(2_050))

    expect(fires(advert, ticking(mid, mid)).advertising).toBe(expected)
  })

  test('fires only in an advert that waits for it', () => {
    const { terms } = buyer(advertising(1_950))
    const firing = advertStatuses.filter(
      (status) => fires(waiting(terms, status), ticking(1_950, 1_950)).advertising,
    )

    expect(firing).toEqual(['SENT'])
  })

  // rule: 11.3
  test('fires once and never again', () => {
    const { terms } = buyer(advertising(1_950))

    expect(fires(waiting(terms, 'SENT', true), ticking(1_950, 1_950))).toEqual(nothing)
  })
})

describe('a knockout fires', () => {
  // rule: 11.5, 11.6
  test.each<['buyer' | 'seller', number, string | null, string]>([
    ['buyer', 2_100, '001', 'at it'],
    ['buyer', 2_101, '001', 'above it'],
    ['buyer', 2_099, null, 'below it'],
    ['seller', 1_900, '001', 'at it'],
    ['seller', 1_899, '001', 'below it'],
    ['seller', 1_901, null, 'above it'],
  ])('for a %s when the mid is %d: %s (%s)', (side, mid, expected) => {
    const advert = side === 'buyer' ? buyer(knockout(2_100)) : seller(knockout(1_900))

    expect(fires(advert, ticking(mid, mid)).knockout).toBe(expected)
  })

  test('fires in waiting and live adverts, and not in paused or located ones', () => {
    const { terms } = buyer({ ...knockout(2_100), ...indexRelative(300) })
    const firing = advertStatuses.filter(
      (status) => fires(waiting(terms, status), ticking(2_200, 2_200)).knockout,
    )

    expect(firing).toEqual(['SENT', 'LIVE'])
  })
})

describe('an index-relative knockout fires', () => {
  /** The stock 2.5 % up or down, the index at a given move. */
  const moved = (mid: number, indexMove: number): Quote[] =>
    ticking(mid, mid).map((quote) => ({ ...quote, indexMove }))

  // rule: 11.8, 11.9
  test.each<['buyer' | 'seller', number, number, string | null, string]>([
    ['buyer', 2_050, -50, '002', 'by 3 %'],
    ['buyer', 2_050, -49, null, 'by less'],
    ['buyer', 2_050, 250, null, 'with its index'],
    ['buyer', 1_950, -250, null, 'with its index, down'],
    ['buyer', 1_950, 50, null, 'the other way'],
    ['seller', 1_950, 50, '002', 'by 3 %'],
    ['seller', 1_950, 49, null, 'by less'],
    ['seller', 2_000, 300, '002', 'by 3 %, though it did not move itself'],
    ['seller', 2_050, -50, null, 'the other way'],
  ])(
    'for a %s when the stock at %d yen and the index at %i bp part: %s (%s)',
    (side, mid, index, expected) => {
      const advert = (side === 'buyer' ? buyer : seller)(indexRelative(300))

      expect(fires(advert, moved(mid, index)).knockout).toBe(expected)
    },
  )
})

test('a trigger that is switched off never fires', () => {
  const off = { advertisingTrigger: 2_500 * yen, knockoutTrigger: 1_500 * yen, indexRelativeKOTrigger: -999 }

  expect(fires(buyer(off), ticking(2_000, 2_000))).toEqual(nothing)
})

// rule: 11.16
test('one bad quote cancels nothing', () => {
  expect(fires(buyer(knockout(2_100)), ticking(2_000, 2_000, 2_400))).toEqual(nothing)
  expect(fires(buyer(knockout(2_100)), ticking(2_400))).toEqual(nothing)
})

// rule: 11.17
test('a trigger fires on two mids a second apart, and not a millisecond less', () => {
  const [before, now] = ticking(2_100, 2_100) as [Quote, Quote]
  const advert = buyer(knockout(2_100))

  expect(fires(advert, [before, now]).knockout).toBe('001')
  expect(fires(advert, [{ ...before, at: before.at + 1 }, now]).knockout).toBeNull()
})

// rule: 11.18
test('a condition that has held for the last second fires, with those quotes, whatever preceded it', () => {
  const run = ticking(2_000, 2_099, 2_100, 2_150)

  expect(fires(buyer(knockout(2_100)), run)).toEqual({
    advertising: false,
    knockout: '001',
    quotes: run.slice(2),
  })
})

test('every mid of that second counts: one that falls short prevents it', () => {
  const [before, now] = ticking(2_100, 2_150) as [Quote, Quote]
  const between = quoteOf('toyota', at - 500, 2_099)

  expect(fires(buyer(knockout(2_100)), [before, between, now])).toEqual(nothing)
  expect(fires(buyer(knockout(2_100)), ticking(2_099, 2_100))).toEqual(nothing)
  expect(fires(buyer(knockout(2_100)), ticking(2_100, 2_099))).toEqual(nothing)
})

test('a platform may require more quotes over a longer time', () => {
  const strict = { ...limits, confirmingQuotes: 3, confirmingMs: 3 * second }
  const firing = (run: readonly Quote[]) => firesSeeing(buyer(knockout(2_100)), showing(run), at, strict)
  const run = ticking(2_100, 2_100, 2_100, 2_100)

  expect(firing(run).knockout).toBe('001')
  expect(firing(run.slice(1)).knockout).toBeNull()
  expect(firing([run[0] as Quote, run[3] as Quote]).knockout).toBeNull()
})

describe('a run proves nothing', () => {
  const advert = buyer(knockout(2_100))
  const run = ticking(2_100, 2_100, 2_100)
  const [first, , last] = run as [Quote, Quote, Quote]
  const broken = (more: Partial<Quote>): Quote[] =>
    run.map((quote, i) => (i === 1 ? { ...quote, ...more } : quote))

  test.each<[string, Partial<Quote>]>([
    ['a side is missing', { bid: null }],
    ['the price is not a number', { ask: Number.NaN }],
    ['the security is halted', { condition: 'HALTED' }],
    ['the spread is too wide', { ask: 2_300 * yen }],
    ['it is of another security', { securityId: 'sony' }],
    ['it is out of order', { at: last.at + 1 }],
  ])('when in one of its quotes %s', (_, more) => {
    expect(fires(advert, run).knockout).toBe('001')

    expect(fires(advert, broken(more))).toEqual(nothing)
  })

  test('when its last quote is stale', () => {
    expect(fires(advert, run, at + 10_000).knockout).toBe('001')
    expect(fires(advert, run, at + 10_001)).toEqual(nothing)
  })

  test('when it does not lead to the newest quote', () => {
    const newer = { ...last, at: at + second, condition: 'HALTED' } as const
    const sighting = { securityId: 'toyota', quote: newer, run }

    expect(firesSeeing(advert, sighting, at + second)).toEqual(nothing)
    expect(firesSeeing(advert, { ...sighting, quote: null }, at)).toEqual(nothing)
  })

  test('when it is empty', () => {
    expect(firesSeeing(advert, { securityId: 'toyota', quote: first, run: [] }, at)).toEqual(nothing)
  })
})

describe('in a locate, whose adverts have no armed triggers,', () => {
  const isReached = (terms: Terms, ...run: readonly Quote[]): boolean => {
    const confirmed = confirmedQuotes(showing(run), toyota, at, limits)
    return confirmed !== null && reachesAnyKnockout(buyer(terms).terms, confirmed)
  }

  test('a knockout is reached at its level and beyond, on confirmed quotes only', () => {
    const mids = [2_099, 2_100, 2_101]

    expect(mids.map((mid) => isReached(knockout(2_100), ...ticking(mid, mid)))).toEqual([false, true, true])
    expect(isReached(knockout(2_100), ...ticking(2_099, 2_100))).toBe(false)
    expect(isReached(knockout(2_100), ...ticking(2_100))).toBe(false)
  })

  test('an index-relative knockout is reached at its offset and beyond', () => {
    const leads = [-49, -50, -51].map((indexMove) =>
      isReached(indexRelative(300), ...ticking(2_050, 2_050).map((quote) => ({ ...quote, indexMove }))),
    )

    expect(leads).toEqual([false, true, true])
  })

  test('advertising triggers are ignored', () => {
    expect(isReached(advertising(2_500), ...ticking(2_000, 2_000))).toBe(false)
  })
})

test('a seller is the mirror image of a buyer around the price', () => {
  const anyMids = fc.array(fc.integer({ min: 1_700, max: 2_300 }), { minLength: 1, maxLength: 6 })
  const level = fc.integer({ min: 1_700, max: 2_300 })
  fc.assert(
    fc.property(anyMids, level, level, fc.integer({ min: 300, max: 700 }), (mids, a, k, offset) => {
      const mirror = (price: number): number => 4_000 - price
      const terms = (of: (price: number) => number): Terms => ({
        ...advertising(of(a)),
        ...knockout(of(k)),
        ...indexRelative(offset),
      })
      const bought = fires(buyer(terms((price) => price)), ticking(...mids))
      const sold = fires(seller(terms(mirror)), ticking(...mids.map(mirror)))

      expect([sold.advertising, sold.knockout]).toEqual([bought.advertising, bought.knockout])
    }),
  )
})
