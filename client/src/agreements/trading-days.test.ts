import type { ConnectionAgreement } from '@aitai/contract/schemas/agreements.ts'
import { dateOfDay, tradingDay } from '@aitai/engine/calendar/trading-days.ts'
import { expect, test } from 'vitest'
import { agreementsOfDay, isAgreementOpen, tradingDaysOf } from './trading-days.ts'

const at = (moment: string, given: Partial<ConnectionAgreement> = {}) =>
  ({
    connectionAgreementId: moment,
    locateTime: Date.parse(moment),
    notExecuted: null,
    ...given,
  }) as ConnectionAgreement

// Before and after midnight in Tokyo, which is 15:00 UTC.
const late = at('2026-11-19T14:59:59Z')
const early = at('2026-11-19T15:00:00Z')
const noon = at('2026-11-20T03:00:00Z')
const today = tradingDay(noon.locateTime)

test('an agreement belongs to the day in Tokyo on which its contra was located', () => {
  expect(agreementsOfDay([noon, late, early], today)).toEqual([early, noon])
  expect(agreementsOfDay([noon, late, early], today - 1)).toEqual([late])
  expect(agreementsOfDay([noon, late, early], 'all')).toEqual([late, early, noon])
})

test('the days are today and every earlier day with agreements, newest first', () => {
  expect(tradingDaysOf([late, noon], today).map(dateOfDay)).toEqual(['2026-11-20', '2026-11-19'])
  expect(tradingDaysOf([], today).map(dateOfDay)).toEqual(['2026-11-20'])
})

test('an agreement is open until both passwords were received, or nothing was executed', () => {
  const half = { buyStatus: true, sellStatus: false }
  const notExecuted = { reportedAt: noon.locateTime, sides: ['SELL' as const], reportedBy: null }
  expect(isAgreementOpen(at('2026-11-20T03:00:00Z', half))).toBe(true)
  expect(isAgreementOpen(at('2026-11-20T03:00:00Z', { ...half, notExecuted }))).toBe(false)
  expect(isAgreementOpen(at('2026-11-20T03:00:00Z', { buyStatus: true, sellStatus: true }))).toBe(false)
})
