import type { ConnectionAgreement } from '@aitai/contract/schemas/agreements.ts'
import { type Language, textIn } from '@aitai/messages/texts.ts'
import { expect, test } from 'vitest'
import type { TextFunction } from '../ui/text/use-text.ts'
import { longestPendingSince, pendingThresholdsMs, pendingTimeText, urgencyAfter } from './pending-age.ts'

const textsOf = (language: Language): TextFunction =>
  ((key: 'agreement.ageHours', values: Parameters<typeof textIn>[2]) =>
    textIn(language, key, values)) as TextFunction

test('a pending side becomes urgent exactly at each threshold', () => {
  const { waiting, late } = pendingThresholdsMs

  expect([0, waiting - 1, waiting, late - 1, late].map(urgencyAfter)).toEqual([
    'new',
    'new',
    'waiting',
    'waiting',
    'late',
  ])
})

test('the time counts seconds for an hour, then minutes, and never shows less than nothing', () => {
  const shown = [-1, 59_999, 600_000, 3_599_999, 3_600_000, 93_900_000]

  expect(shown.map((ms) => pendingTimeText(ms, textsOf('En')))).toEqual([
    ...['0:00', '0:59', '10:00', '59:59', '1h 00m', '26h 05m'],
  ])
  expect(pendingTimeText(3_720_000, textsOf('Jp'))).toBe('1時間02分')
})

const agreed = (agreedAt: number, given: Partial<ConnectionAgreement> = {}): ConnectionAgreement =>
  ({ agreedAt, buyStatus: false, sellStatus: false, notExecuted: null, ...given }) as ConnectionAgreement

test('the longest wait is of an open agreement only', () => {
  const notExecuted = { reportedAt: 4, sides: [], reportedBy: null }
  const closed = [agreed(1, { buyStatus: true, sellStatus: true }), agreed(2, { notExecuted })]

  expect(longestPendingSince([...closed, agreed(5), agreed(3, { buyStatus: true })])).toBe(3)
  expect(longestPendingSince(closed)).toBeNull()
})
