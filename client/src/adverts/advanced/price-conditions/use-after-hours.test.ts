import { expect, test } from 'vitest'
import { tokyoHours } from '../../../../test/support/fixtures.ts'
import { nextChangeOf } from './use-after-hours.ts'

const at = (clock: string): number => Date.parse(`2026-11-20T${clock}Z`)

test.each([
  ['matching', '01:00:00', '02:29:00'],
  ['the exchange', '02:29:00', '02:30:00'],
  ['matching at the official close', '06:30:59', '06:31:00'],
  ['the platform', '15:00:00', '23:00:00'],
  ['the trading day', '09:00:00', '15:00:00'],
])('the hours of %s change', (_what, now, next) => {
  expect(nextChangeOf(tokyoHours, at(now))).toBe(at(next))
})
