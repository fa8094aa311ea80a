import fc from 'fast-check'
import { expect, test } from 'vitest'
import { hoursFromTokyo, hoursInTokyo } from './hours-in-tokyo.ts'

test.each([
  ['00:00 to 02:29, 03:30 to 06:24', '09:00–11:29, 12:30–15:24'],
  ['23:00 to 09:00', '08:00–18:00'],
  ['09:00 to 15:00', '18:00–24:00'],
  ['15:00 to 16:00', '00:00–01:00'],
  ['00:00 to 24:00', '00:00–24:00'],
])('%s in UTC is %s in Tokyo', (utc, tokyo) => {
  expect(hoursInTokyo(utc)).toBe(tokyo)
  expect(hoursFromTokyo(tokyo)).toBe(utc)
})

test('no hours are none, in both languages', () => {
  expect(hoursInTokyo('none')).toBeNull()
  for (const typed of ['none', ' None ', 'なし']) expect(hoursFromTokyo(typed)).toBe('none')
})

test.each(['9:00-11:30', '９：００～１１：３０', '09:00 to 11:30', '09:00 – 11:30', '9:00から11:30'])(
  '%s is read as hours',
  (typed) => {
    expect(hoursFromTokyo(typed)).toBe('00:00 to 02:30')
  },
)

test.each(['', '9', '9-11', '25:00–26:00', '09:00', '09:00–11:30;12:30–15:30', 'never'])(
  '%s is not read as hours',
  (typed) => {
    expect(hoursFromTokyo(typed)).toBeNull()
  },
)

test('what is shown is read as the same hours, whatever they are', () => {
  const minute = fc.integer({ min: 0, max: 1_439 })
  const clock = (at: number): string =>
    `${String(Math.floor(at / 60)).padStart(2, '0')}:${String(at % 60).padStart(2, '0')}`
  const range = fc.tuple(minute, minute).map(([from, to]) => `${clock(from)} to ${clock(to)}`)
  fc.assert(
    fc.property(fc.array(range, { minLength: 1, maxLength: 4 }), (ranges) => {
      const utc = ranges.join(', ')
      const again = hoursFromTokyo(hoursInTokyo(utc) ?? '') ?? ''
      // An end at midnight UTC may be written as 24:00.
      expect(again.replaceAll('to 24:00', 'to 00:00')).toBe(utc)
    }),
  )
})
