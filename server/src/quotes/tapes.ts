import {
  addQuote,
  emptyQuoteWindow,
  isLate,
  markUnquoted,
  type QuoteWindow,
  sightingOf,
} from '@aitai/engine/market/quote-window.ts'
import type { Limits } from '@aitai/engine/model/limits.ts'
import type { Quote, Sighting } from '@aitai/engine/model/quote.ts'
import type { Security } from '@aitai/engine/model/security.ts'

/** The recent quotes of all listed securities, whatever the source. */
interface Tapes {
  /** Follows new securities. A new close or new daily limits clear the tape of a security. */
  list(securities: readonly Security[]): void
  /** Records the newest quote of every followed security at a time in milliseconds UTC. */
  recordAll(quoteOf: (securityId: string) => Quote | null, at: number): void
  /** The same for these securities, which must be followed. */
  recordEach(securities: readonly Security[], quoteOf: (securityId: string) => Quote | null, at: number): void
  /** Records the newest quote of one security. Ignores securities that are not followed. */
  record(quote: Quote, at: number): void
  sightingOf(securityId: string): Sighting
  changesSince(position: number): QuoteChanges
}

/** The securities whose sighting may have changed, some more than once. */
export interface QuoteChanges {
  /** Null if it may be any security. */
  readonly securityIds: readonly string[] | null
  /** What to pass the next time. */
  readonly position: number
}

/** How many changes are remembered. A caller at every tick of the clock needs the newest only. */
const maxChanges = 20_000

interface Followed {
  readonly security: Security
  tape: QuoteWindow
  /** The newest quote and when it arrived. Not on the tape yet, since a newer one may still replace it. */
  newest: { readonly quote: Quote; readonly at: number } | null
  /** The tape with the newest quote, from its first reader on. */
  withNewest: QuoteWindow | null
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
  /** The securities that changed, oldest first, and how many older changes have been dropped. */
  let changed: string[] = []
  let dropped = 0

  function tapeOf(each: Followed): QuoteWindow {
    const { tape, newest, security } = each
    if (!newest) return tape
    each.withNewest ??= addQuote(tape, newest.quote, security, limits, newest.at)
    return each.withNewest
  }

  function noteChange(securityId: string): void {
    if (changed.length >= maxChanges) {
      dropped += changed.length
      changed = []
    }
    changed.push(securityId)
  }

  function noteNewest(each: Followed, quote: Quote | null, at: number): void {
    if (quote) note(each, quote, at)
    else {
      each.tape = markUnquoted(tapeOf(each), at)
      each.withNewest = null
    }
    noteChange(each.security.securityId)
  }

  function note(each: Followed, quote: Quote, at: number): void {
    const { newest } = each
    if (newest && slotOf(newest.at) === slotOf(at) && isLate(quote, newest.quote, at, limits)) return
    if (newest && slotOf(newest.at) !== slotOf(at)) each.tape = tapeOf(each)
    each.newest = { quote, at }
    each.withNewest = null
  }

  return {
    list(securities) {
      for (const security of securities) {
        const before = followed.get(security.securityId)
        const continues = before !== undefined && hasSameClose(before.security, security)
        const history = continues
          ? { tape: before.tape, newest: before.newest }
          : { tape: emptyQuoteWindow(), newest: null }
        followed.set(security.securityId, { security, ...history, withNewest: null })
        noteChange(security.securityId)
      }
    },
    recordAll(quoteOf, at) {
      for (const [securityId, each] of followed) noteNewest(each, quoteOf(securityId), at)
    },
    recordEach(securities, quoteOf, at) {
      for (const { securityId } of securities) {
        const each = followed.get(securityId)
        if (each) noteNewest(each, quoteOf(securityId), at)
      }
    },
    record(quote, at) {
      const each = followed.get(quote.securityId)
      if (!each) return
      note(each, quote, at)
      noteChange(quote.securityId)
    },
    sightingOf(securityId) {
      const each = followed.get(securityId)
      return sightingOf(each ? tapeOf(each) : emptyQuoteWindow(), securityId)
    },
    changesSince(position) {
      const securityIds = position < dropped ? null : changed.slice(position - dropped)
      return { securityIds, position: dropped + changed.length }
    },
  }
}
