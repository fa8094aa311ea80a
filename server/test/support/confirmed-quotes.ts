import type { Limits } from '@aitai/engine/limits.ts'
import type { Security } from '@aitai/engine/market/security.ts'
import { type Quotes, simulatedQuotes } from '../../src/quotes/quotes.ts'

/**
 * A simulated market by a clock that a test moves. It has been there for a second, so that it shows two
 * quotes of everything, and a trigger may fire at once (rules 11).
 */
export function confirmedQuotes(
  clock: { at: number },
  of: { readonly securities: readonly Security[]; readonly limits: Limits },
): Quotes {
  clock.at -= 1_000
  const quotes = simulatedQuotes({ seed: 'venue', now: () => clock.at, ...of })
  clock.at += 1_000
  quotes.list([])
  return quotes
}
