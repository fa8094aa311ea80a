import type { Equity } from '@aitai/contract/schemas/reference.ts'
import { normalizeForSearch } from '../../ui/format/search-normalization.ts'

/** How many matches the type-ahead shows (specification 2, stock search bar). */
export const maxMatches = 10

interface Entry {
  readonly equity: Equity
  readonly code: string
  readonly ric: string
  readonly names: readonly string[]
  /** Each word of the English name, so that "motor" finds Toyota Motor before names that merely hold it. */
  readonly words: readonly string[]
}

export type EquityIndex = readonly Entry[]

/** Folds every name once, so that a keystroke over thousands of securities stays far under 50 ms. */
export const indexEquities = (equities: readonly Equity[]): EquityIndex =>
  equities.map((equity) => ({
    equity,
    code: normalizeForSearch(equity.ric.split('.')[0] ?? ''),
    ric: normalizeForSearch(equity.ric),
    names: [equity.name, equity.localName, equity.kana, ...equity.shortNames]
      .map(normalizeForSearch)
      .filter(Boolean),
    words: equity.name.split(/\s+/).map(normalizeForSearch).filter(Boolean),
  }))

/** How well an entry answers, 0 best; null when it does not. */
function rankOf(entry: Entry, asked: string): number | null {
  if (entry.code === asked || entry.ric === asked) return 0
  if (entry.code.startsWith(asked)) return 1
  if (entry.names.includes(asked)) return 2
  if (entry.names.some((name) => name.startsWith(asked))) return 3
  if (entry.words.some((word) => word.startsWith(asked))) return 4
  if (entry.names.some((name) => name.includes(asked)) || entry.ric.includes(asked)) return 5
  return null
}

/**
 * The securities that match what was typed, best first, ten at most; equals keep the list's own order.
 * Latin letters after kana are an unfinished syllable of an input method (とよt) and are left out.
 */
export function searchEquities(index: EquityIndex, typed: string): Equity[] {
  const asked = normalizeForSearch(typed).replace(/(?<=[ァ-ヶー])[a-z]+$/, '')
  if (asked === '') return []
  return index
    .flatMap((entry) => {
      const rank = rankOf(entry, asked)
      return rank === null ? [] : [{ rank, equity: entry.equity }]
    })
    .sort((a, b) => a.rank - b.rank)
    .slice(0, maxMatches)
    .map(({ equity }) => equity)
}
