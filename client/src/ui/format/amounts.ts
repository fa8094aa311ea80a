import type { Yen } from '@aitai/engine/model/price.ts'
import type { Language } from '@aitai/messages/language.ts'
import { formatNumber } from './format.ts'

/*
 * Large amounts, short enough for a column: millions and billions, in Japanese 万 and 億
 * (docs/decisions/0091-large-amounts.md).
 */

// Shared, because creating a formatter costs as much as formatting a hundred times.
const oneDecimal = new Intl.NumberFormat('en', { minimumFractionDigits: 1, maximumFractionDigits: 1 })
const threeDigits = new Intl.NumberFormat('en', {
  minimumSignificantDigits: 3,
  maximumSignificantDigits: 3,
})
const japanese = new Intl.NumberFormat('ja-JP', {
  notation: 'compact',
  maximumSignificantDigits: 3,
  useGrouping: true,
})
const billions = new Intl.NumberFormat('en', { maximumFractionDigits: 3 })

const million = 1_000_000
const billion = 1_000 * million
/** Up to here an amount is shown in full (docs/specification.md §2). */
const shownInFullTo = 100_000
/** From here on it would be 1,000.0m. */
const shownInBillionsFrom = billion - million / 20

/**
 * A notional or another large number: 95,000; above 100,000 in millions with one decimal, 116.2m; from a billion on
 * with three digits, 22.7bn. In Japanese 95,000, 1.16億, 227億.
 */
export function formatNotional(value: number, language: Language): string {
  const size = Math.abs(value)
  if (size <= shownInFullTo) return formatNumber(value)
  const text =
    language === 'Jp'
      ? japanese.format(value)
      : size < shownInBillionsFrom
        ? `${oneDecimal.format(value / million)}m`
        : `${threeDigits.format(value / billion)}bn`
  return text.replace('-', '\u2212')
}

const yenIn = (amount: string, language: Language): string =>
  language === 'Jp' ? `${amount}円` : `JPY ${amount}`

/** An amount of yen with its unit, short: JPY 116.2m, in Japanese 1.16億円. */
export const formatYen = (yen: Yen, language: Language): string =>
  yenIn(formatNotional(yen, language), language)

/** The same to the yen: JPY 116,200,000, in Japanese 116,200,000円. */
export const formatExactYen = (yen: Yen, language: Language): string => yenIn(formatNumber(yen), language)

/**
 * The same, and from 100 million on the short amount behind it, because nobody counts nine zeros:
 * JPY 5,000,000,000 (5.00bn), in Japanese 5,000,000,000円（50億円）.
 */
export function formatExactYenWithShort(yen: Yen, language: Language): string {
  const exact = formatExactYen(yen, language)
  if (Math.abs(yen) < 100 * million) return exact
  return language === 'Jp'
    ? `${exact}（${formatYen(yen, language)}）`
    : `${exact} (${formatNotional(yen, language)})`
}

/** An amount of dollars with its unit, short: USD 0.8m, in Japanese 77.5万ドル. */
export const formatDollars = (dollars: number, language: Language): string =>
  language === 'Jp' ? `${formatNotional(dollars, language)}ドル` : `USD ${formatNotional(dollars, language)}`

/** A number of shares of the market, short: 4.0m, in Japanese 400万株. */
export const formatVolume = (shares: number, language: Language): string =>
  language === 'Jp' ? `${formatNotional(shares, language)}株` : formatNotional(shares, language)

/** A large round amount of yen in a sentence: JPY 2bn, in Japanese 20億円. */
export const formatYenLimit = (yen: Yen, language: Language): string =>
  language === 'Jp' ? formatYen(yen, language) : `JPY ${billions.format(yen / billion)}bn`
