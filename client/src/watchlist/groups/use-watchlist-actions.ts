import type { Watchlist } from '@aitai/contract/schemas/preferences.ts'
import type { Equity } from '@aitai/contract/schemas/reference.ts'
import { useState } from 'react'
import { useText } from '../../ui/text/use-text.ts'
import { groupActions } from './group-actions.ts'
import { securityActions } from './security-actions.ts'
import { changingByName, type WatchlistEdit } from './watchlist-edit.ts'

export type WatchlistActions = ReturnType<typeof useWatchlistActions>

/**
 * What a trader does to a watchlist. Every change of the order, however it was made, is announced to a screen reader
 * and says where the focus goes.
 */
export function useWatchlistActions(
  list: Watchlist,
  equities: ReadonlyMap<string, Equity>,
  change: WatchlistEdit['change'],
  onFocus: WatchlistEdit['onFocus'],
) {
  const text = useText()
  const [announcement, announce] = useState('')
  const edit: WatchlistEdit = {
    list,
    text,
    change,
    changeByName: changingByName(list, change),
    groupText: (group) => group ?? text('watchlist.group.none'),
    onFocus,
    announce,
  }
  return {
    announcement,
    announce,
    ...securityActions(edit, (id) => equities.get(id)?.ric ?? id),
    ...groupActions(edit),
  }
}
