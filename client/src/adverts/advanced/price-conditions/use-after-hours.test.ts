import { dayMs } from '@aitai/engine/calendar/trading-days.ts'
import { expect, test } from 'vitest'
import { tokyoHours } from '../../../../test/support/fixtures.ts'
import { nextHoursChange } from './use-after-hours.ts'

const at = (clock: string): number => Date.parse(`2026-11-20T${clock}Z`)

test.each([
  ['in the morning, to the end of matching', '01:00:00', '02:29:00'],
  ['before matching at the official close, to its begin', '06:30:59', '06:31:00'],
  ['at the very moment of a change, to the one after it', '06:31:00', '07:20:00'],
  ['in the evening, to midnight in Tokyo, when it may be a holiday', '09:00:00', '15:00:00'],
  ['after midnight in Tokyo, to the open of the platform', '15:00:00', '23:00:00'],
])('%s', (_when, now, next) => {
  expect(nextHoursChange(tokyoHours, at(now))).toBe(at(next))
})

test('after the last change of the day the next change is the first of the next day', () => {
  expect(nextHoursChange(tokyoHours, at('23:30:00'))).toBe(at('00:00:00') + dayMs)
})
