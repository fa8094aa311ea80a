import type { LocateNotification } from '@aitai/contract/schemas/locates.ts'
import { useMemo } from 'react'
import { useListLocateNotificationsQuery } from '../shared/api/desk-api.ts'

/**
 * The trader's own adverts with a locate that ran out without an answer, the same set until one is added.
 * @param past the locates of a past day, else those of today
 */
export function useMissedAdverts(past: readonly LocateNotification[] | undefined): ReadonlySet<string> {
  const { data } = useListLocateNotificationsQuery()
  const ids = (past ?? data ?? [])
    .filter(({ outcome }) => outcome === 'TIMED_OUT')
    .map(({ advertisementId }) => advertisementId)
    .sort()
    .join(' ')
  return useMemo(() => new Set(ids.split(' ')), [ids])
}
