import type { PlatformHours } from '@aitai/contract/schemas/reference.ts'
import { nextHoursChange, parseRanges } from '@aitai/engine/calendar/hours.ts'
import { useEffect } from 'react'
import { useGetPlatformHoursQuery } from '../../../shared/api/desk-api.ts'
import { polledEvery, withoutProgress } from '../../../shared/api/stale-since.ts'
import { serverClock } from '../../../shared/connection/server-clock.ts'
import { intervals } from '../../../shared/intervals.ts'

/** Milliseconds after the change, so that the server has changed as well. */
const grace = 500

/**
 * Whether matching runs at the official close now, when triggers are frozen (docs/rules.md §13). Refetched when
 * the hours change, so that the panel never disagrees with the server for long.
 */
export function useAfterHours(securityId: string): boolean {
  const {
    data: hours,
    refetch,
    fulfilledTimeStamp,
  } = useGetPlatformHoursQuery(
    { securityId },
    { ...polledEvery(intervals.hoursPoll), selectFromResult: withoutProgress },
  )
  useEffect(() => {
    if (!hours || !fulfilledTimeStamp) return
    const now = serverClock.now()
    const timer = setTimeout(() => void refetch(), nextChangeOf(hours, now) - now + grace)
    return () => clearTimeout(timer)
    // Rerun with every response: most changes leave the hours equal, and the next one must still be scheduled.
  }, [hours, refetch, fulfilledTimeStamp])
  return hours?.afterHours ?? false
}

/** The next time at which any of the hours begin or end, or a new trading day begins. Milliseconds UTC. */
export const nextChangeOf = (
  { platformHourRanges, matchingEngineHourRanges, exchangeHourRanges }: PlatformHours,
  now: number,
): number =>
  nextHoursChange(
    parseRanges([...platformHourRanges, ...matchingEngineHourRanges, ...exchangeHourRanges]),
    now,
  )
