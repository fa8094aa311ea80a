import type { Watchlist } from '@aitai/contract/schemas/preferences.ts'
import { useRef, useState } from 'react'
import { useGetWatchlistQuery, useSetWatchlistMutation } from '../shared/api/desk-api.ts'
import { emptyWatchlist } from './groups/watchlist-order.ts'

interface OwnWatchlist {
  /** What the trader watches, with changes that are not stored yet; null until it is known. */
  readonly list: Watchlist | null
  /** Whether the last change could not be stored; the list is then again as it was. */
  readonly hasFailed: boolean
  readonly change: (list: Watchlist) => void
}

/** Between two stored lists: a held key moves a row many times a second, and changes have a limit. */
const restMs = 250

/**
 * The trader's watchlist, which changes at once. One list is stored at a time, because two that are under way may
 * arrive in the other order: what changes meanwhile is stored after it.
 */
export function useWatchlist(): OwnWatchlist {
  const { data, refetch } = useGetWatchlistQuery()
  const [save, { isError }] = useSetWatchlistMutation()
  const [changed, setChanged] = useState<Watchlist | null>(null)
  const newest = useRef(emptyWatchlist)
  const isStoring = useRef(false)

  const store = async (): Promise<void> => {
    isStoring.current = true
    let stored: Watchlist
    let isStored: boolean
    do {
      stored = newest.current
      isStored = !(await save(stored)).error
      // The list that the server has, before the changed one is given up.
      if (isStored && newest.current === stored) await refetch()
      if (isStored && newest.current !== stored) await new Promise((done) => setTimeout(done, restMs))
    } while (isStored && newest.current !== stored)
    isStoring.current = false
    setChanged(null)
  }
  return {
    list: changed ?? data ?? null,
    hasFailed: isError,
    change: (list) => {
      newest.current = list
      setChanged(list)
      if (!isStoring.current) void store()
    },
  }
}
