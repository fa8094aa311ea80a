import { defaultLimits } from '@aitai/engine/model/limits.ts'
import { toYen, type Yen } from '@aitai/engine/model/price.ts'

/** What a size limit of an institution may be, in whole yen. Notionals stay exact numbers far above the highest. */
export const sizeLimitRange: { readonly lowest: Yen; readonly highest: Yen } = {
  lowest: toYen(defaultLimits.platformMinimumNotional),
  highest: 1e11,
}

/** A size limit as it is typed: whole yen such as 5,000,000,000; null if it is empty, undefined if it is wrong. */
export function parseSizeLimit(typed: string): Yen | null | undefined {
  const text = typed.normalize('NFKC').trim()
  if (text === '') return null
  if (!/^\d{1,3}(,?\d{3})*$/.test(text)) return undefined
  const limit = Number(text.replaceAll(',', ''))
  return limit >= sizeLimitRange.lowest && limit <= sizeLimitRange.highest ? limit : undefined
}
