import type { Language } from '@aitai/messages/language.ts'

// Shared, because creating a formatter costs as much as formatting a hundred times.
const compact = new Intl.NumberFormat('ja-JP', {
  notation: 'compact',
  maximumSignificantDigits: 4,
  useGrouping: true,
})

/** An amount in 万 and 億 with four significant digits, as Tokyo reads it: 116,240,000 is 1.162億. */
export const japaneseAmount = (amount: number): string => compact.format(amount)

const billions = new Intl.NumberFormat('en', { maximumFractionDigits: 3 })

/** A large round amount of yen in a sentence: JPY 2bn, in Japanese 20億円. */
export const formatYenLimit = (yen: number, language: Language): string =>
  language === 'Jp' ? `${japaneseAmount(yen)}円` : `JPY ${billions.format(yen / 1_000_000_000)}bn`

/** Yen in 万 and 億 as a note behind another notation: （7,766万円）. */
export const bracketedYen = (yen: number): string => `（${japaneseAmount(yen)}円）`
