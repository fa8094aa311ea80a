import { useEffect, useState } from 'react'

/** A value that is null again after so many milliseconds. */
export function useTemporaryValue<Value>(duration: number): [Value | null, (value: Value | null) => void] {
  const [value, setValue] = useState<Value | null>(null)
  useEffect(() => {
    if (value === null) return
    const timer = setTimeout(() => setValue(null), duration)
    return () => clearTimeout(timer)
  }, [value, duration])
  return [value, setValue]
}
