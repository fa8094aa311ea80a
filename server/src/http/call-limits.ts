import { hourMs, minuteMs } from '@aitai/engine/calendar/trading-days.ts'
import type { RateLimits } from '../config.ts'
import { networkRateLimit, type RateLimit, rateLimit } from './rate-limits.ts'

/** The rate limits of the HTTP calls. */
export interface CallLimits {
  readonly changes: RateLimit
  readonly reads: RateLimit
  /** Validations of files and lists of adverts, by user. */
  readonly bulk: RateLimit
  readonly visits: RateLimit
  /** By e-mail address and network: see `accountKey`. */
  readonly loginsPerAccount: RateLimit
  /** Does not apply to networks from which somebody has signed in: see `verifyCredentials`. */
  readonly loginsPerNetwork: RateLimit
  readonly loginsPerAccountAnywhere: RateLimit
  /** Wrong current passwords of a signed-in user, by user. */
  readonly passwordTries: RateLimit
  /** By e-mail address, and by whether the network is a usual one of the account. */
  readonly forgotsPerAccount: RateLimit
  readonly forgotsPerNetwork: RateLimit
  readonly tokenChecksPerNetwork: RateLimit
  readonly resetsPerNetwork: RateLimit
  readonly contactsPerUser: RateLimit
  /** Batches of all feed handlers together. */
  readonly feedBatches: RateLimit
}

const tenMinutesMs = 10 * minuteMs

/** The burst, in seconds of the rate: a client that opens sends many requests at once. */
const burstSeconds = { changes: 4, reads: 6, visits: 6, feed: 6 } as const

/** Enough for 100,000 quotes a second. */
const feedBatchesPerSecond = 20

export function callLimits(configured: RateLimits, now: () => number): CallLimits {
  const perSecond = (count: number, seconds: number): RateLimit =>
    rateLimit({ burst: count * seconds, everyMs: 1_000 / count }, now)
  const perTenMinutes = (count: number): RateLimit =>
    rateLimit({ burst: count, everyMs: tenMinutesMs / count }, now)
  const perHour = (count: number): RateLimit => rateLimit({ burst: count, everyMs: hourMs / count }, now)
  return {
    changes: perSecond(configured.changesPerSecond, burstSeconds.changes),
    reads: perSecond(configured.readsPerSecond, burstSeconds.reads),
    bulk: rateLimit({ burst: configured.bulkPerMinute, everyMs: minuteMs / configured.bulkPerMinute }, now),
    visits: perSecond(configured.visitsPerSecond, burstSeconds.visits),
    loginsPerAccount: perTenMinutes(configured.loginsPerAccount),
    loginsPerNetwork: networkRateLimit(
      { burst: configured.loginsPerNetwork, everyMs: tenMinutesMs / configured.loginsPerNetwork },
      now,
    ),
    loginsPerAccountAnywhere: perTenMinutes(configured.loginsPerAccountAnywhere),
    passwordTries: perTenMinutes(configured.loginsPerAccount),
    forgotsPerAccount: perHour(configured.forgotsPerAccount),
    forgotsPerNetwork: perHour(configured.forgotsPerNetwork),
    tokenChecksPerNetwork: perHour(configured.tokenChecksPerNetwork),
    resetsPerNetwork: perHour(configured.resetsPerNetwork),
    contactsPerUser: perHour(configured.contactsPerUser),
    feedBatches: perSecond(feedBatchesPerSecond, burstSeconds.feed),
  }
}

/**
 * The key of an account as tried from one network, so that failures in other networks lock nobody out here.
 */
export const accountKey = (network: string, email: string): string => `${email}|${network}`
