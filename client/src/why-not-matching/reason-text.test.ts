import { type WhyNotCode, whyNotCodes } from '@aitai/engine/explain/why-not-reason.ts'
import { marketErrors } from '@aitai/engine/market/market-error.ts'
import { isTextKey, type Language, textIn } from '@aitai/messages/texts.ts'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { FailureDescription } from '../ui/text/use-text.ts'
import { matchBlockerText } from './reason-text.ts'

beforeAll(() => void vi.stubEnv('TZ', 'Asia/Tokyo'))
afterAll(() => void vi.unstubAllEnvs())

const now = Date.parse('2026-11-20T02:45:00Z')
const textOf =
  (language: Language) =>
  ({ errorCode, variables }: FailureDescription): string => {
    if (!isTextKey(errorCode)) throw new Error(`${errorCode} is no text`)
    return textIn(language, errorCode, variables)
  }
const reasonText = (code: WhyNotCode, values: Record<string, string | number>, language: Language = 'En') =>
  matchBlockerText({ code, values }, { tickSize: 0.5, now, language, textOf: textOf(language) })

test('a time is local with its zone, and includes the date only if it is not today', () => {
  expect(reasonText('LUNCH', { time: Date.parse('2026-11-20T03:30:00Z') })).toBe(
    'Lunch break. Matching resumes at 12:30 JST.',
  )
  expect(reasonText('DAY_OVER', { time: Date.parse('2026-11-24T00:00:00Z') })).toBe(
    'Matching has ended for today. It resumes at 2026-11-24 09:00 JST.',
  )
  expect(reasonText('LUNCH', { time: Date.parse('2026-11-20T03:30:00Z') }, 'Jp')).toBe(
    '昼休み中です。マッチングは12:30 JSTに再開します。',
  )
})

test("today is the date in the reader's time zone, not in London", () => {
  const tomorrowInTokyo = Date.parse('2026-11-20T15:30:00Z')

  expect(reasonText('EXPIRING', { time: tomorrowInTokyo })).toBe('Expires at 2026-11-21 00:30 JST.')
})

test('a trigger is shown with the decimals of its tick', () => {
  expect(reasonText('TRIGGER', { price: 2_905 })).toBe('Waiting for the advertising trigger at JPY 2,905.0.')
  expect(reasonText('TRIGGER', { price: 2_905 }, 'Jp')).toContain('2,905.0円')
})

test.each(Object.keys(marketErrors))('a market that is not fresh by %s is described in words', (code) => {
  for (const language of ['En', 'Jp'] as const) {
    const shown = reasonText('MARKET', { code }, language)
    expect(shown).not.toContain(code)
    // The text gives a reason; the advert was not cancelled.
    expect(shown).not.toMatch(/cancel|取消/i)
  }
})

test.each(whyNotCodes)('%s fills every placeholder in both languages', (code) => {
  const values = { time: now, price: 1, code: '004', shares: 100, rating: 40, count: 2 }
  for (const language of ['En', 'Jp'] as const) expect(reasonText(code, values, language)).not.toMatch(/[{}]/)
})
