import { useRef, useState } from 'react'
import { useGetWatchlistQuery, useSetWatchlistMutation } from '../shared/api/desk-api.ts'

interface OwnWatchlist {
  /** What the trader watches, with changes that are not stored yet; null until it is known. */
  readonly securityIds: readonly string[] | null
  /** Whether the last change could not be stored; the list is then again as it was. */
  readonly hasFailed: boolean
  readonly change: (securityIds: readonly string[]) => void
}

/**
 * The trader's watchlist, which changes at once. One list is stored at a time, because two that are under way may
 * arrive in the other order: what changes meanwhile is stored after it.
 */
export function useWatchlist(): OwnWatchlist {
  const { data, refetch } = useGetWatchlistQuery()
  const [save, { isError }] = useSetWatchlistMutation()
  const [changed, setChanged] = useState<readonly string[] | null>(null)
  const newest = useRef<readonly string[]>([])
  const isStoring = useRef(false)

  const store = async (): Promise<void> => {
    isStoring.current = true
    let stored: readonly string[]
    let isStored: boolean
    do {
      stored = newest.current
      isStored = !(await save({ securityIds: [...stored] })).error
      // The list that the server has, before the changed one is given up.
      if (isStored && newest.current === stored) await refetch()
    } while (isStored && newest.current !== stored)
    isStoring.current = false
    setChanged(null)
  }
  return {
    securityIds: changed ?? data?.securityIds ?? null,
    hasFailed: isError,
    change: (securityIds) => {
      newest.current = securityIds
      setChanged(securityIds)
      if (!isStoring.current) void store()
    },
  }
}
