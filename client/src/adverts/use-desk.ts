import type { Advert } from '@aitai/contract/adverts.ts'
import type { Equity } from '@aitai/contract/reference.ts'
import { useEffect, useMemo } from 'react'
import { useAdvertListQuery, useGetEquitiesQuery } from '../api.ts'
import { intervals } from '../intervals.ts'
import { serverClock } from '../server-clock.ts'
import { useAppSelector } from '../store.ts'
import { selectedIdOf } from './desk.ts'

/** Securities by their id. */
export function useEquities(): ReadonlyMap<string, Equity> {
  const { data } = useGetEquitiesQuery()
  return useMemo(() => new Map(data?.map((equity) => [equity.equityId, equity])), [data])
}

/**
 * The trader's adverts of today, asked again every 10 seconds, and the one in hand: the newest until one is
 * chosen.
 */
export function useAdverts() {
  const list = useAdvertListQuery(undefined, { pollingInterval: intervals.advertListPoll })
  const selectedId = useAppSelector(selectedIdOf)
  const adverts = list.data ?? []
  const selected = adverts.find(({ id }) => id === selectedId) ?? adverts[0] ?? null
  useHeardExpiries(list.data)
  return { list, adverts, selected }
}

/** Each answer tells the server's time: an expiry, less what was left of it. */
function useHeardExpiries(adverts: readonly Advert[] | undefined): void {
  useEffect(() => {
    for (const { expiryDate, timeRemaining } of adverts ?? []) {
      if (expiryDate && timeRemaining) serverClock.hear(Date.parse(expiryDate) - timeRemaining)
    }
  }, [adverts])
}
