import { seededRandom } from '@aitai/server/quotes/seeded-random.ts'
import { type FuzzCaller, FuzzCallers } from './callers.ts'
import { FuzzClient } from './client.ts'
import { allEmails, type FuzzServer, passwords, startFuzzServer } from './fuzz-server.ts'
import { outboxSecrets } from './outbox-messages.ts'
import { type FuzzRequest, followUpRequests, nextRequest } from './requests.ts'
import { type FuzzResponse, jsonBody, responseFaults } from './response-check.ts'
import type { GenerationContext } from './schema-values.ts'
import { tradableSecurities } from './securities.ts'
import { ValuePool } from './value-pool.ts'

/** So many at once: enough to cross each other, few enough to go on from what they told. */
const atOnce = 8
/** What passes with a request, and now and then. Milliseconds. */
const stepMs = 50
const leapMs = 30 * 60_000
const leapEvery = 1_000
const lettersEvery = 104
/** A quote is fresh for ten seconds. */
const quotesEvery = 160
const faultsShown = 20

export interface FuzzReport {
  readonly requests: number
  readonly seconds: number
  /** How many were answered with each status. */
  readonly statuses: ReadonlyMap<number, number>
  /** How many calls were answered with 200 at least once, of all. */
  readonly reached: ReadonlySet<string>
  readonly faults: readonly string[]
  /** After a collection, at each quarter; empty where the collector cannot be asked. Bytes. */
  readonly heaps: readonly number[]
}

export interface FuzzOptions {
  readonly requests: number
  readonly seed: string
  readonly databaseUrl: string | null
  readonly onProgress?: (done: number) => void
}

/** Sends generated requests to a server of its own, and judges every answer. */
export async function runFuzz(options: FuzzOptions): Promise<FuzzReport> {
  const place = await startFuzzServer(options.databaseUrl)
  const client = new FuzzClient(place.port)
  try {
    return await new Fuzz(place, client, options).run()
  } finally {
    client.close()
    await place.stop()
  }
}

class Fuzz {
  readonly #place: FuzzServer
  readonly #client: FuzzClient
  readonly #options: FuzzOptions
  readonly #people: FuzzCallers
  readonly #pool = new ValuePool()
  readonly #own = new Map<string, ValuePool>()
  /** What somebody is about to do, by what they have seen. */
  readonly #due: FuzzRequest[] = []
  readonly #draws: GenerationContext
  readonly #statuses = new Map<number, number>()
  readonly #reached = new Set<string>()
  readonly #faults: string[] = []
  readonly #heaps: number[] = []

  constructor(place: FuzzServer, client: FuzzClient, options: FuzzOptions) {
    this.#place = place
    this.#client = client
    this.#options = options
    this.#people = new FuzzCallers(client, place)
    this.#draws = { chance: seededRandom(options.seed), pool: this.#pool, now: () => place.clock.at }
  }

  async run(): Promise<FuzzReport> {
    const { requests, onProgress } = this.#options
    await this.#people.allSignIn()
    this.#seedPool()
    const startedAt = performance.now()
    for (let done = 0; done < requests; done += atOnce) {
      if (done % quotesEvery === 0) await this.#quote()
      await this.#batch(Math.min(atOnce, requests - done))
      this.#place.clock.at += stepMs * atOnce
      // While the links and codes in them can still be used.
      if (done % lettersEvery === 0) await this.#readLetters()
      if (done % leapEvery === 0) {
        this.#place.clock.at += leapMs
        await this.#place.running.app.sweep()
        await this.#people.allSignIn()
        onProgress?.(done)
      }
      if (Math.floor((done + atOnce) / (requests / 4)) > this.#heaps.length) this.#weigh()
    }
    const seconds = (performance.now() - startedAt) / 1_000
    const report = { requests, seconds, statuses: this.#statuses, reached: this.#reached }
    return { ...report, faults: this.#faults, heaps: this.#heaps }
  }

  async #readLetters(): Promise<void> {
    for (const [name, value] of await outboxSecrets(this.#place.running.app.database))
      this.#pool.keep(name, value)
  }

  /** What people know without having been told. */
  #seedPool(): void {
    for (const email of allEmails) this.#pool.keep('email', email)
    for (const name of ['password', 'passwordConfirmation', 'confirmPassword', 'oldPassword'])
      for (const password of passwords) this.#pool.keep(name, password)
    for (const { securityId, ric } of tradableSecurities(this.#place)) {
      this.#pool.keep('securityId', securityId)
      this.#pool.keep('ric', ric)
    }
  }

  #poolOf(email: string | null): ValuePool {
    if (email === null) return this.#pool
    const own = this.#own.get(email) ?? new ValuePool(this.#pool)
    this.#own.set(email, own)
    return own
  }

  async #batch(size: number): Promise<void> {
    const batch = Array.from({ length: size }, () => {
      const asked = this.#due.shift() ?? nextRequest(this.#draws, (email) => this.#poolOf(email))
      return { asked, caller: this.#people.caller(asked) }
    })
    const answers = await Promise.all(
      batch.map(({ asked, caller }) => {
        // What is made up goes before what is known.
        const token = asked.headers.authorization ? null : caller.token
        return this.#client.send(asked, token)
      }),
    )
    for (const [place, { asked, caller }] of batch.entries()) {
      const answered = answers[place]
      if (answered) await this.#take(asked, caller, answered)
    }
  }

  async #take(asked: FuzzRequest, caller: FuzzCaller, answered: FuzzResponse): Promise<void> {
    const { status } = answered
    this.#statuses.set(status, (this.#statuses.get(status) ?? 0) + 1)
    for (const fault of responseFaults(asked, answered)) this.#fault(asked, fault, answered)
    if (status === 200 && asked.name !== null) this.#reached.add(asked.name)
    if (status === 200 && asked.name !== 'getEquities') {
      this.#pool.harvest(jsonBody(answered))
      this.#poolOf(asked.email).harvest(jsonBody(answered))
      this.#due.push(...followUpRequests(asked, jsonBody(answered), this.#draws.chance))
    }
    await this.#people.learn(asked, caller, answered)
  }

  #fault({ method, path, payload, subject }: FuzzRequest, fault: string, { text }: FuzzResponse): void {
    if (this.#faults.length >= faultsShown) return
    const sent = payload === null ? '' : ` with ${payload.slice(0, 300)}`
    this.#faults.push(`${subject} ${method} ${path.slice(0, 200)}${sent} ${fault}: ${text.slice(0, 300)}`)
  }

  /** What the venue's feed handler says: everything trades at its close. */
  async #quote(): Promise<void> {
    const time = new Date(this.#place.clock.at).toISOString()
    const quotes = tradableSecurities(this.#place).map(({ ric, close }) => ({
      ric,
      time,
      last: close,
      bid: Math.round(close * 9_990) / 10_000,
      ask: Math.round(close * 10_010) / 10_000,
    }))
    const payload = JSON.stringify({ quotes, usdJpy: 150 })
    const headers = { 'content-type': 'application/json' }
    const asked = {
      name: 'ingestQuotes',
      subject: 'feed',
      email: null,
      method: 'POST',
      path: '/api/feed/quotes',
      headers,
    } as const
    const { token } = this.#people.caller(asked)
    const { status, text } = await this.#client.send({ ...asked, payload, body: null }, token)
    if (status !== 200) throw new Error(`quotes were answered with ${status} ${text}`)
  }

  #weigh(): void {
    const collect = (globalThis as { gc?: () => void }).gc
    if (!collect) return
    collect()
    this.#heaps.push(process.memoryUsage().heapUsed)
  }
}
