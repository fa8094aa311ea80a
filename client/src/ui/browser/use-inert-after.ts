import { useEffect, useLayoutEffect, useState } from 'react'

/**
 * True until `key` has been the same for so many milliseconds: a key or click may still be meant for what was there
 * before.
 */
export function useInertAfter(key: string | number | null, ms: number): boolean {
  const [readyFor, setReadyFor] = useState<typeof key | undefined>(undefined)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each change of the key starts the time again
  useLayoutEffect(() => setReadyFor(undefined), [key])
  useEffect(() => {
    const timer = setTimeout(setReadyFor, ms, key)
    return () => clearTimeout(timer)
  }, [key, ms])
  return readyFor !== key
}
