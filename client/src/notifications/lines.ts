import type { Notification } from '@aitai/contract/notifications.ts'
import type { Role } from '@aitai/contract/words.ts'
import { skipToken } from '@reduxjs/toolkit/query/react'
import { useMemo } from 'react'
import { useBrokerUserExecutionListingQuery, useGetEquitiesQuery, useNotificationsQuery } from '../api.ts'
import { useAppSelector } from '../store.ts'
import { securityIn, titleIn } from '../ui/equity-name.ts'
import { useLanguage } from '../ui/text.ts'
import { joined, type Line, linesOf } from './shown.ts'

/** The lines of the bell, newest first, from the server's list and from what was pushed. */
export function useLines(): Line[] {
  const { data: listed } = useNotificationsQuery()
  const { arrived, acknowledged } = useAppSelector((state) => state.notices)
  return useMemo(() => linesOf(joined(listed ?? [], arrived, acknowledged)), [listed, arrived, acknowledged])
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
    for (const equity of equities ?? []) names.set(equity.equityId, titleIn(language, equity))
    for (const agreement of agreements ?? []) {
      names.set(agreement.securityUUID, securityIn(language, agreement))
    }
    return ({ securityId }) => (securityId === null ? '' : (names.get(securityId) ?? ''))
  }, [equities, agreements, language])
}
