import type { Limits } from '@aitai/engine/limits.ts'
import type { Security } from '@aitai/engine/market/security.ts'
import { type Quotes, simulatedQuotes } from '../../src/quotes/quotes.ts'

/**
 * A simulated market with a clock that a test moves. It has run for a second, so that it has two quotes of
 * every security and a trigger can fire at once (docs/rules.md §11).
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
