import type { Logger } from 'pino'
import { isDatabaseUnavailable } from '../database/database-errors.ts'

/** How often a failure that lasts is logged, in milliseconds. */
const everyMs = 60_000

interface Failure {
  loggedAt: number
  unlogged: number
}

/**
 * Logs failures of activities that are tried again: the first at once, and then one line a minute with the number of
 * those since. A database that is away is a warning; every other failure is an error.
 */
export function failureLog(
  log: Pick<Logger, 'warn' | 'error'>,
  now: () => number = () => performance.now(),
): (error: unknown, activity: string) => void {
  const failures = new Map<string, Failure>()
  return (err, activity) => {
    const failure = failures.get(activity) ?? { loggedAt: Number.NEGATIVE_INFINITY, unlogged: 0 }
    failures.set(activity, failure)
    if (now() - failure.loggedAt < everyMs) {
      failure.unlogged += 1
      return
    }
    const repeated = failure.unlogged > 0 ? { repeated: failure.unlogged } : {}
    log[isDatabaseUnavailable(err) ? 'warn' : 'error']({ err, ...repeated }, activity)
    failure.loggedAt = now()
    failure.unlogged = 0
  }
}
