import { Unavailable } from '../errors.ts'

/** The source of a job: a signed-in user, or a network from which somebody is signing in. */
export type HashQueueLane = { readonly signedIn: true } | { readonly network: string }

export const signedInLane: HashQueueLane = { signedIn: true }

interface QueuedJob {
  readonly start: () => void
  readonly reject: (error: Unavailable) => void
}

export interface HashQueueSize {
  /** Jobs that run at once. More would leave no core for anything else. */
  readonly atOnce: number
  /** Queued jobs of each kind (signed in or not). A longer queue would only make replies later. */
  readonly longest: number
}

/**
 * A bounded queue for CPU-heavy jobs (password hashing), so that log-ins cannot block the server. Signed-in
 * users go first and networks take turns. When the queue is full, the network with the most queued jobs loses
 * one, so that a flood from one network does not lock out the others.
 */
export class HashQueue {
  readonly #size: HashQueueSize
  readonly #signedIn: QueuedJob[] = []
  /** In the order in which the networks are served. */
  readonly #networks = new Map<string, QueuedJob[]>()
  #running = 0

  constructor(size: HashQueueSize) {
    this.#size = size
  }

  /** Runs the job when a slot is free. Throws Unavailable if the queue is full. */
  async run<T>(lane: HashQueueLane, work: () => Promise<T>): Promise<T> {
    if (this.#running >= this.#size.atOnce) await this.#waitForSlot(lane)
    else this.#running += 1
    try {
      return await work()
    } finally {
      const next = this.#next()
      if (next) next.start()
      else this.#running -= 1
    }
  }

  async #waitForSlot(lane: HashQueueLane): Promise<void> {
    const jobs = 'signedIn' in lane ? this.#signedIn : this.#jobsOf(lane.network)
    if (jobs.length >= this.#size.longest) throw queueFull()
    return new Promise<void>((start, reject) => jobs.push({ start, reject }))
  }

  /** The queued jobs of a network, after making room for one more. */
  #jobsOf(network: string): QueuedJob[] {
    const all = [...this.#networks.values()]
    const own = this.#networks.get(network) ?? []
    if (all.reduce((sum, { length }) => sum + length, 0) >= this.#size.longest) {
      const longest = all.reduce((most, jobs) => (jobs.length > most.length ? jobs : most))
      if (longest.length <= own.length + 1) throw queueFull()
      longest.pop()?.reject(queueFull())
    }
    this.#networks.set(network, own)
    return own
  }

  #next(): QueuedJob | undefined {
    const first = this.#signedIn.shift()
    if (first) return first
    for (const [network, jobs] of this.#networks) {
      // Re-insert at the end of the order, unless the network has no more jobs.
      this.#networks.delete(network)
      const next = jobs.shift()
      if (jobs.length > 0) this.#networks.set(network, jobs)
      if (next) return next
    }
    return undefined
  }
}

const queueFull = (): Unavailable => new Unavailable('too many are signing in at once')
