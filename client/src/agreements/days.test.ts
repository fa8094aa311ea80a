import type { ConnectionAgreement } from '@aitai/contract/agreements.ts'
import { tradingDay } from '@aitai/engine/calendar.ts'
import { expect, test } from 'vitest'
import { dayName, daysOf, isOpen, ofDay } from './days.ts'

const at = (moment: string, given: Partial<ConnectionAgreement> = {}) =>
  ({ connectionAgreementId: moment, locateTime: Date.parse(moment), ...given }) as ConnectionAgreement

// Before and after midnight in Tokyo, which is 15:00 UTC.
const late = at('2026-11-19T14:59:59Z')
const early = at('2026-11-19T15:00:00Z')
const noon = at('2026-11-20T03:00:00Z')
const today = tradingDay(noon.locateTime)

test('an agreement belongs to the day in Tokyo on which its contra was located', () => {
  expect(ofDay([noon, late, early], today)).toEqual([early, noon])
  expect(ofDay([noon, late, early], today - 1)).toEqual([late])
  expect(ofDay([noon, late, early], 'all')).toEqual([late, early, noon])
})

test('today can always be chosen, and every day before it that has agreements, the newest first', () => {
  expect(daysOf([late, noon], today).map(dayName)).toEqual(['2026-11-20', '2026-11-19'])
  expect(daysOf([], today).map(dayName)).toEqual(['2026-11-20'])
})

test('an agreement is open until both passwords were received', () => {
  expect(isOpen(at('2026-11-20T03:00:00Z', { buyStatus: true, sellStatus: false }))).toBe(true)
  expect(isOpen(at('2026-11-20T03:00:00Z', { buyStatus: true, sellStatus: true }))).toBe(false)
})
