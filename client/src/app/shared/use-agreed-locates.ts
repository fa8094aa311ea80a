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
  // The same map until an agreement or its report changes, so that tables are not built again with every push.
  const ids = [...new Map(agreed.map((locate) => [locate.locateNotificationId, versionOf(locate)])).values()]
    .sort()
    .join(' ')
  // biome-ignore lint/correctness/useExhaustiveDependencies: nothing else of an agreement changes
  return useMemo(
    () => new Map(agreed.map((locate) => [locate.advertisementId, inLanguage(locate)])),
    [ids, language],
  )
}

/** What a locate is recognised by, with the broker's report, which may come, change and go. */
const versionOf = ({ locateNotificationId, notExecuted }: LocateNotification): string =>
  `${locateNotificationId} ${notExecuted?.by} ${notExecuted?.reportedAt}`
