import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  advertIn,
  book,
  bookIn,
  buys,
  modifyOf,
  type Order,
  ownerCommand,
  perform,
  quoteOf,
  securityNamed,
  sells,
  sightingOf,
  sweepAt,
} from '../../test/book.ts'
import { Advert } from '../model/advert.ts'
import { defaultLimits } from '../model/limits.ts'
import { yen } from '../model/price.ts'
import type { State } from '../model/state.ts'
import { bookOf, nearestLevels } from '../model/state-index.ts'
import { tightenBounds, triggerBoundsOf } from '../model/trigger-bounds.ts'
import { confirmedQuotes } from './quote-confirmation.ts'
import { triggersFiredBy } from './trigger-conditions.ts'
import { reachesBounds } from './trigger-firing.ts'

const toyota = securityNamed('toyota')
const knockout = (level: number) => ({ knockoutTriggerActivated: true, knockoutTrigger: level * yen })
const diesAt = (state: State, when: string, midYen: number) =>
  perform(state, sweepAt(when, [quoteOf('toyota', when, midYen)])).map(
    (event) => 'advertId' in event && event.advertId,
  )

test('each of several levels is reached at its own price, in any order', () => {
  for (const [one, other] of [
    [2_050, 2_060],
    [2_060, 2_050],
  ] as const) {
    const state = book(buys('alder', 10_000, knockout(one)), buys('birch', 10_000, knockout(other)))
    const [near, far] = one < other ? ['alder-1', 'birch-1'] : ['birch-1', 'alder-1']
    expect(diesAt(state, '00:05', 2_049)).toEqual([])
    expect(diesAt(state, '00:06', 2_050)).toEqual([near])
    expect(diesAt(state, '00:07', 2_055)).toEqual([])
    expect(diesAt(state, '00:08', 2_060)).toEqual([far])
  }
})

test('the bounds follow a nearer level that is added or moved', () => {
  const state = book(buys('alder', 10_000, knockout(2_070)))
  expect(diesAt(state, '00:05', 2_060)).toEqual([])
  bookIn(state, buys('birch', 10_000, knockout(2_060)))
  expect(diesAt(state, '00:06', 2_060)).toEqual(['birch-1'])

  perform(state, modifyOf(state, 'alder-1', knockout(2_050), '00:07'))
  expect(diesAt(state, '00:08', 2_050)).toEqual(['alder-1'])
})

const limitPrice = 2_000 * yen
const unbounded = triggerBoundsOf([])

test.each([
  ['BUY within its limit price leaves it above', buys, false, { above: limitPrice + 1 }],
  ['BUY beyond it returns at the limit', buys, true, { below: limitPrice }],
  ['SELL within its limit price leaves it below', sells, false, { below: limitPrice - 1 }],
  ['SELL beyond it returns at the limit', sells, true, { above: limitPrice }],
] as const)('a %s', (_, order, isBeyondLimit, bound) => {
  const advert = advertIn(book(order('alder', 10_000, { limitPrice })), 'alder-1').copy()
  advert.isBeyondLimit = isBeyondLimit

  expect(triggerBoundsOf([advert])).toEqual({ ...unbounded, ...bound })
})

test('removing an advert leaves the levels of the others', () => {
  const state = book(buys('alder', 10_000, knockout(2_050)), buys('birch', 10_000, knockout(2_060)))
  expect(nearestLevels(bookOf(state.index, 'toyota')).above).toBe(2_050 * yen)
  perform(state, ownerCommand('pauseAdvert', 'alder-1', '00:05'))

  expect(nearestLevels(bookOf(state.index, 'toyota')).above).toBe(2_060 * yen)
  expect(nearestLevels(bookOf(state.index, 'sony')).above).toBe(Number.POSITIVE_INFINITY)
})

const anyArmed: fc.Arbitrary<Order> = fc
  .record({
    side: fc.constantFrom(buys, sells),
    advertising: fc.option(fc.integer({ min: 1_900, max: 2_100 })),
    level: fc.option(fc.integer({ min: 1_900, max: 2_100 })),
    lead: fc.option(fc.integer({ min: 300, max: 700 })),
  })
  .map(({ side, advertising, level, lead }) =>
    side('alder', 10_000, {
      advertisingTriggerActivated: advertising !== null,
      advertisingTrigger: advertising === null ? null : advertising * yen,
      knockoutTriggerActivated: level !== null,
      knockoutTrigger: level === null ? null : level * yen,
      indexRelativeKOTriggerActivated: lead !== null,
      indexRelativeKOTrigger: lead,
    }),
  )

test('if a trigger fires on a quote, the quote reaches the bounds', () => {
  const plain = advertIn(book(buys('alder', 10_000)), 'alder-1').toJSON()
  const anyMid = fc.integer({ min: 1_880, max: 2_120 })
  let fired = 0
  fc.assert(
    fc.property(
      fc.array(anyArmed, { maxLength: 6 }),
      anyMid,
      fc.integer({ min: -800, max: 800 }),
      (orders, ...market) => {
        const quote = quoteOf('toyota', '00:05', market[0], { indexMove: market[1] })
        const adverts = orders.map(({ terms }) =>
          Advert.from({ ...plain, terms, advertisementStatus: 'SENT' }),
        )
        const evidence = confirmedQuotes(sightingOf(quote), toyota, quote.at, defaultLimits)
        if (!evidence) throw new Error('the quote is fresh and confirmed')
        const anyFires = adverts.some((advert) => {
          const { advertising, knockout: out } = triggersFiredBy(evidence, advert)
          return advertising || out !== null
        })
        expect(reachesBounds(triggerBoundsOf(adverts), quote, toyota)).toBe(anyFires)
        fired += Number(anyFires)
        const [first, ...rest] = adverts
        const drawn = triggerBoundsOf(rest)
        if (first) tightenBounds(drawn, first)
        expect(drawn).toEqual(triggerBoundsOf(adverts))
      },
    ),
    { numRuns: 500 },
  )
  expect(fired).toBeGreaterThan(0)
})

test('a quote with one side reaches nothing', () => {
  const state = book(buys('alder', 10_000, knockout(2_050)))

  expect(
    reachesBounds(
      nearestLevels(bookOf(state.index, 'toyota')),
      quoteOf('toyota', '00:05', 2_060, { bid: null }),
      toyota,
    ),
  ).toBe(false)
})
