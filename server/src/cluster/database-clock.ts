/** A clock of another machine as seen from this one, from one query to it. Times are milliseconds UTC. */
export interface ClockReading {
  /** Our time before the query and after the reply. */
  readonly sentAt: number
  readonly receivedAt: number
  /** The time of the reply, by the other clock. */
  readonly theirs: number
}

/**
 * How far our clock is ahead of the other one at least, in milliseconds; negative if it is behind, 0 if both may agree.
 */
export function clockDifference({ sentAt, receivedAt, theirs }: ClockReading): number {
  if (theirs < sentAt) return sentAt - theirs
  return theirs > receivedAt ? receivedAt - theirs : 0
}

/** A process whose clock differs from the database's by more must not write, in milliseconds. */
const maxClockDifferenceMs = 1_000

export const isRightClock = (difference: number): boolean => Math.abs(difference) <= maxClockDifferenceMs

/** The database's clock, by which the processes of a database agree on the time of their requests. */
export class DatabaseClock {
  readonly #own: () => number
  #offset = 0

  /** `own` returns this process's time in milliseconds UTC. */
  constructor(own: () => number) {
    this.#own = own
  }

  /** Runs a query that returns the time of the database, and compares it. Returns `clockDifference`. */
  async compare(read: () => Promise<number>): Promise<number> {
    const sentAt = this.#own()
    const theirs = await read()
    const receivedAt = this.#own()
    const difference = clockDifference({ sentAt, receivedAt, theirs })
    this.#offset = -difference
    return difference
  }

  /** The database's time, as of the last comparison. */
  readonly now = (): number => this.#own() + this.#offset
}

/** How often a difference that lasts is reported, in milliseconds. */
const warnEveryMs = 60_000

/** Reports a clock for which this process must not write. */
export function clockWarning(
  onError: (error: unknown, activity: string) => void,
): (difference: number) => void {
  let warnedAt = Number.NEGATIVE_INFINITY
  return (difference) => {
    if (isRightClock(difference)) {
      warnedAt = Number.NEGATIVE_INFINITY
      return
    }
    const at = performance.now()
    if (at < warnedAt + warnEveryMs) return
    warnedAt = at
    onError(new Error(clockSentence(difference)), 'the election of the writer')
  }
}

/** What a wrong clock means, for logs and operators. */
export function clockSentence(difference: number): string {
  // In seconds, because logs hide large numbers.
  const seconds = (Math.abs(difference) / 1_000).toFixed(1)
  const side = difference > 0 ? 'ahead of' : 'behind'
  const most = maxClockDifferenceMs / 1_000
  const why = `does not become the writer until they differ by at most ${most} s`
  return `the clock is ${seconds} s ${side} the database's: this process ${why}`
}
