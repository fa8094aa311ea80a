import { formatDuration } from '../../ui/format/format.ts'
import { useText } from '../../ui/text/use-text.ts'

/** Returns a function that writes how long ago something was, from milliseconds. */
export function useAge(): (ms: number) => string {
  const text = useText()
  return (ms) => text('operations.ago', { time: formatDuration(Math.max(0, Math.floor(ms / 1_000))) })
}
