import { Unavailable } from '../errors.ts'

/** Whose work it is: somebody's who is signed in, or a network's that wants to sign in. */
export type HashQueueLane = { readonly signedIn: true } | { readonly network: string }

export const signedInLane: HashQueueLane = { signedIn: true }

interface Waiting {
  readonly go: () => void
  readonly giveUp: (error: Unavailable) => void
}

export interface HashQueueSize {
  /** More at once would starve everything else of its cores. */
  readonly atOnce: number
  /** How many wait, of each kind; a longer queue would only answer later. */
  readonly longest: number
}

/**
 * A bounded queue for work that costs a core for a while, so that log-ins cannot stop the server. Who is
 * signed in goes first; the networks take turns; and when the queue is full, the longest line of one network
 * gives a place to the others. So nobody who knocks often keeps anybody else from the door.
 */
export class HashQueue {
  readonly #size: HashQueueSize
  readonly #signedIn: Waiting[] = []
  /** In the order of their turns. */
  readonly #networks = new Map<string, Waiting[]>()
  #running = 0

  constructor(size: HashQueueSize) {
    this.#size = size
  }

  /** Runs when a place is free. Throws Unavailable where there is no room to wait. */
  async run<T>(lane: HashQueueLane, work: () => Promise<T>): Promise<T> {
    if (this.#running >= this.#size.atOnce) await this.#place(lane)
    else this.#running += 1
    try {
      return await work()
    } finally {
      const next = this.#next()
      if (next) next.go()
      else this.#running -= 1
    }
  }

  async #place(lane: HashQueueLane): Promise<void> {
    const line = 'signedIn' in lane ? this.#signedIn : this.#lineOf(lane.network)
    if (line.length >= this.#size.longest) throw tooMany()
    return new Promise<void>((go, giveUp) => line.push({ go, giveUp }))
  }

  /** The line of a network, with room for one more. */
  #lineOf(network: string): Waiting[] {
    const lines = [...this.#networks.values()]
    const own = this.#networks.get(network) ?? []
    if (lines.reduce((sum, { length }) => sum + length, 0) >= this.#size.longest) {
      const longest = lines.reduce((most, line) => (line.length > most.length ? line : most))
      if (longest.length <= own.length + 1) throw tooMany()
      longest.pop()?.giveUp(tooMany())
    }
    this.#networks.set(network, own)
    return own
  }

  #next(): Waiting | undefined {
    const first = this.#signedIn.shift()
    if (first) return first
    for (const [network, line] of this.#networks) {
      // To the end of the turns; an empty line leaves them.
      this.#networks.delete(network)
      const next = line.shift()
      if (line.length > 0) this.#networks.set(network, line)
      if (next) return next
    }
    return undefined
  }
}

const tooMany = (): Unavailable => new Unavailable('too many are signing in at once')
