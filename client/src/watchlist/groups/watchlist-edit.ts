import type { Watchlist } from '@aitai/contract/schemas/preferences.ts'
import type { useText } from '../../ui/text/use-text.ts'
import type { WatchlistChange } from '../use-watchlist.ts'
import { type GroupName, groupNameIn } from './watchlist-order.ts'

/** What gets the focus after a change: a row by its security, or a group by its name. */
export type FocusTarget = { readonly security: string } | { readonly group: GroupName }

/** What an action on a watchlist works with. */
export interface WatchlistEdit {
  /** As this window shows it. */
  readonly list: Watchlist
  readonly text: ReturnType<typeof useText>
  readonly change: (by: WatchlistChange) => void
  /**
   * A change that names groups as this window shows them: in the list to which it is applied they may be renamed,
   * because another window came first.
   */
  readonly changeByName: (
    by: (now: Watchlist, nameIn: <N extends GroupName>(name: N) => N) => Watchlist,
  ) => void
  readonly groupText: (group: GroupName) => string
  readonly onFocus: (target: FocusTarget) => void
  /** Says a change to a screen reader. */
  readonly announce: (announcement: string) => void
}

export const changingByName =
  (list: Watchlist, change: WatchlistEdit['change']): WatchlistEdit['changeByName'] =>
  (by) =>
    change((now) =>
      by(now, <N extends GroupName>(name: N) => (name === null ? name : groupNameIn(now, list, name)) as N),
    )
