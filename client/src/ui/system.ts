import { useEffect, useState, useSyncExternalStore } from 'react'

const darkSystem = () => matchMedia('(prefers-color-scheme: dark)')

/** Whether the system asks for dark, followed while the page is open. */
export const useSystemIsDark = (): boolean =>
  useSyncExternalStore(
    (onChange) => {
      const system = darkSystem()
      system.addEventListener('change', onChange)
      return () => system.removeEventListener('change', onChange)
    },
    () => darkSystem().matches,
  )

/** The moment, anew every `interval` milliseconds while mounted. */
export function useNow(interval: number): number {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), interval)
    return () => clearInterval(timer)
  }, [interval])
  return now
}

/**
 * True once something has lasted longer than `delay` milliseconds: a skeleton shown sooner would only flash.
 */
export function useLasted(lasting: boolean, delay: number): boolean {
  const [lasted, setLasted] = useState(false)
  useEffect(() => {
    if (!lasting) return setLasted(false)
    const timer = setTimeout(() => setLasted(true), delay)
    return () => clearTimeout(timer)
  }, [lasting, delay])
  return lasting && lasted
}

/** While an input method composes, Enter, Escape and arrows belong to it; Safari tells by 229 alone. */
export const isComposing = (event: { nativeEvent: KeyboardEvent }): boolean =>
  event.nativeEvent.isComposing || event.nativeEvent.keyCode === 229
