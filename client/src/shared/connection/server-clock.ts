/**
 * The time on the server. Deadlines are the server's, so a countdown must not depend on this computer's
 * clock. Each response with a server time is a sample, which is late by the latency of the network or queue
 * and never early, so the newest server time seen so far is the best.
 */
interface ServerClock {
  /** Adds a sample of the server's time, in milliseconds UTC, received now. */
  addSample(serverTime: number): void
  /** Milliseconds UTC on the server's clock; on this computer's until the first sample. */
  now(): number
}

/** A monotonic clock of this page, unaffected by corrections of the computer's time. */
const monotonicNow = (): number => performance.timeOrigin + performance.now()

export function createServerClock(localNow: () => number = monotonicNow): ServerClock {
  let offset: number | null = null
  return {
    addSample(serverTime) {
      offset = Math.max(offset ?? Number.NEGATIVE_INFINITY, serverTime - localNow())
    },
    now: () => localNow() + (offset ?? 0),
  }
}

/** The server clock of this page. */
export const serverClock = createServerClock()
