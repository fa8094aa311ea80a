import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  advertIn,
  answerOf,
  bookIn,
  buys,
  calendarOf,
  locatedPair,
  locateOf,
  moment,
  type Order,
  perform,
  quoteOf,
  refusalCodeOf,
  sells,
  sweepAt,
  type WorldOptions,
  world,
} from '../../test/book.ts'
import type { Direction } from '../adverts/advert.ts'
import { decide } from '../decide.ts'
import { fold } from '../evolve.ts'
import { yen } from '../market/price.ts'
import type { Quote } from '../market/quote.ts'
import { happened } from '../refusals.ts'
import { firmPairKey, type State } from '../state/state.ts'
import type { Answer } from './locate.ts'

const buyer = buys('alder', 10_000)
const seller = sells('birch', 10_000)
const traders = { BUY: 'alder', SELL: 'birch' } as const
const deadline = moment('00:05:30')
const located = () => locatedPair(buyer, seller)

// rule: 8.2.1
test.each([
  [0, null],
  [30_000, null],
  [31_500, null],
  [31_501, 'LOCATE-LATE'],
] as const)('an answer %i ms after the locate is taken or refused: %s', (after, refusal) => {
  const state = located()
  const at = moment('00:05') + after

  expect(refusalCodeOf(state, answerOf(state, 'alder', 'ACCEPT', at))).toBe(refusal)
  const lapsed = perform(state, sweepAt(at, [])).map(({ type }) => type)
  expect(lapsed).toEqual(refusal ? ['locateFailed'] : [])
})

test('both may answer in the same last millisecond', () => {
  const state = located()
  perform(state, answerOf(state, 'alder', 'ACCEPT', deadline + 1_500))

  expect(perform(state, answerOf(state, 'birch', 'ACCEPT', deadline + 1_500))).toMatchObject([
    {},
    { type: 'connectionAgreed' },
  ])
})

// rule: 8.2.2
test('repeating an answer has no effect, before and after the end; a different one is refused', () => {
  const state = located()
  const again = (answer: Answer) => decide(state, answerOf(state, 'alder', answer, '00:05:20'))
  perform(state, answerOf(state, 'alder', 'DECLINE', '00:05:10'))
  expect(again('DECLINE')).toEqual(happened())
  expect(again('ACCEPT')).toEqual({ refusal: { errorCode: 'LOCATE-ANSWERED' } })

  perform(state, answerOf(state, 'birch', 'ACCEPT', '00:05:15'))
  expect(again('DECLINE')).toEqual(happened())
  expect(again('ACCEPT')).toEqual({ refusal: { errorCode: 'LOCATE-ANSWERED' } })
})

test("another trader's locate is not found, like one that does not exist; the wrong direction is refused", () => {
  const state = located()
  const own = answerOf(state, 'alder', 'ACCEPT', '00:05:10')

  expect(refusalCodeOf(state, { ...own, traderId: 'cypress' })).toBe('LOCATE-NOT-FOUND')
  expect(refusalCodeOf(state, { ...own, locateId: 'none' })).toBe('LOCATE-NOT-FOUND')
  expect(refusalCodeOf(state, { ...own, direction: 'SELL' })).toBe('LOCATE-DIRECTION')
})

// rule: 14.10
test.each<[Direction, number, boolean]>([
  ['BUY', 2_010, false],
  ['BUY', 2_010.0001, true],
  ['BUY', 1_900, false],
  ['SELL', 1_990, false],
  ['SELL', 1_989.9999, true],
  ['SELL', 2_100, false],
])('a %s declined at a mid of %d yen, located at 2,000, is excused: %s', (side, mid, excused) => {
  const state = located()
  const at = moment('00:05:10')
  const price = Math.round(mid * 10_000)
  const quote = { ...quoteOf('toyota', at), bid: price - 5_000, ask: price + 5_000 }
  perform(state, answerOf(state, traders[side], 'DECLINE', at, { quote }))
  const other = side === 'BUY' ? 'birch' : 'alder'
  perform(state, answerOf(state, other, 'ACCEPT', '00:05:11'))

  expect(state.traders.get(traders[side])).toMatchObject({
    rating: excused ? 60 : 56,
    ledger: excused ? [] : [{ score: 20 }],
  })
  expect(state.traders.get(other)).toMatchObject({ rating: 64 })
  expect(locateOf(state, 'alder').outcome?.[side]).toBe('DECLINED')
  expect(state.cooldowns.get(firmPairKey('alder', 'birch', 'toyota'))?.until).toBe(moment('00:20:11'))
})

// rule: 14.11
test('a quote that is stale or outside the daily limits excuses no decline', () => {
  const at = moment('00:05:10')
  const unusable = [quoteOf('toyota', at - 10_001, 2_100), quoteOf('toyota', at, 4_000)]
  for (const quote of unusable) {
    const state = located()
    perform(state, answerOf(state, 'alder', 'DECLINE', at, { quote }))
    expect(locateOf(state, 'alder').excused.BUY).toBe(false)
  }
})

test('a quote of another security excuses no decline, and completes no agreement', () => {
  const at = moment('00:05:10')
  const other = { quote: quoteOf('sony', at, 2_100) }
  const declined = located()
  perform(declined, answerOf(declined, 'alder', 'DECLINE', at, other))
  expect(locateOf(declined, 'alder').excused.BUY).toBe(false)

  const accepted = located()
  perform(accepted, answerOf(accepted, 'alder', 'ACCEPT', at, other))
  perform(accepted, answerOf(accepted, 'birch', 'ACCEPT', at, other))
  expect(accepted.agreements.size).toBe(0)
})

test('a decline without a quote is not excused, and an acceptance never needs an excuse', () => {
  const state = located()
  const far = { quote: quoteOf('toyota', '00:05:10', 2_200) }
  perform(state, answerOf(state, 'birch', 'DECLINE', '00:05:10', { quote: null }))
  perform(state, answerOf(state, 'alder', 'ACCEPT', '00:05:10', far))

  expect(locateOf(state, 'alder').excused).toEqual({ BUY: false, SELL: false })
})

const withdrawals: readonly (readonly [string, WorldOptions, (state: State) => void])[] = [
  ['E2: the firms became affiliates', {}, (state) => change(state, { firms: affiliated(state) })],
  ['E8: the broker was switched off', {}, (state) => change(state, { brokers: [broker(false)] })],
  [
    'E8: a firm may not use the broker any more',
    {},
    (state) => change(state, { firms: withoutBroker(state) }),
  ],
  [
    'E4: matching has closed',
    { calendar: calendarOf([{ from: 0, to: 480 }], [{ from: 0, to: 6 }]) },
    () => undefined,
  ],
]
const broker = (active: boolean) => ({ brokerId: 'NOM', active, swapEnabled: true })
const affiliated = (state: State) =>
  [...state.firms.values()].map((firm) => ({ ...firm, affiliateGroup: 'forest' }))
const withoutBroker = (state: State) =>
  [...state.firms.values()].map((firm) => ({ ...firm, brokerIds: ['DAI'] }))
const change = (state: State, reference: object) =>
  perform(state, { type: 'changeReference', at: state.at, reference })

/** Located at 00:05:50, so that matching may close at 00:06; both accept a little later. */
function acceptedAfter(
  of: WorldOptions,
  breakMarket: (state: State) => void,
  quote = quoteOf('toyota', '00:06:01'),
) {
  const state = bookIn(world(of), buyer, seller)
  expect(perform(state, sweepAt('00:05:50'))).toHaveLength(1)
  breakMarket(state)
  perform(state, answerOf(state, 'alder', 'ACCEPT', '00:06:00', { quote }))
  return { state, events: perform(state, answerOf(state, 'birch', 'ACCEPT', '00:06:01', { quote })) }
}

// rule: 8.4.1
test.each(withdrawals)('an acceptance is withdrawn when %s', (_, of, breakMarket) => {
  const { state, events } = acceptedAfter(of, breakMarket)

  expect(events.map(({ type }) => type)).toEqual(['locateAnswered', 'locateWithdrawn'])
  expect(locateOf(state, 'alder').outcome).toEqual({ BUY: 'WITHDRAWN', SELL: 'WITHDRAWN' })
  for (const name of ['alder', 'birch']) {
    expect(advertIn(state, `${name}-1`)).toMatchObject({ advertisementStatus: 'LIVE', locateId: null })
    expect(state.traders.get(name)).toMatchObject({ rating: 60, ledger: [], openLocates: 0 })
  }
  expect(state.cooldowns.size).toBe(0)
  expect(state.agreements.size).toBe(0)
})

// rule: 8.4.2
test('an acceptance is withdrawn when the market is no longer fresh', () => {
  const stale = quoteOf('toyota', '00:05:50.999')
  const kept = quoteOf('toyota', '00:05:51')
  const types = (quote: typeof stale) =>
    acceptedAfter({}, () => undefined, quote).events.map(({ type }) => type)

  expect(types(stale)).toContain('locateWithdrawn')
  expect(types(kept)).toContain('connectionAgreed')
})

const level = { knockoutTriggerActivated: true, knockoutTrigger: 2_050 * yen }
const lead = { indexRelativeKOTriggerActivated: true, indexRelativeKOTrigger: 300 }
const low = { ...level, knockoutTrigger: 1_950 * yen }
// rule: 8.4.3
test.each<[string, Order, Order, Partial<Quote>, string]>([
  ["the buyer's is reached", buys('alder', 10_000, level), seller, market(2_050), 'locateWithdrawn'],
  ["the buyer's is not quite", buys('alder', 10_000, level), seller, market(2_049.5), 'connectionAgreed'],
  ["the seller's is reached", buyer, sells('birch', 10_000, low), market(1_950), 'locateWithdrawn'],
  [
    "the buyer's lead over the index is reached",
    buys('alder', 10_000, lead),
    seller,
    market(2_000, -300),
    'locateWithdrawn',
  ],
  [
    "the seller's lag behind it is not quite",
    buyer,
    sells('birch', 10_000, lead),
    market(2_000, 299),
    'connectionAgreed',
  ],
])('of knockouts one quote is enough at an acceptance: when %s', (_, buy, sell, more, type) => {
  const state = bookIn(world(), buy, sell)
  perform(state, sweepAt('00:05'))
  const quote = quoteOf('toyota', '00:05:10', 2_000, more)
  perform(state, answerOf(state, 'alder', 'ACCEPT', '00:05:10', { quote }))

  expect(perform(state, answerOf(state, 'birch', 'ACCEPT', '00:05:10', { quote })).at(-1)?.type).toBe(type)
  if (type === 'connectionAgreed') return
  for (const name of ['alder', 'birch']) {
    expect(advertIn(state, `${name}-1`).advertisementStatus).toBe('LIVE')
    expect(state.traders.get(name)).toMatchObject({ rating: 60, ledger: [] })
  }
})
function market(midYen: number, indexMove = 0): Partial<Quote> {
  return { bid: (midYen - 1) * yen, ask: (midYen + 1) * yen, indexMove }
}

test('after hours, at the official close, triggers are frozen: a knockout withdraws nothing', () => {
  const calendar = calendarOf([{ from: 0, to: 600 }], [{ from: 0, to: 5 }], [{ from: 5, to: 540 }])
  const state = bookIn(world({ calendar }), buys('alder', 10_000, level), seller)
  const quote = quoteOf('toyota', '00:05', 2_060, { officialClose: 2_060 * yen })
  perform(state, sweepAt('00:05', [quote]))
  perform(state, answerOf(state, 'alder', 'ACCEPT', '00:05:10', { quote }))

  expect(perform(state, answerOf(state, 'birch', 'ACCEPT', '00:05:10', { quote }))).toMatchObject([
    {},
    { type: 'connectionAgreed' },
  ])
})

// rule: 8.7, 8.4.4
test('a withdrawn pair is located again in the next sweep', () => {
  const { state } = acceptedAfter({}, (each) => change(each, { brokers: [broker(false)] }))
  expect(perform(state, sweepAt('00:06:02'))).toEqual([])

  change(state, { brokers: [broker(true)] })
  expect(perform(state, sweepAt('00:06:03'))).toMatchObject([{ type: 'contraLocated' }])
})

test('the time of the answer decides, not other answers before it', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 40_000 }), fc.integer({ min: 0, max: 40_000 }), (first, second) => {
      const state = located()
      const [early, late] = [Math.min(first, second), Math.max(first, second)]
      const accept = (traderId: string, after: number) =>
        decide(state, answerOf(state, traderId, 'ACCEPT', moment('00:05') + after))
      const one = accept('alder', early)
      expect('events' in one).toBe(early <= 31_500)
      if ('events' in one) fold(state, one.events)
      expect('events' in accept('birch', late)).toBe(late <= 31_500)
    }),
  )
})

test('an acceptance is withdrawn when the chosen broker is gone, even if another one is common', () => {
  const ranked = { brokerIds: ['NOM', 'DAI'], ranked: true }
  const state = locatedPair(buys('alder', 10_000, ranked), sells('birch', 10_000, ranked))
  expect(locateOf(state, 'alder').brokerId).toBe('NOM')
  change(state, { brokers: [broker(false)] })
  perform(state, answerOf(state, 'alder', 'ACCEPT', '00:05:10'))

  expect(perform(state, answerOf(state, 'birch', 'ACCEPT', '00:05:11'))).toMatchObject([
    { type: 'locateAnswered' },
    { type: 'locateWithdrawn' },
  ])
})
