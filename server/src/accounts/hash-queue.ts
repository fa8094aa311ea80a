import { randomInt } from 'node:crypto'
import { Unavailable } from '../errors.ts'
import { widerNetworksOf } from '../http/networks.ts'

/**
 * The source of a job: a signed-in user, or a network from which somebody is signing in. `isKnown`: somebody has
 * signed in from this network before.
 */
export type PasswordOrigin =
  | { readonly signedIn: true }
  | { readonly network: string; readonly isKnown: boolean }

export const signedInOrigin: PasswordOrigin = { signedIn: true }

interface QueuedJob {
  /** The networks that it comes from, the largest first. */
  readonly networks: readonly string[]
  readonly start: () => void
  readonly reject: (error: Unavailable) => void
}

interface HashQueueLimits {
  /** Jobs that run at once. More would leave no core for anything else. */
  readonly atOnce: number
  /** Queued jobs of each kind: signed in, known networks, other networks. A longer queue would only delay replies. */
  readonly maxLength: number
}

/**
 * A bounded queue for CPU-heavy jobs (password hashing), so that log-ins cannot block the server. Signed-in
 * users go first; then known and other networks alternate, and within each the networks take turns. A flood
 * from networks that nobody has signed in from therefore delays members by at most their own number.
 */
export class HashQueue {
  readonly #size: HashQueueLimits
  readonly #signedIn: QueuedJob[] = []
  readonly #known = new FairQueue()
  readonly #others = new FairQueue()
  #isKnownNext = true
  #running = 0

  constructor(size: HashQueueLimits) {
    this.#size = size
  }

  /** Runs the job when a slot is free. Throws Unavailable if the queue is full. */
  async run<T>(origin: PasswordOrigin, work: () => Promise<T>): Promise<T> {
    if (this.#running >= this.#size.atOnce) await this.#waitForSlot(origin)
    else this.#running += 1
    try {
      return await work()
    } finally {
      const next = this.#next()
      if (next) next.start()
      else this.#running -= 1
    }
  }

  #waitForSlot(origin: PasswordOrigin): Promise<void> {
    const { maxLength } = this.#size
    return new Promise<void>((start, reject) => {
      if ('network' in origin) {
        const networks = [origin.network, ...widerNetworksOf(origin.network)].reverse()
        const queue = origin.isKnown ? this.#known : this.#others
        queue.add({ networks, start, reject }, maxLength)?.reject(queueFull())
      } else if (this.#signedIn.length < maxLength) this.#signedIn.push({ networks: [], start, reject })
      else reject(queueFull())
    })
  }

  #next(): QueuedJob | undefined {
    const first = this.#signedIn.shift()
    if (first) return first
    const [preferred, other] = this.#isKnownNext ? [this.#known, this.#others] : [this.#others, this.#known]
    this.#isKnownNext = !this.#isKnownNext
    return preferred.take() ?? other.take()
  }
}

/** Beyond so many served networks their order is forgotten, and every network is new again. */
const rememberedNetworks = 10_000

/** Jobs of networks that take turns, and so do the larger networks that contain them. */
class FairQueue {
  readonly #jobs: QueuedJob[] = []
  /** When each network was last served, counted in jobs. */
  readonly #servedAt = new Map<string, number>()
  #served = 0

  /**
   * Adds a job. If that makes more than `longest`, removes and returns one of the network with the most jobs: its
   * newest, or one at random if several networks have as many, so that whoever came first cannot keep out all
   * others.
   */
  add(job: QueuedJob, maxLength: number): QueuedJob | undefined {
    this.#jobs.push(job)
    if (this.#jobs.length <= maxLength) return undefined
    const crowded = this.#mostCrowded()
    const candidates = [...new Set(crowded.map(({ networks }) => networks.at(-1)))]
    const chosen = candidates[randomInt(candidates.length)]
    const dropped = crowded.findLast(({ networks }) => networks.at(-1) === chosen)
    return dropped && this.#remove(dropped)
  }

  take(): QueuedJob | undefined {
    const next = this.#longestUnserved()
    if (!next) return undefined
    this.#served += 1
    if (this.#servedAt.size > rememberedNetworks) this.#servedAt.clear()
    for (const network of next.networks) this.#servedAt.set(network, this.#served)
    return this.#remove(next)
  }

  #remove(job: QueuedJob): QueuedJob {
    this.#jobs.splice(this.#jobs.indexOf(job), 1)
    return job
  }

  /** The jobs of the largest networks with the most jobs, of these the smaller networks with the most, and so on. */
  #mostCrowded(): readonly QueuedJob[] {
    let jobs: readonly QueuedJob[] = this.#jobs
    for (let size = 0; jobs.some(({ networks }) => size < networks.length); size += 1) {
      const counts = Map.groupBy(jobs, ({ networks }) => networks[size] ?? networks.at(-1))
      const most = Math.max(...[...counts.values()].map(({ length }) => length))
      jobs = [...counts.values()].filter(({ length }) => length === most).flat()
    }
    return jobs
  }

  /** The oldest job of the network that has waited longest for its turn, from the largest to the smallest. */
  #longestUnserved(): QueuedJob | undefined {
    const lastServed = (job: QueuedJob, size: number): number =>
      this.#servedAt.get(job.networks[Math.min(size, job.networks.length - 1)] ?? '') ?? 0
    return this.#jobs.reduce<QueuedJob | undefined>((best, job) => {
      if (!best) return job
      for (let size = 0; size < Math.max(best.networks.length, job.networks.length); size += 1) {
        const difference = lastServed(job, size) - lastServed(best, size)
        if (difference !== 0) return difference < 0 ? job : best
      }
      return best
    }, undefined)
  }
}

const queueFull = (): Unavailable => new Unavailable('too many are signing in at once')
