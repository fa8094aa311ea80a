import { expect, test } from 'vitest'
import {
  answerOf,
  bookIn,
  buys,
  draftOf,
  modifyOf,
  ownerCommand,
  perform,
  residualOf,
  sells,
  submitOf,
  sweepAt,
  world,
} from '../../test/book.ts'
import { bulkContextAt, rowResultsFor } from '../../test/bulk-file.ts'
import { securityNamed } from '../../test/world.ts'
import { decide } from '../decide.ts'
import { yen } from '../model/price.ts'
import { refused } from '../model/refusals.ts'
import type { State } from '../model/state.ts'

/** Alder has size limits in yen. Every security closed at 2,000 yen. */
const limited = (one: number | null, all: number | null = null): State =>
  world({
    sizes: {
      alder: {
        largestNotional: one === null ? null : one * yen,
        largestLiveNotional: all === null ? null : all * yen,
      },
    },
    securities: ['toyota', 'sony', 'honda'].map((name) => securityNamed(name)),
  })
const tooLarge = (notional: number, scope: 'ONE' | 'ALL') => refused('ADVERT-ERROR-014', { notional, scope })

/** A submit of alder's, drafted in the security before. */
function submitting(state: State, shareQuantity: number, securityId = 'toyota', id = 'alder-1') {
  const order = buys('alder', shareQuantity, { securityId })
  perform(state, draftOf(order, state.at, id))
  return submitOf(id, order.terms, state.at)
}

// rule: 22.1
test('an advert above the largest notional is refused with the limit; one of exactly that size is sent', () => {
  const state = limited(20_000_000)

  expect(decide(state, submitting(state, 10_100))).toEqual(tooLarge(20_000_000, 'ONE'))
  expect(decide(state, submitOf('alder-1', buys('alder', 10_000).terms, state.at))).toHaveProperty('events')
})

test('the last price decides, not the close', () => {
  const state = limited(20_000_000)

  expect(decide(state, { ...submitting(state, 10_000), price: 2_001 * yen })).toEqual(
    tooLarge(20_000_000, 'ONE'),
  )
})

test('a larger quantity is refused where an advert is changed, paused or not', () => {
  const state = bookIn(limited(20_000_000), buys('alder', 10_000))
  const larger = modifyOf(state, 'alder-1', { shareQuantity: 10_100 }, '00:05')

  expect(decide(state, larger)).toEqual(tooLarge(20_000_000, 'ONE'))
  perform(state, ownerCommand('pauseAdvert', 'alder-1', '00:05'))
  expect(decide(state, larger)).toEqual(tooLarge(20_000_000, 'ONE'))
})

test('a paused advert cannot be resumed after its institution got a lower limit', () => {
  const state = bookIn(limited(20_000_000), buys('alder', 10_000))
  perform(state, ownerCommand('pauseAdvert', 'alder-1', '00:05'))
  const alder = state.firms.get('alder')
  if (!alder) throw new Error('alder is missing')
  const firms = [{ ...alder, largestNotional: 19_000_000 * yen }]
  perform(state, { type: 'changeReference', at: state.at, reference: { firms } })
  const resume = ownerCommand('resumeAdvert', 'alder-1', '00:06')

  expect(decide(state, { ...resume, price: 2_000 * yen })).toEqual(tooLarge(19_000_000, 'ONE'))
  expect(decide(state, { ...resume, price: 1_900 * yen })).toHaveProperty('events')
})

// rule: 22.2
test('all live adverts of an institution together have a limit; paused ones and those of others do not count', () => {
  const state = bookIn(
    limited(null, 50_000_000),
    buys('alder', 10_000),
    sells('alder', 10_000, { securityId: 'sony' }),
    sells('birch', 10_000, { securityId: 'honda', minimumQuantity: 75 }),
  )
  const third = submitting(state, 5_100, 'honda', 'alder-3')

  expect(decide(state, third)).toEqual(tooLarge(50_000_000, 'ALL'))
  perform(state, ownerCommand('pauseAdvert', 'alder-2', state.at))
  perform(state, third)
  expect(decide(state, { ...ownerCommand('resumeAdvert', 'alder-2', state.at), price: 2_000 * yen })).toEqual(
    tooLarge(50_000_000, 'ALL'),
  )
})

test('an advert that is changed does not count twice', () => {
  const state = bookIn(limited(null, 50_000_000), buys('alder', 10_000))

  expect(decide(state, modifyOf(state, 'alder-1', { shareQuantity: 25_000 }, '00:05'))).toHaveProperty(
    'events',
  )
  expect(decide(state, modifyOf(state, 'alder-1', { shareQuantity: 25_100 }, '00:05'))).toEqual(
    tooLarge(50_000_000, 'ALL'),
  )
})

test('a residual above the limit is not drafted', () => {
  const state = bookIn(limited(40_000_000), buys('alder', 20_000), sells('birch', 8_000))
  perform(state, sweepAt('00:05'))
  perform(state, answerOf(state, 'alder', 'ACCEPT', '00:05:01'))
  perform(state, answerOf(state, 'birch', 'ACCEPT', '00:05:02'))
  const create = residualOf('alder-1', '00:06')

  expect(decide(state, { ...create, price: 3_400 * yen })).toEqual(tooLarge(40_000_000, 'ONE'))
  expect(decide(state, { ...create, price: 3_300 * yen })).toHaveProperty('events')
})

test('rows of a file have the same limits, and those that are sent before count', () => {
  const rows = [{}, { ric: 'sony' }, { ric: 'honda', shareQuantity: '5100' }] as const
  const errorsOf = (state: State) =>
    rowResultsFor(bulkContextAt(state), ...rows).map(({ errorCode, errorMap }) => [errorCode, errorMap])
  const ok = [null, {}]

  expect(errorsOf(limited(19_000_000))).toEqual([
    ['ADVERT-ERROR-014', { notional: 19_000_000, scope: 'ONE' }],
    ['ADVERT-ERROR-014', { notional: 19_000_000, scope: 'ONE' }],
    ok,
  ])
  expect(errorsOf(limited(null, 50_000_000))).toEqual([
    ok,
    ok,
    ['ADVERT-ERROR-014', { notional: 50_000_000, scope: 'ALL' }],
  ])
  expect(errorsOf(limited(20_000_000, 50_200_000))).toEqual([ok, ok, ok])
})
