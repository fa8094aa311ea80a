import { expect, test } from 'vitest'
import {
  advertIn,
  book,
  bookIn,
  buys,
  calendarOf,
  locatedPair,
  moment,
  type Order,
  ownerCommand,
  perform,
  quoteOf,
  securityNamed,
  sells,
  sightingOf,
  sweepAt,
  sweepWithSightings,
  world,
} from '../../test/book.ts'
import type { AdvertTerms } from '../model/advert.ts'
import { defaultLimits } from '../model/limits.ts'
import { yen } from '../model/price.ts'
import type { Sighting } from '../model/quote.ts'
import type { State } from '../model/state.ts'
import { addQuote, emptyQuoteWindow, sightingOf as shownBy } from './quote-window.ts'

/** Goes live at 1,990 yen or below, with a knockout at 2,050. */
const levels: Partial<AdvertTerms> = {
  advertisingTriggerActivated: true,
  advertisingTrigger: 1_990 * yen,
  knockoutTriggerActivated: true,
  knockoutTrigger: 2_050 * yen,
}
const armed = buys('alder', 10_000, levels)
/** The mirror image: goes live at 2,010 or above, with a knockout at 1,950. */
const armedSeller = sells('birch', 10_000, {
  ...levels,
  advertisingTrigger: 2_010 * yen,
  knockoutTrigger: 1_950 * yen,
})

/** A quote this many milliseconds after 00:05. */
type QuoteSpec = readonly [ms: number, midYen: number]

/** The sighting after these quotes. */
function showing(...quotes: readonly QuoteSpec[]) {
  const window = quotes
    .map(([ms, midYen]) => quoteOf('toyota', moment('00:05') + ms, midYen))
    .reduce(
      (each, quote) => addQuote(each, quote, securityNamed('toyota'), defaultLimits),
      emptyQuoteWindow(),
    )
  return shownBy(window, 'toyota')
}
const see = (state: State, sighting: Sighting) =>
  perform(state, sweepWithSightings(sighting.quote?.at ?? state.at, sighting))
const typesOf = (state: State, sighting: Sighting) => see(state, sighting).map(({ type }) => type)
const statusOf = (state: State, advertId = 'alder-1') => advertIn(state, advertId).advertisementStatus

test('an armed advert is SENT while matching is open, and is not located', () => {
  const state = book(armed, sells('birch', 10_000))
  expect(statusOf(state)).toBe('SENT')

  expect(perform(state, sweepAt('00:05'))).toEqual([])
})

test('a trigger fires on two fresh mids a second apart; the event has those quotes, and the advert goes live', () => {
  const state = book(armed)
  const shown = showing([0, 1_990], [1_000, 1_985])

  expect(see(state, shown)).toEqual([
    { type: 'advertTriggered', at: moment('00:05:01'), advertId: 'alder-1', quotes: shown.run },
    {
      type: 'advertReleased',
      at: moment('00:05:01'),
      advertId: 'alder-1',
      priorityTime: moment('00:05:01'),
    },
  ])
  expect(advertIn(state, 'alder-1')).toMatchObject({
    advertisementStatus: 'LIVE',
    advertTriggerSatisfied: true,
  })
})

// rule: 11.4
test('by its trigger an advert goes live, last in priority, and is located', () => {
  const state = book(armed, sells('birch', 10_000))
  const shown = showing([0, 1_990], [1_000, 1_990])

  expect(typesOf(state, shown)).toEqual(['advertTriggered', 'advertReleased', 'contraLocated'])
  expect(advertIn(state, 'alder-1').priorityTime).toBe(moment('00:05:01'))
})

test('a trigger fires once: later moves of the market change nothing', () => {
  const state = book(armed)
  for (const midYen of [1_990, 1_990, 1_990]) see(state, sightingOf(quoteOf('toyota', '00:05', midYen)))
  expect(statusOf(state)).toBe('LIVE')

  expect(typesOf(state, sightingOf(quoteOf('toyota', '00:06', 2_040)))).toEqual([])
  expect(typesOf(state, sightingOf(quoteOf('toyota', '00:07', 1_980)))).toEqual([])
  expect(statusOf(state)).toBe('LIVE')
})

test('a fired trigger stays fired after a pause, and one that has not fired waits again', () => {
  for (const fired of [true, false]) {
    const state = book(armed)
    if (fired) see(state, sightingOf(quoteOf('toyota', '00:05', 1_990)))
    perform(state, ownerCommand('pauseAdvert', 'alder-1', '00:06'))
    perform(state, ownerCommand('resumeAdvert', 'alder-1', '00:07'))
    expect(statusOf(state)).toBe(fired ? 'LIVE' : 'SENT')
  }
})

test.each<[string, Order, number, string[]]>([
  ['a BUY fires at its level', armed, 1_990, ['advertTriggered', 'advertReleased']],
  ['a BUY does not fire above it', armed, 1_990.5, []],
  ['a BUY is knocked out at its level', armed, 2_050, ['advertCancelled']],
  ['a BUY is not knocked out below it', armed, 2_049.5, []],
  ['a SELL fires at its level', armedSeller, 2_010, ['advertTriggered', 'advertReleased']],
  ['a SELL does not fire below it', armedSeller, 2_009.5, []],
  ['a SELL is knocked out at its level', armedSeller, 1_950, ['advertCancelled']],
  ['a SELL is not knocked out above it', armedSeller, 1_950.5, []],
])('%s', (_, order, midYen, types) => {
  const state = book(order)

  expect(typesOf(state, sightingOf(quoteOf('toyota', '00:05', midYen)))).toEqual(types)
})

// rule: 11.7
test('a knockout cancels a live advert with its cause, its code and the quotes, and is counted', () => {
  const state = book(buys('alder', 10_000, { ...levels, advertisingTriggerActivated: false }))
  const shown = showing([0, 2_050], [1_200, 2_055])

  expect(see(state, shown)).toEqual([
    {
      type: 'advertCancelled',
      at: moment('00:05:01.200'),
      advertId: 'alder-1',
      causeOfDeath: 'CANCEL_TRIGGER',
      errorCode: 'CANCEL-TRIGGER-001',
      quotes: shown.run,
    },
  ])
  expect(advertIn(state, 'alder-1')).toMatchObject({
    advertisementStatus: 'DEAD',
    causeOfDeath: 'CANCEL_TRIGGER',
    errorCode: 'CANCEL-TRIGGER-001',
  })
  expect(state.traders.get('alder')?.counts).toMatchObject({ triggerCancel: 1, cancel: 0 })
})

const relative = { indexRelativeKOTriggerActivated: true, indexRelativeKOTrigger: 300 }
// rule: 11.10
test.each([
  // From a close of 2,000: 2,060 yen is 3 % up, 1,940 is 3 % down.
  ['BUY', 2_060, 0, true],
  ['BUY', 2_059.5, 0, false],
  ['BUY', 2_060, 1, false],
  ['BUY', 2_000, -300, true],
  ['BUY', 1_940, 0, false],
  ['SELL', 1_940, 0, true],
  ['SELL', 1_940.5, 0, false],
  ['SELL', 2_000, 300, true],
  ['SELL', 2_000, 299, false],
  ['SELL', 2_060, 0, false],
] as const)(
  'a %s at %d yen, the index having moved %i bp, is knocked out by 3 %%: %s',
  (side, midYen, indexMove, isOut) => {
    const state = book((side === 'BUY' ? buys : sells)('alder', 10_000, relative))
    const dies = { causeOfDeath: 'INDEX_RELATIVE_CANCEL', errorCode: 'CANCEL-TRIGGER-002' }

    expect(see(state, sightingOf(quoteOf('toyota', '00:05', midYen, { indexMove })))).toMatchObject(
      isOut ? [{ type: 'advertCancelled', ...dies }] : [],
    )
  },
)

// rule: 11.23
test('an index-relative knockout needs an index at every quote on which it fires, and a level needs none', () => {
  const at = (ms: number, indexMove: number | null) =>
    quoteOf('toyota', moment('00:05') + ms, 2_080, { indexMove })
  const outcome = (...moves: readonly (number | null)[]) => {
    const run = moves.map((move, i) => at(i * 1_000, move))
    const sighting = { securityId: 'toyota', quote: run.at(-1) ?? null, run }
    return typesOf(book(buys('alder', 10_000, relative)), sighting)
  }

  expect(outcome(null, null)).toEqual([])
  expect(outcome(0, null)).toEqual([])
  expect(outcome(null, 0)).toEqual([])
  expect(outcome(null, 0, 0)).toEqual(['advertCancelled'])
  const state = book(buys('alder', 10_000, { ...levels, ...relative, advertisingTriggerActivated: false }))
  expect(see(state, sightingOf(at(0, null)))).toMatchObject([{ errorCode: 'CANCEL-TRIGGER-001' }])
})

// rule: 11.23
test('a quote without an index stays in the run, so that the knockout does not fire on the others', () => {
  const limits = { ...defaultLimits, confirmingMs: 3_000 }
  const window = [0, 500, 1_000, 1_500, 2_000, 2_500, 3_000]
    .map((ms) =>
      quoteOf('toyota', moment('00:05') + ms, 2_080, { indexMove: ms === 1_500 ? null : ms / 500 }),
    )
    .reduce((each, quote) => addQuote(each, quote, securityNamed('toyota'), limits), emptyQuoteWindow())

  expect(shownBy(window, 'toyota').run.map(({ indexMove }) => indexMove)).toContain(null)
})

test('of both knockouts at once the level is named; a knockout can fire before the advertising trigger', () => {
  const both = book(buys('alder', 10_000, { ...levels, ...relative, advertisingTriggerActivated: false }))
  expect(see(both, sightingOf(quoteOf('toyota', '00:05', 2_060)))).toMatchObject([
    { errorCode: 'CANCEL-TRIGGER-001' },
  ])

  const state = book(buys('alder', 10_000, { ...levels, ...relative }))
  expect(see(state, sightingOf(quoteOf('toyota', '00:05', 1_990, { indexMove: -500 })))).toMatchObject([
    { type: 'advertCancelled', errorCode: 'CANCEL-TRIGGER-002' },
  ])
})

test('a knockout does not cancel a paused advert, and withdraws the locate of a located one', () => {
  const buyer = buys('alder', 10_000, { ...levels, advertisingTriggerActivated: false })
  const paused = book(buyer)
  perform(paused, ownerCommand('pauseAdvert', 'alder-1', '00:04'))
  const located = locatedPair(buyer, sells('birch', 10_000))
  const beyond = sightingOf(quoteOf('toyota', '00:05:05', 2_060))

  expect(typesOf(paused, beyond)).toEqual([])
  expect(typesOf(located, beyond)).toEqual(['locateWithdrawn'])
})

test('several triggers at once fire in the order of drafting, whatever happened to the adverts since', () => {
  const state = book(buys('birch', 10_000, levels), armed, buys('cypress', 10_000, levels))
  perform(state, ownerCommand('pauseAdvert', 'birch-1', '00:03'))
  perform(state, ownerCommand('resumeAdvert', 'birch-1', '00:04'))

  const events = see(state, sightingOf(quoteOf('toyota', '00:05', 1_985)))
  expect(events.filter(({ type }) => type === 'advertTriggered')).toMatchObject([
    { advertId: 'birch-1' },
    { advertId: 'alder-1' },
    { advertId: 'cypress-1' },
  ])
})

const withEvening = calendarOf([{ from: 0, to: 600 }], [{ from: 0, to: 384 }], [{ from: 390, to: 540 }])
// rule: 13.11
test.each([
  ['06:23:59.999', true],
  ['06:24', false],
  ['06:30', false],
  ['08:00', false],
])('at %s, with matching to 06:24 and an evening from 06:30, triggers act: %s', (when, act) => {
  const state = bookIn(world({ calendar: withEvening }), armed, armedSeller)
  const evening = { officialClose: 2_000 * yen }

  expect(see(state, sightingOf(quoteOf('toyota', when, 1_985, evening))).length > 0).toBe(act)
})
