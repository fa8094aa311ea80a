/** A bucket: so many tokens at most, one more every so often. */
export interface Rate {
  readonly burst: number
  /** Milliseconds until one more is allowed. */
  readonly everyMs: number
}

/** Over a limit: nothing was done, and when to try again. */
export class TooManyRequests extends Error {
  readonly retryAfterSeconds: number

  constructor(retryAfterSeconds: number) {
    super('over a limit')
    this.name = 'TooMany'
    this.retryAfterSeconds = retryAfterSeconds
  }
}

export interface RateLimit {
  /** Uses one up, or throws TooMany. */
  take(key: string): void
  /** Throws TooMany if there is none left; uses none up. */
  check(key: string): void
  /** Uses one up, whether there is one or not: what was begun in time may end as a debt. */
  charge(key: string): void
  /** Gives one back: what was taken turned out to be fine. */
  giveBack(key: string): void
  /** Full again at once, for this key and those below it, which start with it and a bar: `key|…`. */
  forget(key: string): void
}

/** Buckets that are full again are forgotten once there are this many. */
const rememberedKeys = 10_000

/**
 * A limit per key (an account, a network address, a user), counted in memory. `now` gives milliseconds UTC.
 * The bucket keeps the moment at which it is full again, which is all there is to know about it.
 */
export function rateLimit({ burst, everyMs }: Rate, now: () => number): RateLimit {
  const fullAt = new Map<string, number>()
  const capacityMs = burst * everyMs

  function forgetFull(at: number): void {
    for (const [key, moment] of fullAt) if (moment <= at) fullAt.delete(key)
  }

  function check(key: string): void {
    const at = now()
    const overMs = Math.max(fullAt.get(key) ?? at, at) + everyMs - at - capacityMs
    if (overMs > 0) throw new TooManyRequests(Math.ceil(overMs / 1_000))
  }

  function charge(key: string): void {
    const at = now()
    if (fullAt.size >= rememberedKeys) forgetFull(at)
    fullAt.set(key, Math.max(fullAt.get(key) ?? at, at) + everyMs)
  }

  return {
    check,
    charge,
    take(key) {
      check(key)
      charge(key)
    },
    giveBack(key) {
      const full = fullAt.get(key)
      if (full !== undefined) fullAt.set(key, full - everyMs)
    },
    forget(key) {
      for (const each of fullAt.keys()) if (each === key || each.startsWith(`${key}|`)) fullAt.delete(each)
    },
  }
}
