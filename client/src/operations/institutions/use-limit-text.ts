import type { Yen } from '@aitai/engine/model/price.ts'
import { formatExactYenWithShort } from '../../ui/format/amounts.ts'
import { useLanguage, useText } from '../../ui/text/use-text.ts'

/** Returns a function that writes a size limit to the yen and in short, or that there is none. */
export function useLimitText(): (limit: Yen | null) => string {
  const text = useText()
  const language = useLanguage()
  return (limit) => (limit === null ? text('operations.none') : formatExactYenWithShort(limit, language))
}
