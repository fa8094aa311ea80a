import type { Security } from '@aitai/engine/equity.ts'
import type { Limits } from '@aitai/engine/limits.ts'
import type { Quote, Sighting } from '@aitai/engine/quote.ts'
import { emptyTape, seen, sightingOf, silent, type Tape } from '@aitai/engine/tape.ts'

/** The tapes of all the securities that are followed, whichever source feeds them. */
export interface Tapes {
  /** Follow new securities. A new close or new limits of the day begin the tape of a security anew. */
  list(securities: readonly Security[]): void
  /** Take in the newest quote of each, at a moment in milliseconds UTC. */
  take(quoteOf: (securityId: string) => Quote | null, at: number): void
  sightingOf(securityId: string): Sighting
}

interface Followed {
  readonly security: Security
  tape: Tape
}

/** What came before a new close was measured against the old one, and proves nothing against the new. */
const isMeasuredAlike = (a: Security, b: Security): boolean =>
  a.closePrice === b.closePrice && a.minPrice === b.minPrice && a.maxPrice === b.maxPrice

export function createTapes(limits: Limits): Tapes {
  const followed = new Map<string, Followed>()

  return {
    list(securities) {
      for (const security of securities) {
        const before = followed.get(security.securityId)
        const goesOn = before !== undefined && isMeasuredAlike(before.security, security)
        followed.set(security.securityId, { security, tape: goesOn ? before.tape : emptyTape() })
      }
    },
    take(quoteOf, at) {
      for (const [securityId, each] of followed) {
        const quote = quoteOf(securityId)
        each.tape = quote ? seen(each.tape, quote, each.security, limits, at) : silent(each.tape, at)
      }
    },
    sightingOf(securityId) {
      return sightingOf(followed.get(securityId)?.tape ?? emptyTape(), securityId)
    },
  }
}
