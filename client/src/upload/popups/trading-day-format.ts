import type { Language } from '@aitai/messages/language.ts'

const dayMs = 86_400_000

/** A trading day as readers of the language write it: 20 November 2026, 2026年11月20日. */
export const formatTradingDay = (language: Language, day: number): string =>
  new Intl.DateTimeFormat(language === 'Jp' ? 'ja-JP' : 'en-GB', {
    dateStyle: 'long',
    timeZone: 'UTC',
  }).format(day * dayMs)
