import type { RateLimits } from './config.ts'
import { type RateLimit, rateLimit } from './rate-limits.ts'

/** The limits of the HTTP calls (quality 2.5). */
export interface CallLimits {
  readonly changes: RateLimit
  readonly reads: RateLimit
  readonly visits: RateLimit
  readonly loginsPerAccount: RateLimit
  readonly loginsPerNetwork: RateLimit
}

const tenMinutesMs = 600_000

/** How many seconds' worth may come at once: a desk that opens asks for much in its first moment. */
const burstSeconds = 6

export function callLimits(configured: RateLimits, now: () => number): CallLimits {
  const perSecond = (count: number): RateLimit =>
    rateLimit({ burst: count * burstSeconds, everyMs: 1_000 / count }, now)
  const perTenMinutes = (count: number): RateLimit =>
    rateLimit({ burst: count, everyMs: tenMinutesMs / count }, now)
  return {
    changes: perSecond(configured.changesPerSecond),
    reads: perSecond(configured.readsPerSecond),
    visits: perSecond(configured.visitsPerSecond),
    loginsPerAccount: perTenMinutes(configured.loginsPerAccount),
    loginsPerNetwork: perTenMinutes(configured.loginsPerNetwork),
  }
}

/** What one household or office shares: an IPv4 address, the first half of an IPv6 one. */
export function networkOf(address: string): string {
  const plain = address.replace(/^::ffff:/i, '')
  if (!plain.includes(':')) return plain
  const [head = '', tail = ''] = plain.split('::')
  const before = head.split(':').filter((group) => group !== '')
  const after = tail.split(':').filter((group) => group !== '')
  const zeros = plain.includes('::') ? Math.max(0, 8 - before.length - after.length) : 0
  return [...before, ...Array<string>(zeros).fill('0'), ...after].slice(0, 4).join(':')
}
