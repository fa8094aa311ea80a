import type { LocateNotification } from '@aitai/contract/schemas/locates.ts'
import { tradingDay } from '@aitai/engine/calendar/trading-days.ts'
import { useMemo } from 'react'
import { brokerNameIn } from '../../ui/format/broker-name.ts'
import { useLanguage } from '../../ui/text/use-text.ts'
import { useListLocateNotificationsQuery } from '../api/desk-api.ts'
import { serverClock } from '../connection/server-clock.ts'
import { useAppSelector } from '../store/store.ts'

/**
 * Whether a locate is of the current trading day. A password and what it was given for are shown until the
 * end of the day (docs/rules.md §9); the server has no locates of earlier days, but this page may remember them.
 */
const isOfToday = ({ deadline }: Pick<LocateNotification, 'deadline'>): boolean =>
  tradingDay(deadline) >= tradingDay(serverClock.now())

/** The locates of today that both sides accepted, with broker and password, by the id of the trader's own advert. */
export function useAgreedLocates(): ReadonlyMap<string, LocateNotification> {
  const language = useLanguage()
  const inLanguage = (locate: LocateNotification): LocateNotification => ({
    ...locate,
    brokerName: brokerNameIn(language, locate.brokerName ?? ''),
  })
  const { data } = useListLocateNotificationsQuery()
  const received = useAppSelector((state) => state.notifications.received)
  const all = [...received.flatMap(({ locate }) => (locate ? [locate] : [])), ...(data ?? [])]
  const agreed = all.filter((locate) => locate.connectionAgreementId !== null && isOfToday(locate))
  // The same map until an agreement or a report about it changes, so that tables are not built again with
  // every push.
  const ids = [...new Map(agreed.map((locate) => [locate.locateNotificationId, versionOf(locate)])).values()]
    .sort()
    .join(' ')
  // biome-ignore lint/correctness/useExhaustiveDependencies: nothing else of an agreement changes
  return useMemo(
    () => new Map(agreed.map((locate) => [locate.advertisementId, inLanguage(locate)])),
    [ids, language],
  )
}

/** What a locate is recognised by, with what the broker has reported, which may come, change and go. */
const versionOf = ({
  locateNotificationId,
  notExecuted,
  receivedAt,
  executions = [],
}: LocateNotification): string =>
  [
    ...[locateNotificationId, notExecuted?.by, notExecuted?.reportedAt, receivedAt],
    ...executions.map(({ quantity, reportedAt }) => `${quantity}@${reportedAt}`),
  ].join(' ')
