import { expect, test } from 'vitest'
import {
  advertIn,
  answerOf,
  bookIn,
  buys,
  calendarOf,
  locateOf,
  moment,
  type Order,
  ownerCommand,
  perform,
  quoteOf,
  refusalCodeOf,
  sells,
  sightingOf,
  sweepAt,
  sweepWithSightings,
  type WorldOptions,
  world,
} from '../../test/book.ts'
import { endOfTradingDay } from '../calendar/trading-days.ts'
import type { Answer } from '../model/locate.ts'
import { yen } from '../model/price.ts'
import type { Quote } from '../model/quote.ts'
import { firmPairKey, type State } from '../model/state.ts'
import { notificationsOf } from '../notifications.ts'
import { marketHasEffect, watchedSecurities } from '../sweep/market-effects.ts'

const buyer = buys('alder', 10_000)
const seller = sells('birch', 10_000)
const pair = firmPairKey('alder', 'birch', 'toyota')

const broker = (active: boolean) => ({ brokerId: 'NOM', active, swapEnabled: true })
const affiliated = (state: State) =>
  [...state.firms.values()].map((firm) => ({ ...firm, affiliateGroup: 'forest' }))
const withoutBroker = (state: State) =>
  [...state.firms.values()].map((firm) => ({ ...firm, brokerIds: ['DAI'] }))
const change = (state: State, reference: object) =>
  perform(state, { type: 'changeReference', at: state.at, reference })

/** Located at 00:05:50. */
function located(of: WorldOptions = {}, buy = buyer, sell = seller): State {
  const state = bookIn(world(of), buy, sell)
  expect(perform(state, sweepAt('00:05:50'))).toMatchObject([{ type: 'contraLocated' }])
  return state
}

const sweepTypes = (state: State, when: string | number, quotes?: readonly Quote[]) =>
  perform(state, sweepAt(when, quotes)).map(({ type }) => type)

const failures: readonly (readonly [string, WorldOptions, (state: State) => unknown])[] = [
  ['E2: the firms became affiliates', {}, (state) => change(state, { firms: affiliated(state) })],
  ['E8: the broker was switched off', {}, (state) => change(state, { brokers: [broker(false)] })],
  [
    'E8: a firm may not use the broker any more',
    {},
    (state) => change(state, { firms: withoutBroker(state) }),
  ],
  [
    'E4: matching has closed by new hours',
    {},
    (state) => change(state, { calendar: calendarOf([{ from: 0, to: 480 }], [{ from: 0, to: 6 }]) }),
  ],
]

// rule: 8.4.1, 8.4.4, 8.7
test.each(failures)('the next sweep withdraws a locate, without fault, when %s', (_, of, breakCondition) => {
  const state = located(of)
  expect(sweepTypes(state, '00:05:59')).toEqual([])
  breakCondition(state)

  expect(sweepTypes(state, '00:06:01')).toEqual(['locateWithdrawn'])
  expect(locateOf(state, 'alder').outcome).toEqual({ BUY: 'WITHDRAWN', SELL: 'WITHDRAWN' })
  for (const name of ['alder', 'birch']) {
    expect(advertIn(state, `${name}-1`)).toMatchObject({ advertisementStatus: 'LIVE', locateId: null })
    expect(state.traders.get(name)).toMatchObject({ rating: 60, ledger: [], openLocates: 0 })
  }
  expect(state.cooldowns.get(pair)).toMatchObject({ until: moment('00:11:01'), failures: 0 })
  expect(state.failures.ofFirm.size).toBe(0)
})

// rule: 8.4.1
test.each<[string, Partial<Quote>]>([
  ['is halted', { condition: 'HALTED' }],
  ['has a special quote', { condition: 'SPECIAL_QUOTE' }],
  ['is locked at the limit', { bid: 2_500 * yen, ask: null }],
  ['is quoted outside the limits of the day', market(2_600)],
])('the next sweep withdraws a locate, without fault, when the security %s', (_, more) => {
  const state = located()

  expect(perform(state, sweepAt('00:06', [quoteOf('toyota', '00:06', 2_000, more)]))).toMatchObject([
    { type: 'locateWithdrawn', scores: { BUY: null, SELL: null } },
    { type: 'marketStatusChanged' },
  ])
})

// rule: 8.4.5
test.each<[Answer | null, Answer | null]>([
  [null, null],
  ['ACCEPT', null],
  ['DECLINE', null],
  ['ACCEPT', 'ACCEPT'],
  ['ACCEPT', 'DECLINE'],
  ['DECLINE', 'DECLINE'],
])('a withdrawal is the same whatever was answered: %s and %s', (buy, sell) => {
  const state = located()
  change(state, { brokers: [broker(false)] })
  const { locateId } = locateOf(state, 'alder')
  const answered = (['alder', 'birch'] as const).flatMap((traderId, i) => {
    const answer = [buy, sell][i]
    return answer ? perform(state, answerOf(state, traderId, answer, '00:06')) : []
  })

  expect(answered.every(({ type }) => type === 'locateAnswered')).toBe(true)
  expect(perform(state, sweepAt('00:06:01'))).toEqual([
    {
      type: 'locateWithdrawn',
      at: moment('00:06:01'),
      locateId,
      scores: { BUY: null, SELL: null },
      cooldownUntil: moment('00:11:01'),
    },
  ])
})

test('a locate that was answered while a condition failed is withdrawn, even if the condition holds again', () => {
  const state = located()
  change(state, { brokers: [broker(false)] })
  for (const name of ['alder', 'birch']) perform(state, answerOf(state, name, 'ACCEPT', '00:06'))
  expect(refusalCodeOf(state, answerOf(state, 'alder', 'DECLINE', '00:06:00.500'))).toBe('LOCATE-ANSWERED')
  change(state, { brokers: [broker(true)] })

  expect(sweepTypes(state, '00:06:01')).toEqual(['locateWithdrawn'])
})

test('such a locate is withdrawn after its deadline too, unscored', () => {
  const state = located()
  change(state, { brokers: [broker(false)] })
  for (const name of ['alder', 'birch']) perform(state, answerOf(state, name, 'DECLINE', '00:06'))

  expect(perform(state, sweepAt('00:07'))).toMatchObject([
    { type: 'locateWithdrawn', scores: { BUY: null, SELL: null }, cooldownUntil: moment('00:12') },
  ])
})

test('after the deadline a locate lapses, whatever became of its conditions', () => {
  const state = located()
  change(state, { brokers: [broker(false)] })

  expect(sweepTypes(state, '00:06:21.501')).toEqual(['locateFailed'])
})

test('a withdrawn pair is located again after five minutes', () => {
  const state = located()
  change(state, { brokers: [broker(false)] })
  perform(state, sweepAt('00:06'))
  change(state, { brokers: [broker(true)] })

  expect(sweepTypes(state, '00:10:59.999')).toEqual([])
  expect(sweepTypes(state, '00:11')).toEqual(['contraLocated'])
})

test('a locate is withdrawn when the chosen broker is gone, even if another one is common', () => {
  const ranked = { brokerIds: ['NOM', 'DAI'], ranked: true }
  const state = located({}, buys('alder', 10_000, ranked), sells('birch', 10_000, ranked))
  expect(locateOf(state, 'alder').brokerId).toBe('NOM')
  change(state, { brokers: [broker(false)] })

  expect(sweepTypes(state, '00:06')).toEqual(['locateWithdrawn'])
})

const level = { knockoutTriggerActivated: true, knockoutTrigger: 2_050 * yen }
const lead = { indexRelativeKOTriggerActivated: true, indexRelativeKOTrigger: 300 }
const low = { ...level, knockoutTrigger: 1_950 * yen }
type Fault = 'BUY' | 'SELL' | 'both' | 'none'

// rule: 8.4.3
test.each<[string, Order, Order, Partial<Quote>, Fault]>([
  ["the buyer's is reached", buys('alder', 10_000, level), seller, market(2_050), 'BUY'],
  ["the buyer's is not quite", buys('alder', 10_000, level), seller, market(2_049.5), 'none'],
  ["the seller's is reached", buyer, sells('birch', 10_000, low), market(1_950), 'SELL'],
  [
    "the buyer's lead over the index is reached",
    buys('alder', 10_000, lead),
    seller,
    market(2_000, -300),
    'BUY',
  ],
  [
    "the seller's lag behind it is not quite",
    buyer,
    sells('birch', 10_000, lead),
    market(2_000, 299),
    'none',
  ],
  [
    'both are reached',
    buys('alder', 10_000, level),
    sells('birch', 10_000, lead),
    market(2_050, 600),
    'both',
  ],
])(
  'a side whose own knockout fires is treated like one that declined: when %s',
  (_, buy, sell, more, fault) => {
    const state = located({}, buy, sell)
    perform(state, answerOf(state, 'alder', 'ACCEPT', '00:05:55'))
    const quote = quoteOf('toyota', '00:06', 2_000, more)
    const events = perform(state, sweepWithSightings('00:06', sightingOf(quote)))

    const isAtFault = {
      alder: fault === 'BUY' || fault === 'both',
      birch: fault === 'SELL' || fault === 'both',
    }
    if (fault === 'none') return expect(events).toEqual([])
    expect(events).toMatchObject([
      {
        type: 'locateWithdrawn',
        scores: { BUY: isAtFault.alder ? 5 : null, SELL: isAtFault.birch ? 5 : null },
        cooldownUntil: moment('00:21'),
      },
    ])
    for (const name of ['alder', 'birch'] as const) {
      expect(advertIn(state, `${name}-1`).advertisementStatus).toBe(isAtFault[name] ? 'PAUSED' : 'LIVE')
      expect(state.traders.get(name)?.rating).toBe(isAtFault[name] ? 55 : 60)
      expect(state.failures.ofTrader.get(name)?.count).toBe(isAtFault[name] ? 1 : undefined)
    }
    expect(state.cooldowns.get(pair)?.failures).toBe(1)
    expect(locateOf(state, 'alder').outcome).toEqual({ BUY: 'WITHDRAWN', SELL: 'WITHDRAWN' })
    expect(events.flatMap((event) => notificationsOf(state, event)).map(({ message }) => message)).toEqual([
      'LOCATE_ERROR',
      'LOCATE_ERROR',
    ])
  },
)
function market(midYen: number, indexMove = 0): Partial<Quote> {
  return { bid: (midYen - 1) * yen, ask: (midYen + 1) * yen, indexMove }
}

test('after hours, at the official close, triggers are frozen: a knockout withdraws nothing', () => {
  const calendar = calendarOf([{ from: 0, to: 600 }], [{ from: 0, to: 5 }], [{ from: 5, to: 540 }])
  const state = bookIn(world({ calendar }), buys('alder', 10_000, level), seller)
  const quote = quoteOf('toyota', '00:05', 2_060, { officialClose: 2_060 * yen })
  perform(state, sweepAt('00:05', [quote]))
  expect(sweepTypes(state, '00:05:05', [quote])).toEqual([])
  perform(state, answerOf(state, 'alder', 'ACCEPT', '00:05:10', { quote }))

  expect(perform(state, answerOf(state, 'birch', 'ACCEPT', '00:05:10', { quote }))).toMatchObject([
    {},
    { type: 'connectionAgreed' },
  ])
})

test('a withdrawal by a knockout is a failed locate: the second one of the day ends it for the two', () => {
  const state = located({}, buys('alder', 10_000, level))
  perform(state, answerOf(state, 'alder', 'DECLINE', '00:06'))
  perform(state, answerOf(state, 'birch', 'ACCEPT', '00:06'))
  for (const id of ['alder-1', 'birch-1']) perform(state, ownerCommand('resumeAdvert', id, '00:20'))
  expect(sweepTypes(state, '00:21')).toEqual(['contraLocated'])
  const quote = quoteOf('toyota', '00:21:05', 2_060)

  expect(perform(state, sweepWithSightings('00:21:05', sightingOf(quote)))).toMatchObject([
    { type: 'locateWithdrawn', cooldownUntil: endOfTradingDay(moment('00:21')) },
  ])
})

test('a market in which a locate would be withdrawn is watched, although nobody is live there', () => {
  const state = located()
  expect(watchedSecurities(state)).toEqual(['toyota'])
  const seen = (quote: Quote) => marketHasEffect(state, sightingOf(quote), moment('00:06'))

  expect(seen(quoteOf('toyota', '00:06'))).toBe(false)
  expect(seen(quoteOf('toyota', '00:06', 2_000, { condition: 'HALTED' }))).toBe(true)
  change(state, { brokers: [broker(false)] })
  expect(seen(quoteOf('toyota', '00:06'))).toBe(true)
})
