import fc from 'fast-check'
import { expect, test } from 'vitest'
import { minuteDurations } from '../../model/advert.ts'
import { isOwnExpiry, ownExpiryAt, parseDuration, parseTimeOfDay } from './duration.ts'

test('a duration is minutes, the day or an own expiry', () => {
  expect(minuteDurations.map(parseDuration)).toEqual([
    { kind: 'MINUTES', minutes: 60 },
    { kind: 'MINUTES', minutes: 150 },
  ])
  expect(parseDuration('END_OF_DAY')).toEqual({ kind: 'END_OF_DAY' })
  expect(parseDuration('15:10')).toEqual({ kind: 'OWN_EXPIRY', minuteOfDay: 910 })
  expect([...minuteDurations, 'END_OF_DAY' as const].filter(isOwnExpiry)).toEqual([])
})

test('every minute of the day is an own expiry that is read back', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 24 * 60 - 1 }), (minutes) => {
      const expiry = ownExpiryAt(minutes)
      expect(isOwnExpiry(expiry)).toBe(true)
      expect(parseDuration(expiry)).toEqual({ kind: 'OWN_EXPIRY', minuteOfDay: minutes })
      expect(parseTimeOfDay(expiry)).toBe(minutes)
    }),
  )
})

test.each([
  ['15:10', 910],
  ['9:05', 545],
  ['0905', 545],
  ['905', 545],
  ['１５：１０', 910],
  ['15時10分', 910],
  ['15時10', 910],
  [' 00:00 ', 0],
  ['23:59', 1_439],
])('%s is a time of day', (typed, minutes) => {
  expect(parseTimeOfDay(typed)).toBe(minutes)
})

test.each(['', '24:00', '15:60', '15', '15:1', '15.10', '15:10:00', '-1:10', 'noon'])(
  '%j is no time of day',
  (typed) => {
    expect(parseTimeOfDay(typed)).toBeNull()
  },
)
