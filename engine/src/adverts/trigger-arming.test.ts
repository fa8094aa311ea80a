import { expect, test } from 'vitest'
import {
  advertIn,
  book,
  bookIn,
  buys,
  calendarOf,
  draftOf,
  modifyOf,
  ownerCommand,
  perform,
  quoteOf,
  refusalCodeOf,
  sells,
  setRating,
  sightingOf,
  submitOf,
  sweepAt,
  sweepWithSightings,
  world,
} from '../../test/book.ts'
import { decide } from '../decide.ts'
import type { AdvertTerms } from '../model/advert.ts'
import { yen } from '../model/price.ts'
import { refused } from '../model/refusals.ts'
import type { State } from '../model/state.ts'

const level = { advertisingTriggerActivated: true, advertisingTrigger: 1_990 * yen }
const off = { advertisingTriggerActivated: false }
const armed = buys('alder', 10_000, level)
const plain = buys('alder', 10_000)
const modified = (state: State, terms: Partial<AdvertTerms>, when = '00:10') =>
  decide(state, modifyOf(state, 'alder-1', terms, when))
const refusal = (state: State, terms: Partial<AdvertTerms>, when = '00:10') =>
  refusalCodeOf(state, modifyOf(state, 'alder-1', terms, when))

// spec: 5.editor.10, 9.20
// rule: 11.20
test.each([
  [40, 'TRIGGER-RATING'],
  [41, null],
] as const)('with a rating of %i an advertising trigger is armed or refused: %s', (rating, code) => {
  const state = world()
  perform(state, draftOf(armed, '00:01'))
  setRating(state, 'alder', rating)
  expect(refusalCodeOf(state, submitOf('alder-1', armed.terms, '00:05'))).toBe(code)

  perform(state, submitOf('alder-1', plain.terms, '00:05'))
  expect(refusal(state, level)).toBe(code)
})

test('the refusal names the required rating', () => {
  const state = book(plain)
  setRating(state, 'alder', 40)

  expect(modified(state, level)).toEqual(refused('TRIGGER-RATING', { rating: 41 }))
})

// rule: 11.21
test('a rating that falls later does not disarm a trigger: it can be changed and it fires', () => {
  const state = book(armed)
  setRating(state, 'alder', 1)
  perform(state, modifyOf(state, 'alder-1', { shareQuantity: 9_000 }, '00:05'))
  perform(state, modifyOf(state, 'alder-1', { advertisingTrigger: 1_980 * yen }, '00:06'))

  expect(perform(state, sweepAt('00:07', [quoteOf('toyota', '00:07', 1_980)]))).toMatchObject([
    { type: 'advertTriggered' },
    { type: 'advertReleased' },
  ])
})

test('arming again requires the rating, and so does a dead advert that is sent again', () => {
  const state = book(armed)
  setRating(state, 'alder', 40)
  perform(state, modifyOf(state, 'alder-1', off, '00:05'))
  expect(refusal(state, level)).toBe('TRIGGER-RATING')

  perform(state, ownerCommand('cancelAdvert', 'alder-1', '00:11'))
  expect(refusalCodeOf(state, submitOf('alder-1', armed.terms, '00:12'))).toBe('TRIGGER-RATING')
})

test('knockouts require no rating', () => {
  const state = world()
  perform(state, draftOf(plain, '00:01'))
  setRating(state, 'alder', 1)
  const knockouts = {
    knockoutTriggerActivated: true,
    knockoutTrigger: 2_100 * yen,
    indexRelativeKOTriggerActivated: true,
    indexRelativeKOTrigger: 300,
  }

  expect(refusalCodeOf(state, submitOf('alder-1', { ...plain.terms, ...knockouts }, '00:05'))).toBeNull()
})

test('arming a trigger takes a live advert out of the pool, and disarming returns it', () => {
  const state = book(plain, sells('birch', 10_000))
  perform(state, modifyOf(state, 'alder-1', level, '00:05'))
  expect(advertIn(state, 'alder-1').advertisementStatus).toBe('SENT')
  expect(perform(state, sweepAt('00:06'))).toEqual([])

  perform(state, modifyOf(state, 'alder-1', off, '00:07'))
  expect(perform(state, sweepAt('00:08'))).toMatchObject([
    { type: 'advertReleased', advertId: 'alder-1' },
    { type: 'contraLocated' },
  ])
})

test('a trigger can be armed in a paused advert, which waits for it after a resume', () => {
  const state = book(plain)
  perform(state, ownerCommand('pauseAdvert', 'alder-1', '00:04'))
  perform(state, modifyOf(state, 'alder-1', level, '00:05'))
  expect(advertIn(state, 'alder-1').advertisementStatus).toBe('PAUSED')

  perform(state, ownerCommand('resumeAdvert', 'alder-1', '00:06'))
  expect(advertIn(state, 'alder-1').advertisementStatus).toBe('SENT')
})

test('a fired advertising trigger cannot be changed; knockouts and other terms can', () => {
  const state = book(armed)
  perform(state, sweepAt('00:05', [quoteOf('toyota', '00:05', 1_985)]))
  expect(refusal(state, off)).toBe('TRIGGER-SATISFIED')
  expect(refusal(state, { advertisingTrigger: 1_980 * yen })).toBe('TRIGGER-SATISFIED')

  const rest = { shareQuantity: 9_000, knockoutTriggerActivated: true, knockoutTrigger: 2_100 * yen }
  perform(state, modifyOf(state, 'alder-1', rest, '00:10'))
  expect(advertIn(state, 'alder-1').advertTriggerSatisfied).toBe(true)
})

const withEvening = calendarOf([{ from: 0, to: 600 }], [{ from: 0, to: 384 }], [{ from: 390, to: 540 }])
// spec: 5.editor.12
// rule: 13.10
test.each([
  ['06:24', null, 'between the close and the evening'],
  ['06:30', 'TRIGGER-FROZEN', 'when the evening begins'],
  ['08:59:59.999', 'TRIGGER-FROZEN', 'in its last millisecond'],
  ['09:00', null, 'when the evening has ended'],
] as const)('at %s triggers can be changed or not: %s (%s)', (when, code, _) => {
  const state = bookIn(world({ calendar: withEvening }), armed)

  const knockout = { knockoutTriggerActivated: true, knockoutTrigger: 2_100 * yen }
  for (const terms of [off, { advertisingTrigger: 1_980 * yen }, knockout])
    expect(refusal(state, terms, when)).toBe(code)
  for (const terms of [{ shareQuantity: 9_000 }, { knockoutTrigger: 2_100 * yen }])
    expect(refusal(state, terms, when), 'what is off is no trigger').toBeNull()
})

test('an armed advert that is sent after the close waits for a frozen trigger and ends with the day', () => {
  const state = world({ calendar: withEvening, opens: '06:30' })
  perform(state, draftOf(armed, '07:00'))
  perform(state, submitOf('alder-1', armed.terms, '07:00'))
  const low = quoteOf('toyota', '07:01', 1_900, { officialClose: 1_900 * yen })
  expect(perform(state, sweepWithSightings('07:01', sightingOf(low)))).toEqual([])

  expect(perform(state, sweepAt('10:00', []))).toMatchObject([{ type: 'advertExpired' }])
})
