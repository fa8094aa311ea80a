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

/** Requests in parallel: enough to overlap, few enough to use the responses of earlier ones. */
const atOnce = 8
/** The time that passes with a request, and occasionally, in milliseconds. */
const stepMs = 50
const leapMs = 30 * 60_000
const leapEvery = 1_000
const messageInterval = 104
/** A quote is fresh for ten seconds. */
const quotesEvery = 160
const faultsShown = 20

export interface FuzzReport {
  readonly requests: number
  readonly seconds: number
  /** The number of responses with each status. */
  readonly statuses: ReadonlyMap<number, number>
  /** The number of calls that returned 200 at least once, and of all calls. */
  readonly reached: ReadonlySet<string>
  readonly faults: readonly string[]
  /** The heap after a garbage collection, at each quarter, in bytes; empty if it cannot be triggered. */
  readonly heaps: readonly number[]
}

export interface FuzzOptions {
  readonly requests: number
  readonly seed: string
  readonly databaseUrl: string | null
  readonly onProgress?: (done: number) => void
}

/** Sends generated requests to a server and checks every response. */
export async function runFuzz(options: FuzzOptions): Promise<FuzzReport> {
  const index = await startFuzzServer(options.databaseUrl)
  const client = new FuzzClient(index.port)
  try {
    return await new Fuzz(index, client, options).run()
  } finally {
    client.close()
    await index.stop()
  }
}

class Fuzz {
  readonly #index: FuzzServer
  readonly #client: FuzzClient
  readonly #options: FuzzOptions
  readonly #people: FuzzCallers
  readonly #pool = new ValuePool()
  readonly #own = new Map<string, ValuePool>()
  /** The next request of a caller, based on what the caller has seen. */
  readonly #due: FuzzRequest[] = []
  readonly #draws: GenerationContext
  readonly #statuses = new Map<number, number>()
  readonly #reached = new Set<string>()
  readonly #faults: string[] = []
  readonly #heaps: number[] = []

  constructor(index: FuzzServer, client: FuzzClient, options: FuzzOptions) {
    this.#index = index
    this.#client = client
    this.#options = options
    this.#people = new FuzzCallers(client, index)
    this.#draws = { chance: seededRandom(options.seed), pool: this.#pool, now: () => index.clock.at }
  }

  async run(): Promise<FuzzReport> {
    const { requests, onProgress } = this.#options
    await this.#people.allSignIn()
    this.#seedPool()
    const startedAt = performance.now()
    for (let done = 0; done < requests; done += atOnce) {
      if (done % quotesEvery === 0) await this.#quote()
      await this.#batch(Math.min(atOnce, requests - done))
      this.#index.clock.at += stepMs * atOnce
      // While the links and codes in them are still valid.
      if (done % messageInterval === 0) await this.#readMessages()
      if (done % leapEvery === 0) {
        this.#index.clock.at += leapMs
        await this.#index.running.app.sweep()
        await this.#people.allSignIn()
        onProgress?.(done)
      }
      if (Math.floor((done + atOnce) / (requests / 4)) > this.#heaps.length) this.#weigh()
    }
    const seconds = (performance.now() - startedAt) / 1_000
    const report = { requests, seconds, statuses: this.#statuses, reached: this.#reached }
    return { ...report, faults: this.#faults, heaps: this.#heaps }
  }

  async #readMessages(): Promise<void> {
    for (const [name, value] of await outboxSecrets(this.#index.running.app.database))
      this.#pool.keep(name, value)
  }

  /** Public knowledge. */
  #seedPool(): void {
    for (const email of allEmails) this.#pool.keep('email', email)
    for (const name of ['password', 'passwordConfirmation', 'confirmPassword', 'oldPassword'])
      for (const password of passwords) this.#pool.keep(name, password)
    for (const { securityId, ric } of tradableSecurities(this.#index)) {
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
      const request = this.#due.shift() ?? nextRequest(this.#draws, (email) => this.#poolOf(email))
      return { request, caller: this.#people.caller(request) }
    })
    const answers = await Promise.all(
      batch.map(({ request, caller }) => {
        // Malformed values take precedence over known ones.
        const token = request.headers.authorization ? null : caller.token
        return this.#client.send(request, token)
      }),
    )
    for (const [index, { request, caller }] of batch.entries()) {
      const response = answers[index]
      if (response) await this.#handleResponse(request, caller, response)
    }
  }

  async #handleResponse(request: FuzzRequest, caller: FuzzCaller, response: FuzzResponse): Promise<void> {
    const { status } = response
    this.#statuses.set(status, (this.#statuses.get(status) ?? 0) + 1)
    for (const fault of responseFaults(request, response)) this.#fault(request, fault, response)
    if (status === 200 && request.name !== null) this.#reached.add(request.name)
    if (status === 200 && request.name !== 'getEquities') {
      this.#pool.harvest(jsonBody(response))
      this.#poolOf(request.email).harvest(jsonBody(response))
      this.#due.push(...followUpRequests(request, jsonBody(response), this.#draws.chance))
    }
    await this.#people.learn(request, caller, response)
  }

  #fault({ method, path, payload, subject }: FuzzRequest, fault: string, { text }: FuzzResponse): void {
    if (this.#faults.length >= faultsShown) return
    const sent = payload === null ? '' : ` with ${payload.slice(0, 300)}`
    this.#faults.push(`${subject} ${method} ${path.slice(0, 200)}${sent} ${fault}: ${text.slice(0, 300)}`)
  }

  /** Quotes as from the feed handler: every security trades at its close. */
  async #quote(): Promise<void> {
    const time = new Date(this.#index.clock.at).toISOString()
    const quotes = tradableSecurities(this.#index).map(({ ric, close }) => ({
      ric,
      time,
      last: close,
      bid: Math.round(close * 9_990) / 10_000,
      ask: Math.round(close * 10_010) / 10_000,
    }))
    const payload = JSON.stringify({ quotes, usdJpy: 150 })
    const headers = { 'content-type': 'application/json' }
    const request = {
      name: 'ingestQuotes',
      subject: 'feed',
      email: null,
      method: 'POST',
      path: '/api/feed/quotes',
      headers,
    } as const
    const { token } = this.#people.caller(request)
    const { status, text } = await this.#client.send({ ...request, payload, body: null }, token)
    if (status !== 200) throw new Error(`posting quotes returned ${status} ${text}`)
  }

  #weigh(): void {
    const collect = (globalThis as { gc?: () => void }).gc
    if (!collect) return
    collect()
    this.#heaps.push(process.memoryUsage().heapUsed)
  }
}
