import type { Limits } from '@aitai/engine/limits.ts'
import type { Quote, Sighting } from '@aitai/engine/market/quote.ts'
import {
  addQuote,
  emptyQuoteWindow,
  markUnquoted,
  type QuoteWindow,
  sightingOf,
} from '@aitai/engine/market/quote-window.ts'
import type { Security } from '@aitai/engine/market/security.ts'

/** The recent quotes of all listed securities, whatever the source. */
export interface Tapes {
  /** Follows new securities. A new close or new daily limits clear the tape of a security. */
  list(securities: readonly Security[]): void
  /** Records the newest quote of every followed security at a time in milliseconds UTC. */
  recordAll(quoteOf: (securityId: string) => Quote | null, at: number): void
  /** Records the newest quote of one security. Ignores securities that are not followed. */
  record(quote: Quote, at: number): void
  sightingOf(securityId: string): Sighting
}

interface Followed {
  readonly security: Security
  tape: QuoteWindow
  /** The newest quote and when it arrived. Not on the tape yet, since a newer one may still replace it. */
  newest: { readonly quote: Quote; readonly at: number } | null
}

/**
 * Only the newest quote within each slot is recorded. Triggers need quotes a second apart, so nothing is lost,
 * and a tape stays short however fast the source ticks.
 */
const slotMs = 50
const slotOf = (at: number): number => Math.floor(at / slotMs)

/** Quotes from before a change of close or limits cannot confirm triggers measured against the new ones. */
const hasSameClose = (a: Security, b: Security): boolean =>
  a.closePrice === b.closePrice && a.minPrice === b.minPrice && a.maxPrice === b.maxPrice

export function createTapes(limits: Limits): Tapes {
  const followed = new Map<string, Followed>()

  const tapeOf = ({ tape, newest, security }: Followed): QuoteWindow =>
    newest ? addQuote(tape, newest.quote, security, limits, newest.at) : tape

  function note(each: Followed, quote: Quote, at: number): void {
    const { newest } = each
    if (newest && slotOf(newest.at) === slotOf(at) && quote.at < newest.quote.at) return
    if (newest && slotOf(newest.at) !== slotOf(at)) each.tape = tapeOf(each)
    each.newest = { quote, at }
  }

  return {
    list(securities) {
      for (const security of securities) {
        const before = followed.get(security.securityId)
        const continues = before !== undefined && hasSameClose(before.security, security)
        const history = continues
          ? { tape: before.tape, newest: before.newest }
          : { tape: emptyQuoteWindow(), newest: null }
        followed.set(security.securityId, { security, ...history })
      }
    },
    recordAll(quoteOf, at) {
      for (const [securityId, each] of followed) {
        const quote = quoteOf(securityId)
        if (quote) note(each, quote, at)
        else each.tape = markUnquoted(tapeOf(each), at)
      }
    },
    record(quote, at) {
      const each = followed.get(quote.securityId)
      if (each) note(each, quote, at)
    },
    sightingOf(securityId) {
      const each = followed.get(securityId)
      return sightingOf(each ? tapeOf(each) : emptyQuoteWindow(), securityId)
    },
  }
}
