import { percentOf } from '@aitai/engine/adverts/percent.ts'
import { defaultLimits } from '@aitai/engine/model/limits.ts'

/** Ranges of offsets in percent, both ends included (docs/specification.md §9). */
export const offsetRange = {
  min: percentOf(defaultLimits.triggerOffset.min),
  max: percentOf(defaultLimits.triggerOffset.max),
}
export const indexRange = {
  min: percentOf(defaultLimits.indexRelativeOffset.min),
  max: percentOf(defaultLimits.indexRelativeOffset.max),
}

/** A percentage as typed, two decimals at most, for the engine's basis points. Null for anything else. */
export function parsePercent(typed: string): number | null {
  const text = typed.normalize('NFKC').replace(/[\s%]/g, '')
  if (!/^(\d+(\.\d{0,2})?|\.\d{1,2})$/.test(text)) return null
  const percent = Number(text)
  return percent <= 100 ? percent : null
}

const twoDecimals = new Intl.NumberFormat('en', { minimumFractionDigits: 2, maximumFractionDigits: 2 })

/** A percentage with two decimals: 2.50, −0.25. */
export const formatPercent = (percent: number): string => twoDecimals.format(percent).replace('-', '\u2212')
