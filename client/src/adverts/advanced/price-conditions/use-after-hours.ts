import { useEffect } from 'react'
import { useGetPlatformHoursQuery } from '../../../app/api/desk-api.ts'
import { serverClock } from '../../../app/connection/server-clock.ts'
import { intervals } from '../../../intervals.ts'
import { nextHoursChange } from './next-hours-change.ts'

/** The server has changed over by then, too. */
const grace = 500

/**
 * Whether matching runs at the official close now, when triggers are frozen (rules 13). Asked again as soon
 * as the hours change over: a panel that is late would take what is refused, and refuse what is not.
 */
export function useAfterHours(securityId: string): boolean {
  const {
    data: hours,
    refetch,
    fulfilledTimeStamp,
  } = useGetPlatformHoursQuery({ securityId }, { pollingInterval: intervals.hoursPoll })
  useEffect(() => {
    if (!hours || !fulfilledTimeStamp) return
    const now = serverClock.now()
    const timer = setTimeout(() => void refetch(), nextHoursChange(hours, now) - now + grace)
    return () => clearTimeout(timer)
    // With every answer: most changes leave the hours as they were, and the one after must not be missed.
  }, [hours, refetch, fulfilledTimeStamp])
  return hours?.afterHours ?? false
}
