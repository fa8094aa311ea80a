import { useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react'

/** The result of a media query, updated while the page is open. */
const useMedia = (query: string): boolean =>
  useSyncExternalStore(
    (onChange) => {
      const media = matchMedia(query)
      media.addEventListener('change', onChange)
      return () => media.removeEventListener('change', onChange)
    },
    () => matchMedia(query).matches,
  )

export const usePrefersDark = (): boolean => useMedia('(prefers-color-scheme: dark)')

/** Whether animations must wait for the user to start them (WCAG 2.2.2). */
export const usePrefersReducedMotion = (): boolean => useMedia('(prefers-reduced-motion: reduce)')

/** Whether the window is as narrow as a phone. */
export const useIsNarrow = (): boolean => useMedia('(max-width: 599px)')

/** Whether a third column fits beside the list and the editor. */
export const useIsWide = (): boolean => useMedia('(min-width: 1800px)')

/** While active, the browser asks for confirmation before the page is closed or reloaded. */
export function useUnloadWarning(isActive: boolean): void {
  useEffect(() => {
    if (!isActive) return
    const warn = (event: BeforeUnloadEvent): void => event.preventDefault()
    addEventListener('beforeunload', warn)
    return () => removeEventListener('beforeunload', warn)
  }, [isActive])
}

/** The current time, updated every `interval` milliseconds while mounted. */
export function useNow(interval: number): number {
  const [now, setNow] = useState(Date.now)
  useEffect(() => onTick(interval, () => setNow(Date.now())), [interval])
  return now
}

/**
 * A value that follows the time, read again every `interval` milliseconds. Only a changed value causes a render: most
 * of what depends on the time on a screen stays the same for minutes.
 */
export function useTimedValue<Value extends string | number | boolean | null>(
  interval: number,
  valueNow: () => Value,
): Value {
  return useSyncExternalStore(
    useCallback((listener) => onTick(interval, listener), [interval]),
    valueNow,
  )
}

interface Ticks {
  readonly listeners: Set<() => void>
  timer: ReturnType<typeof setInterval>
}
const ticks = new Map<number, Ticks>()

/**
 * Calls back every so many milliseconds, until the returned function is called. All listeners of an interval share one
 * timer, so that the forty countdowns of a list are one render and not forty.
 */
function onTick(interval: number, listener: () => void): () => void {
  const running = ticks.get(interval) ?? startTicks(interval)
  running.listeners.add(listener)
  return () => {
    running.listeners.delete(listener)
    if (running.listeners.size > 0) return
    clearInterval(running.timer)
    ticks.delete(interval)
  }
}

function startTicks(interval: number): Ticks {
  const listeners = new Set<() => void>()
  const started = { listeners, timer: setInterval(() => tick(started), interval) }
  ticks.set(interval, started)
  return started
}

function tick({ listeners }: Ticks): void {
  for (const listener of listeners) listener()
}

/**
 * Ticks now, because the screen changes anyway, and two frames cost twice as much as one. The timer then waits half an
 * interval longer, so that it does not tick before the next change either, if that comes after one interval.
 */
export function tickNow(interval: number): void {
  const running = ticks.get(interval)
  if (!running) return
  clearInterval(running.timer)
  running.timer = setTimeout(() => {
    running.timer = setInterval(() => tick(running), interval)
    tick(running)
  }, 1.5 * interval)
  tick(running)
}

/** A value that changes at most once in so many milliseconds, and ends at the latest. */
export function useThrottled<Value>(value: Value, ms: number): Value {
  const [shown, setShown] = useState(value)
  const changedAt = useRef(Number.NEGATIVE_INFINITY)
  useEffect(() => {
    const timer = setTimeout(
      () => {
        changedAt.current = performance.now()
        setShown(value)
      },
      Math.max(0, changedAt.current + ms - performance.now()),
    )
    return () => clearTimeout(timer)
  }, [value, ms])
  return shown
}

/**
 * True once something has lasted longer than `delay` milliseconds, because a skeleton shown sooner would only
 * flash.
 */
export function useTrueLongerThan(condition: boolean, delay: number): boolean {
  const [isOver, setIsOver] = useState(false)
  useEffect(() => {
    if (!condition) return setIsOver(false)
    const timer = setTimeout(() => setIsOver(true), delay)
    return () => clearTimeout(timer)
  }, [condition, delay])
  return condition && isOver
}

/**
 * Whether a key belongs to an input method: while one composes, Enter, Escape and arrows are for it. Safari reports
 * the Enter that ends a composition by key code 229 only. Takes an event of React or of the browser.
 */
export function isComposing(event: KeyboardEvent | { readonly nativeEvent: KeyboardEvent }): boolean {
  const { isComposing, keyCode } = 'nativeEvent' in event ? event.nativeEvent : event
  return isComposing || keyCode === 229
}

/** For a button that confirms: ignores a held Enter, because the key press that opened it must not confirm it. */
export function ignoreHeldEnter(event: {
  readonly key: string
  readonly repeat: boolean
  preventDefault(): void
}): void {
  if (event.repeat && event.key === 'Enter') event.preventDefault()
}
