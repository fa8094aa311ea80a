import { dayOfDate } from '@aitai/engine/calendar/trading-days.ts'
import { expect, test } from 'vitest'
import { daysUpTo, mostDays, periodParameter } from './period.ts'

test('a period is one day or two, at most 31 days, and a date', () => {
  const today = dayOfDate('2026-11-24')

  expect(periodParameter(daysUpTo(today, 1))).toBe('2026-11-24')
  expect(periodParameter(daysUpTo(today, 7))).toBe('2026-11-18..2026-11-24')
  expect(periodParameter(daysUpTo(today, mostDays))).not.toBeNull()
  expect(periodParameter(daysUpTo(today, mostDays + 1))).toBeNull()
  expect(periodParameter({ from: '2026-11-24', to: '2026-11-23' })).toBeNull()
  expect(periodParameter({ from: '', to: '2026-11-23' })).toBeNull()
})
