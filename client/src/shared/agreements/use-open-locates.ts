import { useMemo } from 'react'
import { useListLocateNotificationsQuery } from '../api/desk-api.ts'

/**
 * The deadlines of the locates without an outcome, by the id of the trader's own advert: the same map until one
 * changes.
 */
export function useOpenLocates(): ReadonlyMap<string, number> {
  const { data } = useListLocateNotificationsQuery()
  const open = (data ?? [])
    .filter(({ outcome }) => outcome === null)
    .map(({ advertisementId, deadline }) => `${advertisementId} ${deadline}`)
    .sort()
    .join('\n')
  return useMemo(
    () =>
      new Map(
        open
          .split('\n')
          .map((line) => line.split(' '))
          .map(([id = '', deadline]) => [id, Number(deadline)]),
      ),
    [open],
  )
}
