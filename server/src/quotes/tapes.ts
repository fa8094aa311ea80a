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

/** The tapes of all the securities that are followed, whichever source feeds them. */
export interface Tapes {
  /** Follow new securities. A new close or new limits of the day begin the tape of a security anew. */
  list(securities: readonly Security[]): void
  /** Take in the newest quote of each, at a moment in milliseconds UTC. */
  take(quoteOf: (securityId: string) => Quote | null, at: number): void
  /** Take in the newest quote of one. One that is not followed is left out. */
  see(quote: Quote, at: number): void
  sightingOf(securityId: string): Sighting
}

interface Followed {
  readonly security: Security
  tape: QuoteWindow
  /** The newest quote and when it came in: not on the tape yet, since a newer one may still replace it. */
  newest: { readonly quote: Quote; readonly at: number } | null
}

/**
 * Of what comes in within so many milliseconds the newest counts. A trigger asks for quotes a second apart,
 * so nothing is lost; and however fast a source ticks, a tape stays short, and so does the time to look at
 * it.
 */
const slotMs = 50
const slotOf = (at: number): number => Math.floor(at / slotMs)

/** What came before a new close was measured against the old one, and proves nothing against the new. */
const isMeasuredAlike = (a: Security, b: Security): boolean =>
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
        const goesOn = before !== undefined && isMeasuredAlike(before.security, security)
        const begun = goesOn
          ? { tape: before.tape, newest: before.newest }
          : { tape: emptyQuoteWindow(), newest: null }
        followed.set(security.securityId, { security, ...begun })
      }
    },
    take(quoteOf, at) {
      for (const [securityId, each] of followed) {
        const quote = quoteOf(securityId)
        if (quote) note(each, quote, at)
        else each.tape = markUnquoted(tapeOf(each), at)
      }
    },
    see(quote, at) {
      const each = followed.get(quote.securityId)
      if (each) note(each, quote, at)
    },
    sightingOf(securityId) {
      const each = followed.get(securityId)
      return sightingOf(each ? tapeOf(each) : emptyQuoteWindow(), securityId)
    },
  }
}
