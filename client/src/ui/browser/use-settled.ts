import { useEffect, useRef, useState } from 'react'

/**
 * Those of the ids that were there at first or have been there for so many milliseconds: what a button that acts on
 * all of them may include, because somebody has seen it.
 */
export function useSettled(ids: readonly string[], ms: number): readonly string[] {
  const [settled, setSettled] = useState<ReadonlySet<string>>(() => new Set(ids))
  const timers = useRef(new Map<string, ReturnType<typeof setTimeout>>())
  useEffect(() => {
    const settle = (id: string): void => setSettled((known) => new Set([...known, id]))
    for (const id of ids) if (!timers.current.has(id)) timers.current.set(id, setTimeout(settle, ms, id))
  })
  useEffect(() => {
    const running = timers.current
    return () => {
      for (const timer of running.values()) clearTimeout(timer)
      running.clear()
    }
  }, [])
  return ids.filter((id) => settled.has(id))
}
