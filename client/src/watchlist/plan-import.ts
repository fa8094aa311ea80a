import { readSecurityList } from '@aitai/contract/bulk-file/security-list.ts'
import { maxWatchlistLength } from '@aitai/contract/codes.ts'
import type { Watchlist } from '@aitai/contract/schemas/preferences.ts'
import type { Equity } from '@aitai/contract/schemas/reference.ts'
import { securityFinder } from '@aitai/engine/upload/security-codes.ts'
import type { TargetGroup } from './groups/GroupSelect.tsx'
import { emptyWatchlist, sectionsOf, securitiesOf } from './groups/watchlist-order.ts'

/** What an imported list does to a watchlist. */
export interface ImportPlan {
  /** All that are listed, in the order of the text. */
  readonly securities: readonly Equity[]
  readonly added: readonly Equity[]
  /** Those that are in the watchlist already. */
  readonly present: readonly Equity[]
  /** Those of them that are not in the group yet to which the list is added. */
  readonly elsewhere: readonly Equity[]
  /** Those beyond the longest watchlist. */
  readonly withoutRoom: readonly Equity[]
  /** What is no listed security, as it was written. */
  readonly unknown: readonly string[]
}

/** Reads a text with securities and says what adding them to a group changes. */
export function planImport(
  text: string,
  equities: ReadonlyMap<string, Equity>,
  list: Watchlist,
  group: TargetGroup,
): ImportPlan {
  const securityIds = securitiesOf(list)
  const own = new Set(sectionsOf(list).find((section) => section.group === group)?.ids)
  const byRic = new Map([...equities.values()].map((equity) => [equity.ric, equity]))
  const { securities, unknown } = readSecurityList(text, securityFinder(byRic))
  const watched = new Set(securityIds)
  const missing = securities.filter(({ equityId }) => !watched.has(equityId))
  const room = Math.max(0, maxWatchlistLength - securityIds.length)
  const present = securities.filter(({ equityId }) => watched.has(equityId))
  return {
    securities,
    added: missing.slice(0, room),
    present,
    elsewhere: present.filter(({ equityId }) => !own.has(equityId)),
    withoutRoom: missing.slice(room),
    unknown,
  }
}

/** Whether a pasted text is a list rather than one security, which the search takes. */
export const isList = (text: string, equities: ReadonlyMap<string, Equity>): boolean => {
  const { added, unknown } = planImport(text, equities, emptyWatchlist, null)
  return added.length > 1 || (added.length === 1 && unknown.length > 0 && text.trim().includes('\n'))
}
