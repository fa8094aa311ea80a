import { expect, test } from 'vitest'
import {
  advertIn,
  answerOf,
  buys,
  locatedPair,
  locateOf,
  moment,
  perform,
  quoteOf,
  sells,
  sightingOf,
  sweepAt,
  sweepWithSightings,
  traderIn,
} from '../../test/book.ts'
import type { Answer } from '../model/locate.ts'
import { yen } from '../model/price.ts'

const level = { knockoutTriggerActivated: true, knockoutTrigger: 2_050 * yen }
/** Located at 00:05; the buyer's knockout is at 2,050 yen. */
const located = () => locatedPair(buys('alder', 10_000, level), sells('birch', 10_000))
const at2050 = (when: string) => quoteOf('toyota', when, 2_050)
const run = [at2050('00:05:03'), at2050('00:05:05')]

test('one quote at a knockout withdraws nothing, and an acceptance on it stands', () => {
  const state = located()
  const quote = at2050('00:05:05')
  expect(perform(state, sweepWithSightings('00:05:05', sightingOf(quote, [quote])))).toEqual([])

  perform(state, answerOf(state, 'alder', 'ACCEPT', '00:05:05', { quote }))
  expect(perform(state, answerOf(state, 'birch', 'ACCEPT', '00:05:05', { quote }))).toMatchObject([
    {},
    { type: 'connectionAgreed' },
  ])
})

// rule: 8.4.8
test.each<[Answer, Answer]>([
  ['ACCEPT', 'ACCEPT'],
  ['DECLINE', 'ACCEPT'],
  ['ACCEPT', 'DECLINE'],
])('answers that come before the sweep do not outrun a confirmed knockout: %s and %s', (first, second) => {
  const state = located()
  const [, quote = null] = run
  perform(state, answerOf(state, 'birch', first, '00:05:04'))
  expect(perform(state, answerOf(state, 'alder', second, '00:05:05.005', { quote, run }))).toMatchObject([
    { type: 'locateAnswered', knockedOut: { BUY: true, SELL: false } },
  ])

  // The mid is back before the sweep, which changes nothing any more.
  expect(perform(state, sweepAt('00:05:06'))).toEqual([
    {
      type: 'locateWithdrawn',
      at: moment('00:05:06'),
      locateId: locateOf(state, 'alder').locateId,
      scores: { BUY: 5, SELL: null },
      cooldownUntil: moment('00:20:06'),
    },
  ])
  expect(advertIn(state, 'alder-1').advertisementStatus).toBe('PAUSED')
  expect(advertIn(state, 'birch-1').advertisementStatus).toBe('LIVE')
  expect(traderIn(state, 'birch').ledger).toEqual([])
})

test('the side at fault is the same after the deadline', () => {
  const state = located()
  const [, quote = null] = run
  perform(state, answerOf(state, 'birch', 'ACCEPT', '00:05:04'))
  perform(state, answerOf(state, 'alder', 'ACCEPT', '00:05:05', { quote, run }))

  expect(perform(state, sweepAt('00:05:31.501'))).toMatchObject([
    { type: 'locateWithdrawn', scores: { BUY: 5, SELL: null } },
  ])
})

// rule: 8.4.8
test('a first answer is checked as well, and a later one at another price completes nothing', () => {
  const state = located()
  const [, quote = null] = run
  perform(state, answerOf(state, 'birch', 'ACCEPT', '00:05:05', { quote, run }))
  expect(perform(state, answerOf(state, 'alder', 'ACCEPT', '00:05:05.500'))).toMatchObject([
    { type: 'locateAnswered' },
  ])

  expect(perform(state, sweepAt('00:05:06'))).toMatchObject([
    { type: 'locateWithdrawn', scores: { BUY: 5, SELL: null } },
  ])
})

// rule: 8.4.6
test('the quotes of another security confirm no knockout', () => {
  const state = located()
  const others = run.map((quote) => ({ ...quote, securityId: 'sony' }))
  perform(state, answerOf(state, 'birch', 'ACCEPT', '00:05:04'))
  perform(state, answerOf(state, 'alder', 'ACCEPT', '00:05:05', { run: others }))

  expect(locateOf(state, 'alder').agreementId).not.toBeNull()
})
