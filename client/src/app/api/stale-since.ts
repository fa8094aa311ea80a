import { useNow } from '../../ui/browser/browser-hooks.ts'

/** What a polled query tells of its age. */
export interface PolledQuery {
  /** When the last answer came, in milliseconds UTC of this computer. */
  readonly fulfilledTimeStamp?: number | undefined
  readonly isError: boolean
}

/** How often an age is looked at, in milliseconds: a call that hangs brings no news of itself. */
const looked = 2_000

/**
 * Since when what is shown may be old: the moment of the last answer, once a poll has failed or is half an
 * interval late. Null while it is fresh, and before the first answer, when nothing is shown (quality U32).
 * @param poll the interval of the polling, in milliseconds
 */
export function staleSince(
  { fulfilledTimeStamp, isError }: PolledQuery,
  poll: number,
  now: number,
): number | null {
  if (fulfilledTimeStamp === undefined) return null
  return isError || now - fulfilledTimeStamp > 1.5 * poll ? fulfilledTimeStamp : null
}

/** The same, followed while mounted. */
export function useStaleSince(polled: PolledQuery, poll: number): number | null {
  // The newest of both: an answer may have come since the last look.
  const now = Math.max(useNow(looked), polled.fulfilledTimeStamp ?? 0)
  return staleSince(polled, poll, now)
}
