/**
 * What time it is on the server. Deadlines and expiries are the server's, so a countdown must not trust this
 * computer's clock: each answer that tells the server's time is a sample, late by its way through the network
 * or by its wait in a queue, never early. So the newest server time seen so far is the best.
 */
export interface ServerClock {
  /** Takes a server time, in milliseconds UTC, heard just now. */
  hear(serverTime: number): void
  /** Milliseconds UTC on the server's clock; this computer's until the first sample. */
  now(): number
}

/** A clock of this page that no correction of the computer's time can set forward or back. */
const steady = (): number => performance.timeOrigin + performance.now()

export function createServerClock(localNow: () => number = steady): ServerClock {
  let offset: number | null = null
  return {
    hear(serverTime) {
      offset = Math.max(offset ?? Number.NEGATIVE_INFINITY, serverTime - localNow())
    },
    now: () => localNow() + (offset ?? 0),
  }
}

/** The one of this page. */
export const serverClock = createServerClock()
