/** How long is left of a locate on the server's clock: never restarted, whatever happened to this page. */
export interface Countdown {
  /** Whole seconds, rounded up, so that 0 means over. */
  readonly seconds: number
  /** From 1 at the locate to 0 at the deadline. */
  readonly fraction: number
  readonly isOver: boolean
}

/** @param now milliseconds UTC on the server's clock */
export function countdownAt(
  { locateTime, deadline }: { readonly locateTime: number; readonly deadline: number },
  now: number,
): Countdown {
  const left = Math.max(0, deadline - now)
  const whole = Math.max(1, deadline - locateTime)
  return { seconds: Math.ceil(left / 1_000), fraction: Math.min(1, left / whole), isOver: left === 0 }
}
