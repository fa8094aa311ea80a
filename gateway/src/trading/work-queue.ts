/** Jobs of one session, one at a time. */
export class WorkQueue {
  readonly #jobs: (() => Promise<void>)[] = []
  #isRunning = false

  /** Resolves with the result of a job, after those that are waiting. */
  async add<T>(job: () => Promise<T>): Promise<T> {
    return await new Promise<T>((resolve, reject) => {
      this.#jobs.push(() => job().then(resolve, reject))
      void this.#run()
    })
  }

  /** The same before those that are waiting: what happened in the market never waits behind a list of orders. */
  async addFirst<T>(job: () => Promise<T>): Promise<T> {
    return await new Promise<T>((resolve, reject) => {
      this.#jobs.unshift(() => job().then(resolve, reject))
      void this.#run()
    })
  }

  async #run(): Promise<void> {
    if (this.#isRunning) return
    this.#isRunning = true
    for (;;) {
      const job = this.#jobs.shift()
      if (!job) break
      await job()
    }
    this.#isRunning = false
  }
}

/** Runs work on request. Any number of requests while it runs lead to one more run. */
export class CoalescedWork {
  readonly #work: () => Promise<void>
  #isDue = false
  #isRunning = false

  /** `work` must not reject. */
  constructor(work: () => Promise<void>) {
    this.#work = work
  }

  request(): void {
    this.#isDue = true
    if (!this.#isRunning) void this.#run()
  }

  async #run(): Promise<void> {
    this.#isRunning = true
    while (this.#isDue) {
      this.#isDue = false
      await this.#work()
    }
    this.#isRunning = false
  }
}
