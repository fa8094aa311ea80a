import type { Role } from '@aitai/contract/codes.ts'
import type { Notification } from '@aitai/contract/schemas/notifications.ts'
import { skipToken } from '@reduxjs/toolkit/query/react'
import { useMemo } from 'react'
import {
  useBrokerUserExecutionListingQuery,
  useGetEquitiesQuery,
  useNotificationsQuery,
} from '../app/api/desk-api.ts'
import { useAppSelector } from '../app/store/store.ts'
import { agreementSecurityIn, equityTitleIn } from '../ui/format/equity-name.ts'
import { useLanguage } from '../ui/text/use-text.ts'
import { mergeNotifications, type NotificationLineData, toLines } from './notification-lines.ts'

/** The lines of the bell, newest first, from the server's list and from what was pushed. */
export function useNotificationLines(): NotificationLineData[] {
  const { data: listed } = useNotificationsQuery()
  const { arrived, acknowledged } = useAppSelector((state) => state.notices)
  return useMemo(
    () => toLines(mergeNotifications(listed ?? [], arrived, acknowledged)),
    [listed, arrived, acknowledged],
  )
}

/**
 * Names the security of a notice in the language of the screen: traders by their list, brokers by the
 * agreement.
 */
export function useSecurityNames(role: Role): (notice: Notification) => string {
  const language = useLanguage()
  const { data: equities } = useGetEquitiesQuery(role === 'TRADER' ? undefined : skipToken)
  const { data: agreements } = useBrokerUserExecutionListingQuery(role === 'BROKER' ? undefined : skipToken)
  return useMemo(() => {
    const names = new Map<string, string>()
    for (const equity of equities ?? []) names.set(equity.equityId, equityTitleIn(language, equity))
    for (const agreement of agreements ?? []) {
      names.set(agreement.securityUUID, agreementSecurityIn(language, agreement))
    }
    return ({ securityId }) => (securityId === null ? '' : (names.get(securityId) ?? ''))
  }, [equities, agreements, language])
}
