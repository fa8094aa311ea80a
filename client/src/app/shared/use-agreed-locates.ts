import type { LocateNotification } from '@aitai/contract/schemas/locates.ts'
import { useMemo } from 'react'
import { brokerNameIn } from '../../ui/format/broker-name.ts'
import { useLanguage } from '../../ui/text/use-text.ts'
import { useListLocateNotificationsQuery } from '../api/desk-api.ts'
import { useAppSelector } from '../store/store.ts'

/** The locates of today that both sides accepted, with broker and password, by the id of the own advert. */
export function useAgreedLocates(): ReadonlyMap<string, LocateNotification> {
  const language = useLanguage()
  const inLanguage = (locate: LocateNotification): LocateNotification => ({
    ...locate,
    brokerName: brokerNameIn(language, locate.brokerName ?? ''),
  })
  const { data } = useListLocateNotificationsQuery()
  const arrived = useAppSelector((state) => state.notices.arrived)
  const all = [...arrived.flatMap(({ locate }) => (locate ? [locate] : [])), ...(data ?? [])]
  const agreed = all.filter(({ connectionAgreementId }) => connectionAgreementId !== null)
  // The same map until there is another agreement, so that tables are not built again with every push.
  const ids = [...new Set(agreed.map(({ locateNotificationId }) => locateNotificationId))].sort().join(' ')
  // biome-ignore lint/correctness/useExhaustiveDependencies: an agreement never changes
  return useMemo(
    () => new Map(agreed.map((locate) => [locate.advertisementId, inLanguage(locate)])),
    [ids, language],
  )
}
