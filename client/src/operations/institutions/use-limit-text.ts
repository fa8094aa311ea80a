import type { Yen } from '@aitai/engine/model/price.ts'
import { formatNumber } from '../../ui/format/format.ts'
import { useText } from '../../ui/text/use-text.ts'

/** Returns a function that writes a size limit in whole yen, or that there is none. */
export function useLimitText(): (limit: Yen | null) => string {
  const text = useText()
  return (limit) => (limit === null ? text('operations.none') : `¥${formatNumber(limit)}`)
}
