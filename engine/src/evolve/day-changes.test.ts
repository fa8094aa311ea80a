import { expect, test } from 'vitest'
import {
  answerOf,
  bookIn,
  buys,
  draftOf,
  failLocate,
  moment,
  ownerCommand,
  perform,
  refusalCodeOf,
  sells,
  submitOf,
  sweepAt,
  world,
} from '../../test/book.ts'
import { endOfTradingDay, tradingDay } from '../calendar/trading-days.ts'
import { ownAdverts } from '../model/lookups.ts'
import { firmPairKey, type State } from '../model/state.ts'

// A trading day ends at 15:00 UTC, which is midnight in Tokyo.
const buyer = buys('alder', 10_000)
const seller = sells('birch', 10_000)
const types = (state: State, when: string | number) => perform(state, sweepAt(when)).map(({ type }) => type)

// rule: 2.10
test('the end of the day removes drafts and ended adverts, and no others', () => {
  const state = world({ opens: '14:00' })
  bookIn(state, buys('alder', 10_000, { duration: '150' }), buys('birch', 10_000), buys('cypress', 10_000))
  const draft = buys('dogwood', 10_000)
  perform(state, draftOf(draft, '14:10'))
  perform(state, ownerCommand('cancelAdvert', 'birch-1', '14:20'))
  expect(types(state, '14:59:59.999')).toEqual([])

  expect(types(state, '15:00')).toEqual(['tradingDayEnded', 'advertExpired'])
  expect([...state.adverts.keys()]).toEqual(['alder-1', 'cypress-1'])
  expect([...(state.traders.get('dogwood')?.advertIds ?? [])]).toEqual([])
  expect(refusalCodeOf(state, draftOf(draft, state.at, 'new'))).toBeNull()
  expect(types(state, '17:00')).toEqual(['advertExpired'])
  expect(types(state, moment('15:00', '2026-11-21'))).toEqual(['tradingDayEnded'])
  expect([...state.adverts.keys()]).toEqual([])
})

test('a draft of the new day survives the sweep that ends the old one', () => {
  const state = world({ opens: '14:00' })
  perform(state, draftOf(buyer, '15:00'))
  expect(types(state, '15:00:01')).toEqual(['tradingDayEnded'])

  expect(refusalCodeOf(state, submitOf('alder-1', buyer.terms, '15:00:02'))).toBeNull()
})

// rule: 2.15
test.each(['cancelled', 'expired'] as const)(
  'what was sent after midnight and is %s before the first sweep belongs to the new day',
  (end) => {
    const state = world({ opens: '14:00' })
    bookIn(state, buys('birch', 10_000))
    perform(state, draftOf({ ...buyer, terms: { ...buyer.terms, duration: '60' } }, '14:30'))
    perform(state, submitOf('alder-1', { ...buyer.terms, duration: '60' }, '15:00'))
    if (end === 'cancelled') perform(state, ownerCommand('cancelAdvert', 'alder-1', '15:00:00.010'))
    expect(types(state, end === 'cancelled' ? '15:00:00.050' : '16:00')).toContain('tradingDayEnded')

    expect(ownAdverts(state, 'alder')).toMatchObject([{ id: 'alder-1', advertisementStatus: 'DEAD' }])
    expect(types(state, moment('15:00', '2026-11-21'))).toContain('tradingDayEnded')
    expect(ownAdverts(state, 'alder')).toEqual([])
  },
)

test('the first day has no earlier day that could end', () => {
  const state = world()
  perform(state, draftOf(buyer, '00:01'))

  expect(types(state, '00:02')).toEqual([])
  expect(state.adverts.has('alder-1')).toBe(true)
})

test('a locate that is open when the day ends is decided on the new day', () => {
  const state = bookIn(world({ opens: '14:00' }), buyer, seller)
  perform(state, sweepAt('14:59:50'))
  perform(state, sweepAt('15:00'))
  perform(state, answerOf(state, 'alder', 'ACCEPT', '15:00:05'))

  expect(perform(state, answerOf(state, 'birch', 'ACCEPT', '15:00:10'))).toMatchObject([
    {},
    { type: 'connectionAgreed' },
  ])
})

test('a cooldown that is over is removed with the day, and any other is not', () => {
  const state = bookIn(world({ opens: '14:00' }), buyer, seller)
  failLocate(state, '14:05')
  perform(state, ownerCommand('cancelAdvert', 'alder-1', '14:06'))
  bookIn(
    state,
    buys('cypress', 10_000, { securityId: 'sony' }),
    sells('dogwood', 10_000, { securityId: 'sony' }),
  )
  perform(state, sweepAt('14:50'))
  perform(state, answerOf(state, 'cypress', 'DECLINE', '14:50:10'))
  perform(state, answerOf(state, 'dogwood', 'DECLINE', '14:50:10'))
  perform(state, sweepAt('15:00', []))

  expect([...state.cooldowns]).toEqual([
    [
      firmPairKey('cypress', 'dogwood', 'sony'),
      { until: moment('15:05:10'), failures: 1, day: tradingDay(moment('14:50')) },
    ],
  ])
})

test('ended locates are removed with the day, and agreements are not', () => {
  const state = bookIn(world({ opens: '14:00' }), buyer, seller)
  perform(state, sweepAt('14:30'))
  for (const name of ['alder', 'birch']) perform(state, answerOf(state, name, 'ACCEPT', '14:30:05'))
  perform(state, sweepAt('15:00'))

  expect(state.locates.size).toBe(0)
  expect(state.agreements.size).toBe(1)
})

// rule: 8.9
test('the failures of a day are removed with it', () => {
  const state = bookIn(world({ opens: '14:00' }), buys('alder', 10_000, { duration: '150' }))
  bookIn(state, sells('birch', 10_000, { duration: '150' }))
  failLocate(state, '14:05')
  failLocate(state, '14:30')
  expect(types(state, '15:00')).toEqual(['tradingDayEnded', 'contraLocated'])

  perform(state, answerOf(state, 'alder', 'DECLINE', '15:00:10'))
  perform(state, answerOf(state, 'birch', 'DECLINE', '15:00:10'))
  expect(state.cooldowns.get(firmPairKey('alder', 'birch', 'toyota'))).toEqual({
    until: moment('15:15:10'),
    failures: 1,
    day: tradingDay(moment('15:00')),
  })
})

test('a second locate that lapses after midnight is the first failure of the new day', () => {
  const state = bookIn(world({ opens: '14:00' }), buyer, seller)
  failLocate(state, '14:05')
  expect(types(state, '14:59:50')).toEqual(['contraLocated'])
  expect(types(state, '15:00:30')).toEqual(['tradingDayEnded', 'locateFailed'])

  expect(state.cooldowns.get(firmPairKey('alder', 'birch', 'toyota'))).toEqual({
    until: moment('15:05:30'),
    failures: 1,
    day: tradingDay(moment('15:00')),
  })
})

test('a failure after midnight counts even if the sweep that ends the old day comes later', () => {
  const state = bookIn(world({ opens: '14:00' }), buys('alder', 10_000, { duration: '150' }))
  bookIn(state, sells('birch', 10_000, { duration: '150' }))
  expect(types(state, '14:59:50')).toEqual(['contraLocated'])
  perform(state, answerOf(state, 'alder', 'DECLINE', '15:00:00'))
  perform(state, answerOf(state, 'birch', 'DECLINE', '15:00:01'))
  expect(types(state, '15:00:02')).toEqual(['tradingDayEnded'])

  for (const advertId of ['alder-1', 'birch-1'])
    perform(state, ownerCommand('resumeAdvert', advertId, '15:20'))
  expect(types(state, '15:20:05')).toEqual(['contraLocated'])
  for (const name of ['alder', 'birch']) perform(state, answerOf(state, name, 'DECLINE', '15:20:10'))
  expect(state.cooldowns.get(firmPairKey('alder', 'birch', 'toyota'))?.until).toBe(
    endOfTradingDay(moment('15:20')),
  )
})
