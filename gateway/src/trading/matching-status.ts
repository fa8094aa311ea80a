import { getPlatformHours } from '@aitai/contract/routes/reference.ts'
import type { MatchingStatus } from '../messages/market-messages.ts'
import type { UserConnection } from './user-connection.ts'

/**
 * Whether adverts can be located now, by the hours of a security: those of one exchange are the same for all its
 * securities. A halt of one security alone is not part of it.
 */
export async function matchingStatus(
  user: UserConnection,
  securityId: string | null,
  at: number,
): Promise<MatchingStatus> {
  if (securityId === null) return { isOpen: false, isHalted: false }
  const hours = await user.call(getPlatformHours, { params: { securityId } })
  const isHalted = hours.halted === 'PLATFORM-CLOSED' || hours.halted === 'FIRM-HALTED'
  const isOpen =
    hours.tradingDay &&
    (hours.afterHours || hours.matchingEngineHourRanges.some((range) => isWithin(range, at)))
  return { isOpen, isHalted }
}

/** Whether a time is within a range such as `00:00 to 02:30`, in UTC. */
function isWithin(range: string, at: number): boolean {
  const [from = 0, to = 0] = range.split(' to ').map(minutesOf)
  const now = Math.floor(at / 60_000) % (24 * 60)
  return from < to ? now >= from && now < to : now >= from || now < to
}

function minutesOf(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return hours * 60 + minutes
}
