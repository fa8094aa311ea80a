import { widerNetworksOf } from './networks.ts'

/** A token bucket. */
export interface Rate {
  readonly burst: number
  /** Milliseconds until one more token is available. */
  readonly everyMs: number
}

/** Over a limit. Nothing was done; retry after `retryAfterSeconds`. */
export class TooManyRequests extends Error {
  readonly retryAfterSeconds: number

  constructor(retryAfterSeconds: number) {
    super('over a limit')
    this.name = 'TooManyRequests'
    this.retryAfterSeconds = retryAfterSeconds
  }
}

export interface RateLimit {
  /** Takes a token, or as many, or throws TooManyRequests. */
  take(key: string, tokens?: number): void
  /** Throws TooManyRequests if so many tokens are not left; takes none. */
  check(key: string, tokens?: number): void
  /** Takes tokens even if none is left: work that began within the limit may leave a debt. */
  charge(key: string, tokens?: number): void
  /** Returns a token. */
  giveBack(key: string): void
  /** Refills the bucket of this key and of the keys that start with it and a bar: `key|…`. */
  forget(key: string): void
}

/** From this many keys on, buckets that are full again are removed. */
const rememberedKeys = 10_000

/**
 * A limit per key (an account, a network, a user), counted in memory. `now` returns milliseconds UTC. A bucket
 * is stored as the time at which it is full again.
 */
export function rateLimit({ burst, everyMs }: Rate, now: () => number): RateLimit {
  const fullAt = new Map<string, number>()
  const capacityMs = burst * everyMs

  function forgetFull(at: number): void {
    for (const [key, moment] of fullAt) if (moment <= at) fullAt.delete(key)
  }

  /** Never more than a full bucket has: a request that costs more could not be made at all. */
  const costMs = (tokens: number): number => Math.min(tokens, burst) * everyMs

  function check(key: string, tokens = 1): void {
    const at = now()
    const overMs = Math.max(fullAt.get(key) ?? at, at) + costMs(tokens) - at - capacityMs
    if (overMs > 0) throw new TooManyRequests(Math.ceil(overMs / 1_000))
  }

  function charge(key: string, tokens = 1): void {
    const at = now()
    if (fullAt.size >= rememberedKeys) forgetFull(at)
    fullAt.set(key, Math.max(fullAt.get(key) ?? at, at) + costMs(tokens))
  }

  return {
    check,
    charge,
    take(key, tokens) {
      check(key, tokens)
      charge(key, tokens)
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

/** How much more each larger network may do than the next smaller one. */
const widerFactor = 4

/**
 * A limit per network that also counts the larger networks around it, with four times the rate each: an attacker
 * who owns an IPv6 /32 has four billion networks.
 */
export function networkRateLimit({ burst, everyMs }: Rate, now: () => number): RateLimit {
  const limits = [1, widerFactor, widerFactor ** 2].map((factor) =>
    rateLimit({ burst: burst * factor, everyMs: everyMs / factor }, now),
  )
  const each = (network: string, act: (limit: RateLimit, key: string) => void): void => {
    for (const [size, key] of [network, ...widerNetworksOf(network)].entries()) {
      const limit = limits[size]
      if (limit) act(limit, key)
    }
  }
  const check = (network: string, tokens?: number): void =>
    each(network, (limit, key) => limit.check(key, tokens))
  const charge = (network: string, tokens?: number): void =>
    each(network, (limit, key) => limit.charge(key, tokens))
  return {
    check,
    charge,
    take(network, tokens) {
      check(network, tokens)
      charge(network, tokens)
    },
    giveBack: (network) => each(network, (limit, key) => limit.giveBack(key)),
    forget: (network) => each(network, (limit, key) => limit.forget(key)),
  }
}
