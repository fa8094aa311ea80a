import type { Equity } from '@aitai/contract/schemas/reference.ts'
import { ricsOf } from '@aitai/engine/upload/security-codes.ts'
import { normalizeForSearch } from '../../ui/format/search-normalization.ts'

/** Number of matches shown. */
const maxMatches = 10

interface Entry {
  readonly equity: Equity
  readonly code: string
  readonly ric: string
  readonly names: readonly string[]
  /** Each word of the English name, so that "motor" finds Toyota Motor before names that merely hold it. */
  readonly words: readonly string[]
}

type EquityIndex = readonly Entry[]

/** Normalizes every name once, so that a search over thousands of securities takes well under 50 ms. */
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

/** The rank of an entry, 0 is best; null if it does not match. `rics` are those of a code as vendors write it. */
function rankOf(entry: Entry, query: string, rics: readonly string[]): number | null {
  if (entry.code === query || entry.ric === query || rics.includes(entry.equity.ric)) return 0
  if (entry.code.startsWith(query)) return 1
  if (entry.names.includes(query)) return 2
  if (entry.names.some((name) => name.startsWith(query))) return 3
  if (entry.words.some((word) => word.startsWith(query))) return 4
  if (entry.names.some((name) => name.includes(query)) || entry.ric.includes(query)) return 5
  return null
}

/**
 * The securities that match what was typed, best first, ten at most; equals keep the list's own order.
 * Latin letters after kana are an unfinished syllable of an input method (とよt) and are left out.
 */
export function searchEquities(index: EquityIndex, typed: string): Equity[] {
  const query = normalizeForSearch(typed).replace(/(?<=[ァ-ヶー])[a-z]+$/, '')
  if (query === '') return []
  const rics = ricsOf(typed)
  return index
    .flatMap((entry) => {
      const rank = rankOf(entry, query, rics)
      return rank === null ? [] : [{ rank, equity: entry.equity }]
    })
    .sort((a, b) => a.rank - b.rank)
    .slice(0, maxMatches)
    .map(({ equity }) => equity)
}
