import { expect, test } from 'vitest'
import {
  advertIn,
  answerOf,
  book,
  buys,
  calendarOf,
  haltOf,
  locatedPair,
  locateOf,
  moment,
  perform,
  quoteOf,
  sells,
  sweepAt,
} from '../../test/book.ts'
import { decide } from '../decide.ts'
import type { CommandOf } from '../model/commands.ts'
import type { Answer } from '../model/locate.ts'
import { yen } from '../model/price.ts'
import type { Quote } from '../model/quote.ts'
import { firmPairKey, type State } from '../model/state.ts'
import { notificationsOf } from '../notifications.ts'
import { isVoidIn, locateMarketOf } from './locate-market.ts'

/** Located at 00:05: answers are accepted until 00:05:31.5. */
const located = () => locatedPair(buys('alder', 10_000), sells('birch', 10_000))

const unfresh: readonly (readonly [string, Quote | null])[] = [
  ['stale', quoteOf('toyota', '00:05')],
  ['one-sided', quoteOf('toyota', '00:05:20', 2_000, { ask: null })],
  ['too wide', quoteOf('toyota', '00:05:20', 2_000, { bid: 1_950 * yen })],
  ['of a price below zero', quoteOf('toyota', '00:05:20', 2_000, { bid: -1 })],
  ['malformed', quoteOf('toyota', '00:05:20', 2_000, { bid: 0.5 })],
  ['of another security', quoteOf('sony', '00:05:20')],
  ['missing', null],
]
const sweep = (state: State, when: string, quote: Quote | null) => {
  const sightings = [{ securityId: 'toyota', quote, run: [] }]
  return perform(state, { ...sweepAt(when, []), sightings })
}
const withdrawn = (when: string) => ({
  type: 'locateWithdrawn',
  at: moment(when),
  scores: { BUY: null, SELL: null },
  cooldownUntil: moment(when) + 5 * 60_000,
})

// rule: 8.4.2
test.each(unfresh)('a locate goes on in a market whose quote is %s', (_, quote) => {
  const state = located()
  expect(sweep(state, '00:05:20', quote).map(({ type }) => type)).not.toContain('locateWithdrawn')
  expect(locateOf(state, 'alder').outcome).toBeNull()

  perform(state, answerOf(state, 'alder', 'ACCEPT', '00:05:21', { quote }))
  expect(perform(state, answerOf(state, 'birch', 'ACCEPT', '00:05:22'))).toMatchObject([
    {},
    { type: 'connectionAgreed' },
  ])
})

// rule: 8.4.7
test.each(unfresh)('a locate is void when both have answered, its quote being %s', (_, quote) => {
  for (const [first, second] of [
    ['ACCEPT', 'ACCEPT'],
    ['ACCEPT', 'DECLINE'],
    ['DECLINE', 'ACCEPT'],
    ['DECLINE', 'DECLINE'],
  ] as const) {
    const state = located()
    perform(state, answerOf(state, 'alder', first, '00:05:21'))
    const events = perform(state, answerOf(state, 'birch', second, '00:05:22', { quote }))

    expect(events).toMatchObject([{ type: 'locateAnswered' }, withdrawn('00:05:22')])
    expect(events.flatMap((event) => notificationsOf(state, event)).map(({ message }) => message)).toEqual(
      expect.arrayContaining(['LOCATE_ERROR', 'LOCATE_ERROR']),
    )
    for (const name of ['alder', 'birch'])
      expect(advertIn(state, `${name}-1`)).toMatchObject({ advertisementStatus: 'LIVE', locateId: null })
    expect(state.cooldowns.get(firmPairKey('alder', 'birch', 'toyota'))).toMatchObject({ failures: 0 })
    expect(state.failures.ofFirm.size).toBe(0)
  }
})

// rule: 8.4.7
test.each<[Answer | null, Answer | null]>([
  [null, null],
  ['ACCEPT', null],
  [null, 'DECLINE'],
])('at the deadline a market that is not fresh makes a locate void, after %s and %s', (buy, sell) => {
  for (const [, quote] of unfresh) {
    const state = located()
    if (buy) perform(state, answerOf(state, 'alder', buy, '00:05:21'))
    if (sell) perform(state, answerOf(state, 'birch', sell, '00:05:21'))
    expect(sweep(state, '00:05:31.500', quote).map(({ type }) => type)).not.toContain('locateWithdrawn')

    expect(sweep(state, '00:05:31.501', quote)[0]).toMatchObject(withdrawn('00:05:31.501'))
  }
})

test('a market that is fresh again, or is not seen, makes no locate void at the deadline', () => {
  for (const quotes of [[quoteOf('toyota', '00:05:31')], [quoteOf('sony', '00:05')], []]) {
    const state = located()
    sweep(state, '00:05:20', null)

    expect(perform(state, sweepAt('00:05:31.501', quotes))[0]).toMatchObject({ type: 'locateFailed' })
  }
})

test('a halt at the exchange that is seen only after the deadline makes a locate void', () => {
  const state = located()
  const halted = quoteOf('toyota', '00:05:31', 2_000, { condition: 'HALTED' })

  expect(perform(state, sweepAt('00:05:31.501', [halted]))[0]).toMatchObject(withdrawn('00:05:31.501'))
})

/** Stamped 4 s ahead of its receipt at 00:05:25, so its stamp is old enough at the deadline. */
const stampedAhead = (midYen = 2_000) => ({ quote: quoteOf('toyota', '00:05:29', midYen), malformedForMs: 0 })

// rule: 12.8
test('a quote that was stamped ahead makes a locate void at the deadline, although its time has come', () => {
  const state = located()
  const sightings = [{ securityId: 'toyota', run: [], ...stampedAhead() }]

  expect(perform(state, { ...sweepAt('00:05:31.501', []), sightings })[0]).toMatchObject(
    withdrawn('00:05:31.501'),
  )
})

// rule: 12.8
test('a quote that was stamped ahead makes a locate void at the second answer, although its time has come', () => {
  const state = located()
  perform(state, answerOf(state, 'alder', 'ACCEPT', '00:05:30', stampedAhead()))

  expect(perform(state, answerOf(state, 'birch', 'ACCEPT', '00:05:30', stampedAhead()))).toMatchObject([
    { type: 'locateAnswered' },
    withdrawn('00:05:30'),
  ])
})

// rule: 12.8
test('a quote that was stamped ahead excuses no decline, although its time has come', () => {
  const state = located()
  const quote = quoteOf('toyota', '00:05:29', 2_040)
  const decline = (more: Partial<CommandOf<'answerLocate'>>) =>
    decide(state, answerOf(state, 'alder', 'DECLINE', '00:05:30', { quote, ...more }))

  expect(decline({})).toMatchObject({ events: [{ excused: true }] })
  expect(decline({ malformedForMs: 0 })).toMatchObject({ events: [{ excused: false }] })
})

// rule: 12.8
test('a quote that was stamped ahead withdraws no locate as a halt would, although its time has come', () => {
  const state = located()
  const halted = { quote: quoteOf('toyota', '00:05:20', 2_000, { condition: 'HALTED' }) }
  const sweeps = (more: object) =>
    decide(state, {
      ...sweepAt('00:05:22', []),
      sightings: [{ securityId: 'toyota', run: [], ...halted, ...more }],
    })

  expect(sweeps({})).toMatchObject({ events: [withdrawn('00:05:22'), {}] })
  expect(sweeps({ malformedForMs: 0 })).toEqual({ events: [] })
})

test('matching that has ended since the deadline, or is halted, makes nothing void', () => {
  const state = located()
  const locate = locateOf(state, 'alder')
  const at = moment('00:06')
  const sightings = [{ securityId: 'toyota', quote: null, run: [] }]
  expect(isVoidIn(state, locate, sightings, at)).toBe(true)

  perform(state, haltOf({ kind: 'SECURITY', securityId: 'toyota' }, '00:05:40'))
  expect(isVoidIn(state, locate, sightings, at)).toBe(false)
  const ended = book(buys('alder', 10_000))
  ended.calendar = calendarOf([{ from: 0, to: 480 }], [{ from: 0, to: 6 }])
  expect(isVoidIn(ended, locate, sightings, at)).toBe(false)
  expect(locateMarketOf(ended, locate, { quote: quoteOf('toyota', at) }, at - 1)).toBe('OPEN')
})
