import type { Remark } from '@aitai/contract/routes/console/remarks.ts'
import { type TextKey, useText } from '../../ui/text/use-text.ts'
import { hoursInTokyo } from './hours-in-tokyo.ts'

/** Returns a function that writes a remark of a command, with the line that it is about, and hours in Tokyo. */
export function useRemarkText(): (remark: Remark) => string {
  const text = useText() as (key: TextKey, values?: Remark['variables']) => string
  return ({ line, code, variables }) => {
    const { hours } = variables
    const inTokyo = typeof hours === 'string' ? { hours: hoursInTokyo(hours) ?? hours } : {}
    const says = text(`operations.remark.${code}`, { ...variables, ...inTokyo })
    return line === undefined ? says : text('operations.remarkOfLine', { line, says })
  }
}
