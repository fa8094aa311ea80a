import { formatAge } from '../../ui/format/format.ts'
import { useLanguage } from '../../ui/text/use-text.ts'

/** Returns a function that writes how long ago something was, from milliseconds. */
export function useAge(): (ms: number) => string {
  const language = useLanguage()
  return (ms) => formatAge(ms, language)
}
