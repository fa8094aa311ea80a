import { isFresh } from '@aitai/engine/market/market-error.ts'
import { defaultLimits } from '@aitai/engine/model/limits.ts'
import type { Now } from '../clock.ts'
import type { Config } from '../config.ts'
import type { ReferenceData } from '../reference/reference-data.ts'
import type { Quotes } from './quotes.ts'

/** The state of the quote source: totals only, nothing about a single security. */
export interface FeedHealth {
  readonly source: Config['quotes']['source']
  /** Age of the newest quote of any security, in milliseconds; null before the first quote. */
  readonly newestAgeMs: number | null
  readonly securities: number
  /** How many of them have a fresh quote (docs/rules.md §12). */
  readonly fresh: number
  /** Whether there is an index value of today that is young enough for index-relative knockouts (docs/rules.md §11). */
  readonly hasIndex: boolean
}

interface FeedHealthDeps {
  readonly config: Pick<Config, 'quotes'>
  readonly quotes: Pick<Quotes, 'quoteOf' | 'indexMove'>
  readonly reference: Pick<ReferenceData, 'names'>
  readonly now: Now
}

/**
 * Examines the newest quote of every listed security. Needs neither the database nor the command loop, so it
 * works even if those do not.
 */
export function feedHealth(
  { config, quotes, reference, now }: FeedHealthDeps,
  limits = defaultLimits,
): FeedHealth {
  const at = now()
  const { listed } = reference.names()
  let newestAt: number | null = null
  let fresh = 0
  for (const { security } of listed) {
    const quote = quotes.quoteOf(security.securityId)
    if (quote) newestAt = Math.max(newestAt ?? quote.at, quote.at)
    if (isFresh(quote, security, at, limits)) fresh += 1
  }
  const newestAgeMs = newestAt === null ? null : Math.max(0, at - newestAt)
  return {
    source: config.quotes.source,
    newestAgeMs,
    securities: listed.length,
    fresh,
    hasIndex: quotes.indexMove() !== null,
  }
}
