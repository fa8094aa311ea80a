// Shared, because creating a formatter costs as much as formatting a hundred times.
const compact = new Intl.NumberFormat('ja-JP', {
  notation: 'compact',
  maximumSignificantDigits: 4,
  useGrouping: true,
})

/** An amount in 万 and 億 with four significant digits, as Tokyo reads it: 116,240,000 is 1.162億. */
export const japaneseAmount = (amount: number): string => compact.format(amount)

/** Yen in 万 and 億 as a note behind another notation: （7,766万円）. */
export const bracketedYen = (yen: number): string => `（${japaneseAmount(yen)}円）`
