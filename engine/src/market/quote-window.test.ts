import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { buys, moment, quoteOf, securityNamed, sells } from '../../test/book.ts'
import { type AdvertTerms, directions } from '../model/advert.ts'
import { type Limits, defaultLimits as limits } from '../model/limits.ts'
import { yen } from '../model/price.ts'
import { midOf, type Quote, type Sighting, stockMove, type TwoSidedQuote } from '../model/quote.ts'
import { isFresh } from './market-error.ts'
import { confirmedQuotes, shortestConfirmedRun } from './quote-confirmation.ts'
import { addQuote, emptyQuoteWindow, markUnquoted, type QuoteWindow, sightingOf } from './quote-window.ts'
import { type TriggerHolder, triggersFiredBy } from './trigger-conditions.ts'

const toyota = securityNamed('toyota')
const at = moment('01:00')
const second = 1_000

/** A quote this many milliseconds after the start. */
const quoteAt = (ms: number, midYen = 2_000, more: Partial<Quote> = {}): Quote =>
  quoteOf('toyota', at + ms, midYen, more)
const windowOf = (...quotes: readonly Quote[]): QuoteWindow =>
  quotes.reduce((window, quote) => addQuote(window, quote, toyota, limits), emptyQuoteWindow())
const sightingAfter = (...quotes: readonly Quote[]) => sightingOf(windowOf(...quotes), 'toyota')

test('before the first quote the sighting is empty', () => {
  expect(sightingOf(emptyQuoteWindow(), 'toyota')).toEqual({ securityId: 'toyota', quote: null, run: [] })
})

test('a sighting has the newest quote and the fresh ones that led to it', () => {
  const quotes = [quoteAt(0), quoteAt(second, 2_010), quoteAt(1.5 * second)]

  expect(sightingAfter(...quotes)).toMatchObject({ securityId: 'toyota', quote: quotes[2], run: quotes })
})

test('a fresh quote is valid for ten seconds, and a later quote that is not fresh replaces it at once', () => {
  expect(sightingAfter(quoteAt(0), quoteAt(second)).freshUntil).toBe(at + 11 * second)
  expect(sightingAfter(quoteAt(0), quoteAt(second, 2_000, { bid: null })).freshUntil).toBe(at + second)
})

test('a market is not fresh since the first of consecutive bad quotes, whatever their errors', () => {
  const halted = quoteAt(20 * second, 2_000, { condition: 'HALTED' })
  const oneSided = quoteAt(25 * second, 2_000, { bid: null })

  expect(sightingAfter(halted, oneSided).freshUntil).toBe(at + 20 * second)
  // It was stale before it was halted.
  expect(sightingAfter(quoteAt(0), halted, oneSided).freshUntil).toBe(at + 10 * second)
})

test('a market is fresh since the first of consecutive fresh quotes, though the run is shorter', () => {
  const quotes = [0, 8, 16, 24].map((n) => quoteAt(n * second))

  expect(sightingAfter(quoteAt(0)).freshSince).toBe(at)
  expect(sightingAfter(...quotes).freshSince).toBe(at)
  expect(sightingAfter(...quotes).run).toEqual(quotes.slice(2))
})

test.each<[string, readonly Quote[], number | undefined]>([
  ['a gap of ten seconds', [quoteAt(0), quoteAt(10 * second)], at],
  ['a longer gap', [quoteAt(0), quoteAt(10 * second + 1)], at + 10 * second + 1],
  ['a bad quote', [quoteAt(0), quoteAt(second, 2_000, { bid: null })], undefined],
  [
    'a good quote after a bad one',
    [quoteAt(0), quoteAt(second, 2_000, { bid: null }), quoteAt(2 * second)],
    at + 2 * second,
  ],
])('after %s the market is fresh since the right time', (_, quotes, since) => {
  expect(sightingAfter(...quotes).freshSince).toBe(since)
})

test('a market is fresh since its first fresh quote was received, however late, and not while the quote was too old', () => {
  const late = addQuote(emptyQuoteWindow(), quoteAt(0), toyota, limits, at + 6 * second)
  expect(late.freshSince).toBe(at + 6 * second)
  const sinceAfter = (received: number) =>
    addQuote(late, quoteAt(9 * second), toyota, limits, at + received).freshSince

  expect(sinceAfter(10 * second)).toBe(at + 6 * second)
  expect(sinceAfter(10 * second + 1)).toBe(at + 10 * second + 1)
})

test('a market without quotes is not fresh since the first look, until a quote comes', () => {
  const window = markUnquoted(markUnquoted(emptyQuoteWindow(), at), at + 5 * second)

  expect(sightingOf(window, 'toyota')).toEqual({ securityId: 'toyota', quote: null, run: [], freshUntil: at })
  expect(addQuote(window, quoteAt(7 * second), toyota, limits).freshUntil).toBe(at + 17 * second)
})

test('quotes that are older than a trigger needs are dropped', () => {
  const quotes = [0, 1, 2, 3, 4].map((n) => quoteAt(n * second))

  expect(sightingAfter(...quotes).run).toEqual(quotes.slice(3))
})

test('a late or repeated quote changes nothing', () => {
  const window = windowOf(quoteAt(0), quoteAt(second))

  expect(addQuote(window, quoteAt(500), toyota, limits)).toBe(window)
  expect(addQuote(window, quoteAt(second), toyota, limits)).toBe(window)
})

test.each<Partial<Quote>>([
  { securityId: 'sony' },
  { bid: 1_998 * yen },
  { ask: 2_002 * yen },
  { last: 1_999 * yen },
  { condition: 'HALTED' },
  { officialClose: 2_000 * yen },
  { indexMove: 1 },
])('a quote with the same time that differs in %o is no repeated one', (different) => {
  const corrected = quoteAt(second, 2_000, different)

  expect(sightingAfter(quoteAt(0), quoteAt(second), corrected).quote).toEqual(corrected)
})

test('of two quotes with the same time the later one is the newest, and both are in the run', () => {
  const quotes = [quoteAt(0), quoteAt(second, 1_990), quoteAt(second, 2_010)]

  expect(sightingAfter(...quotes)).toMatchObject({ securityId: 'toyota', quote: quotes[2], run: quotes })
})

describe('the run ends', () => {
  test.each<[string, Partial<Quote>]>([
    ['has lost a side', { bid: null }],
    ['is halted', { condition: 'HALTED' }],
    ['is crossed', { bid: 2_010 * yen, ask: 2_000 * yen }],
    ['is malformed', { indexMove: Number.NaN }],
  ])('with a quote that %s, and begins with the next fresh one', (_, more) => {
    const broken = quoteAt(2 * second, 2_000, more)
    const next = quoteAt(3 * second)

    expect(sightingAfter(quoteAt(0), quoteAt(second), broken)).toMatchObject({
      securityId: 'toyota',
      quote: broken,
      run: [],
    })
    expect(sightingAfter(quoteAt(0), quoteAt(second), broken, next).run).toEqual([next])
  })

  test('with a gap in which the last quote became stale', () => {
    const [first, tenth, later] = [quoteAt(0), quoteAt(10 * second), quoteAt(20 * second + 1)]

    expect(sightingAfter(first, tenth).run).toEqual([first, tenth])
    expect(sightingAfter(first, tenth, later).run).toEqual([later])
  })
})

test('a quote is validated at its own time, regardless of latency', () => {
  const window = addQuote(emptyQuoteWindow(), quoteAt(0), toyota, limits, at + 60 * second)

  expect(sightingOf(window, 'toyota').run).toEqual([quoteAt(0)])
})

test('a quote from the future is reported as such and replaced by the next one', () => {
  const future = quoteAt(3_600 * second)
  const cameIn = at + 2 * second
  const window = addQuote(windowOf(quoteAt(0), quoteAt(second)), future, toyota, limits, cameIn)
  expect(sightingOf(window, 'toyota')).toMatchObject({ securityId: 'toyota', quote: future, run: [] })

  const next = quoteAt(2.5 * second)
  const received = at + 3 * second
  expect(addQuote(window, next, toyota, limits, received)).toEqual(
    addQuote(emptyQuoteWindow(), next, toyota, limits, received),
  )
})

// rule: 12.18
test.each([
  [1_000, true],
  [1_001, false],
])('a quote that is stamped %i ms ahead hides the true one that follows it: %s', (ahead, hides) => {
  const [early, next] = [quoteAt(ahead), quoteAt(ahead - 1)]
  const window = addQuote(emptyQuoteWindow(), early, toyota, limits, at)

  expect(addQuote(window, next, toyota, limits, at).quote).toEqual(hides ? early : next)
})

// rule: 12.18
test('a quote that was stamped ahead hides nothing and is not fresh when its time has come', () => {
  const early = addQuote(emptyQuoteWindow(), quoteAt(1_700), toyota, limits, at)
  expect(sightingOf(early, 'toyota').malformedForMs).toBe(0)

  const next = addQuote(early, quoteAt(1_300), toyota, limits, at + 1_300)
  expect(next).toMatchObject({ quote: quoteAt(1_300), malformed: null })
})

// rule: 12.18
test('a malformed quote that is stamped ahead by no more than is allowed hides those before its stamp', () => {
  const malformed = quoteAt(limits.quoteAheadMs, 2_000, { bid: 0.5 })
  const window = addQuote(emptyQuoteWindow(), malformed, toyota, limits, at)

  expect(addQuote(window, quoteAt(500), toyota, limits, at + 500)).toBe(window)
})

// rule: 12.17
test('two malformed quotes with a true one between them are not consecutive, whatever their stamps', () => {
  const early = [20 * second, 30 * second].map((ahead) => quoteAt(ahead))
  const received = ([quote, ms]: readonly [Quote, number], window: QuoteWindow) =>
    addQuote(window, quote, toyota, limits, at + ms)
  const windowAfter = (...quotes: readonly (readonly [Quote, number])[]) =>
    quotes.reduce((window, each) => received(each, window), emptyQuoteWindow())
  const [first, second20] = early as [Quote, Quote]

  const between = windowAfter([first, 0], [quoteAt(11 * second), 11 * second], [second20, 12 * second])
  expect(sightingOf(between, 'toyota').malformedForMs).toBe(0)
  const consecutive = windowAfter([first, 0], [second20, 12 * second])
  expect(sightingOf(consecutive, 'toyota').malformedForMs).toBe(12 * second)
})

test('without a time of receipt, a quote from the future is recognized when the next one arrives', () => {
  const next = quoteAt(2 * second)

  expect(sightingAfter(quoteAt(0), quoteAt(3_600 * second), next)).toMatchObject({ quote: next, run: [next] })
})

test('a quote with an invalid time is replaced by the next one', () => {
  const timeless = quoteAt(0, 2_000, { at: Number.NaN })

  expect(sightingAfter(quoteAt(0), timeless).run).toEqual([])
  expect(sightingAfter(quoteAt(0), timeless, quoteAt(second)).run).toEqual([quoteAt(second)])
})

test('the run stays small however often quotes arrive', () => {
  const quotes = Array.from({ length: 2_000 }, (_, n) => quoteAt(n * 5, 2_000 + (n % 7) - (n % 13)))

  expect(sightingAfter(...quotes).run.length).toBeLessThanOrEqual(6)
})

test('and has as many consecutive quotes as the platform requires', () => {
  const wanting = { ...limits, confirmingQuotes: 9 }
  const quotes = Array.from({ length: 50 }, (_, n) => quoteAt(n * 100))
  const window = quotes.reduce(
    (before, quote) => addQuote(before, quote, toyota, wanting),
    emptyQuoteWindow(),
  )

  expect(confirmedQuotes(sightingOf(window, 'toyota'), toyota, at + 4_900, wanting)?.quotes).toHaveLength(9)
})

/** One step of a market: its time, and the moves of mid and index. Rarely the quote is not fresh. */
const anyStep = fc.record({
  ms: fc.oneof(
    { weight: 12, arbitrary: fc.integer({ min: 0, max: 700 }) },
    { weight: 3, arbitrary: fc.constantFrom(1_000, 999, 1_001, 2_000) },
    { weight: 1, arbitrary: fc.integer({ min: 5_000, max: 12_000 }) },
  ),
  mid: fc.integer({ min: 1_980, max: 2_020 }),
  indexMove: fc.integer({ min: -60, max: 60 }),
  broken: fc.oneof(
    { weight: 30, arbitrary: fc.constant({}) },
    { weight: 1, arbitrary: fc.constantFrom({ bid: null }, { condition: 'HALTED' as const }) },
  ),
})
const anyMarket = fc.array(anyStep, { minLength: 1, maxLength: 80, size: 'max' }).map((steps) => {
  let ms = 0
  return steps.map(({ mid, indexMove, broken, ...step }) => {
    ms += step.ms
    return quoteAt(ms, mid, { indexMove, ...broken })
  })
})
const anyLimits = fc
  .record({
    confirmingQuotes: fc.integer({ min: 1, max: 8 }),
    confirmingMs: fc.integer({ min: 0, max: 3_000 }),
  })
  .map((confirming) => ({ ...limits, ...confirming }))

/** Every fresh quote up to the last one, back to the last break: the rule without thinning. */
function wholeRun(quotes: readonly Quote[]): TwoSidedQuote[] {
  const run: TwoSidedQuote[] = []
  for (const quote of quotes) {
    const last = run.at(-1)
    if (last && quote.at - last.at > limits.quoteAgeMs) run.length = 0
    if (isFresh(quote, toyota, quote.at, limits)) run.push(quote)
    else run.length = 0
  }
  return run
}

/** Levels at which a trigger just fires or just does not: the prices of the quotes. */
const termsAt = (
  direction: (typeof directions)[number],
  { bid, ask, indexMove }: TwoSidedQuote,
): AdvertTerms => {
  const mid = midOf({ ...quoteAt(0), bid, ask })
  const lead = stockMove(mid, toyota) - (indexMove ?? 0)
  const { terms } = direction === 'BUY' ? buys('alder', 10_000) : sells('alder', 10_000)
  return {
    ...terms,
    advertisingTriggerActivated: true,
    advertisingTrigger: mid,
    knockoutTriggerActivated: true,
    knockoutTrigger: mid,
    indexRelativeKOTriggerActivated: true,
    indexRelativeKOTrigger: direction === 'BUY' ? lead : -lead,
  }
}
const separately = (terms: AdvertTerms): AdvertTerms[] => [
  { ...terms, knockoutTriggerActivated: false, indexRelativeKOTriggerActivated: false },
  { ...terms, advertisingTriggerActivated: false, indexRelativeKOTriggerActivated: false },
  { ...terms, advertisingTriggerActivated: false, knockoutTriggerActivated: false },
]

/** The triggers that fire in a market at the time of its newest quote. */
function firing(advert: TriggerHolder, sighting: Sighting, venue: Limits) {
  const evidence = confirmedQuotes(sighting, toyota, sighting.quote?.at ?? at, venue)
  const { advertising, knockout } = evidence ? triggersFiredBy(evidence, advert) : {}
  return { advertising, knockout }
}

// rule: 11.19
test('every trigger fires on the thinned run if and only if it fires on the whole run', () => {
  fc.assert(
    fc.property(anyMarket, anyLimits, (quotes, venue) => {
      let window = emptyQuoteWindow()
      for (const [i, quote] of quotes.entries()) {
        window = addQuote(window, quote, toyota, venue)
        const thinned = sightingOf(window, 'toyota')
        const whole = { ...thinned, run: wholeRun(quotes.slice(0, i + 1)) }
        expect(thinned.run.length).toBeLessThanOrEqual(8)

        const levels = shortestConfirmedRun(whole.run, venue) ?? whole.run.slice(-1)
        for (const level of levels)
          for (const terms of directions.flatMap((direction) => separately(termsAt(direction, level)))) {
            const advert = { terms, advertisementStatus: 'SENT', advertTriggerSatisfied: false } as const
            expect(firing(advert, thinned, venue)).toEqual(firing(advert, whole, venue))
          }
      }
    }),
  )
})
