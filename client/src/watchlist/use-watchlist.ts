import type { VersionedWatchlist, Watchlist } from '@aitai/contract/schemas/preferences.ts'
import { useRef, useState } from 'react'
import { api, useGetWatchlistQuery, useSetWatchlistMutation } from '../shared/api/desk-api.ts'
import { isCallFailure } from '../shared/api/failure.ts'
import { broadcastToTabs } from '../shared/store/browser-tabs.ts'
import { useAppDispatch } from '../shared/store/store.ts'
import { emptyWatchlist } from './groups/watchlist-order.ts'

/** What a trader does to a list. It may be applied again, to a list that another window has changed meanwhile. */
export type WatchlistChange = (list: Watchlist) => Watchlist

interface OwnWatchlist {
  /** What the trader watches, with changes that are not stored yet; null until it is known. */
  readonly list: Watchlist | null
  /** Whether the last change could not be stored; the list is then again as it was. */
  readonly hasFailed: boolean
  readonly change: (by: WatchlistChange) => void
}

/** Between two stored lists: a held key moves a row many times a second, and changes have a limit. */
const restMs = 250

/** How often in a row another window may store first before the change is dropped. */
const maxConflicts = 8

const changedBy = (list: Watchlist, changes: readonly WatchlistChange[]): Watchlist =>
  changes.reduce((changed, change) => change(changed), list)

/**
 * The trader's watchlist, which changes at once. One list is stored at a time, because two that are under way may
 * arrive in the other order: what changes meanwhile is stored after it. If another window has stored a list in
 * between, that one is fetched and changed, so that no window loses what the other did.
 */
export function useWatchlist(): OwnWatchlist {
  const { data } = useGetWatchlistQuery()
  const dispatch = useAppDispatch()
  const [save] = useSetWatchlistMutation()
  const [changed, setChanged] = useState<Watchlist | null>(null)
  const [hasFailed, setHasFailed] = useState(false)
  const shown = changed ?? data ?? null
  const newest = useRef(shown)
  newest.current = shown
  const pending = useRef<readonly WatchlistChange[]>([])
  const isStoring = useRef(false)

  const show = (list: Watchlist): void => {
    newest.current = list
    setChanged(list)
  }

  /** What the server has; undefined if that cannot be loaded. Also after the list was closed while it was stored. */
  const load = async (): Promise<VersionedWatchlist | undefined> => {
    const query = dispatch(api.endpoints.getWatchlist.initiate(undefined, { forceRefetch: true }))
    const { data: stored } = await query
    query.unsubscribe()
    return stored
  }

  /** Stores the changes that wait, on top of a list; returns the list that the server then has. */
  const storePending = async (base: VersionedWatchlist): Promise<VersionedWatchlist | null> => {
    let stored = base
    for (let conflicts = 0; conflicts <= maxConflicts; ) {
      const changes = pending.current
      const { version } = stored
      const { data: saved, error } = await save({ ...changedBy(stored, changes), version })
      if (saved) {
        // The other windows show the change, too.
        broadcastToTabs(api.util.invalidateTags(['Watchlist']))
        pending.current = pending.current.slice(changes.length)
        if (pending.current.length === 0) return saved
        stored = saved
        conflicts = 0
        await new Promise((done) => setTimeout(done, restMs))
      } else {
        if (!isCallFailure(error) || error.errorCode !== 'WATCHLIST_CHANGED') return null
        conflicts += 1
        const theirs = await load()
        if (!theirs) return null
        stored = theirs
        show(changedBy(stored, pending.current))
      }
    }
    return null
  }

  const store = async (base: VersionedWatchlist): Promise<void> => {
    isStoring.current = true
    let next: VersionedWatchlist | null = base
    do {
      next = await storePending(next)
      if (!next) pending.current = []
      setHasFailed(!next)
      // The list that the server has, before the changed one is given up.
      next = (await load()) ?? null
    } while (next && pending.current.length > 0)
    isStoring.current = false
    setChanged(null)
  }

  return {
    list: shown,
    hasFailed,
    change: (by) => {
      if (!data) return
      pending.current = [...pending.current, by]
      show(by(newest.current ?? emptyWatchlist))
      if (!isStoring.current) void store(data)
    },
  }
}
