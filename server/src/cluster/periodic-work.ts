import { setTimeout as wait } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import type { Database } from '../database/schema.ts'
import { Unavailable } from '../errors.ts'
import { type JournalHead, LostEntries } from './journal-head.ts'
import { newestEntry, reportProcess } from './process-registry.ts'
import type { ReplicatedMarket } from './replicated-market.ts'
import type { SharedQuotes } from './shared-quotes.ts'
import { type WriterClient, writerWaitMs } from './writer-client.ts'

interface PeriodicWorkDeps {
  readonly database: Kysely<Database>
  readonly processId: string
  /** Where the other processes reach this one. */
  readonly address: string
  readonly secretsId: string
  readonly head: JournalHead
  readonly market: ReplicatedMarket
  readonly writer: WriterClient
  readonly quotes: SharedQuotes
  /** Returns how far this process's clock is ahead of the database's, in milliseconds. */
  readonly compareClocks: () => Promise<number>
  /** How often the writer's quotes are copied, in milliseconds. */
  readonly copyEveryMs?: number | undefined
  readonly onError: (error: unknown, activity: string) => void
  readonly onFatal: (error: unknown) => void
}

const reportEveryMs = 1_000
const readEveryMs = 1_000
/** How long after a read the sockets of this process count as up to date: a database restarts within that time. */
const currentForMs = 10_000
const defaultCopyEveryMs = 1_000
/** How often a follower asks whether the writer accepts commands, in milliseconds. */
const askReadyEveryMs = 500
/** How long a follower stays ready after the writer reported that it is: as long as commands wait for a new one. */
const readyForMs = writerWaitMs

/**
 * What a process of a cluster does again and again: it reports itself, reads from the database, and as a follower
 * copies the writer's quotes and asks whether it accepts commands.
 */
export class PeriodicWork {
  readonly #deps: PeriodicWorkDeps
  #isOpen = true
  #processes = 1
  #readAt = performance.now()
  /** When the writer last reported that it accepts commands. */
  #acknowledgedAt = Number.NEGATIVE_INFINITY
  #quotesVersion = 0

  constructor(deps: PeriodicWorkDeps) {
    this.#deps = deps
  }

  /** How many processes serve requests, this one included, as of the last report. */
  processes(): number {
    return this.#processes
  }

  /** Whether this process has recently read from the database. */
  isCurrent(): boolean {
    return performance.now() - this.#readAt < currentForMs
  }

  /** Whether another process, the writer, has recently reported that it accepts commands. */
  isWriterReady(): boolean {
    return performance.now() - this.#acknowledgedAt < readyForMs
  }

  start(): void {
    this.#repeat(() => this.report(), reportEveryMs, 'reporting to the other processes')
    this.#repeat(() => this.#read(), readEveryMs, 'reading from the database')
    this.#repeat(() => this.#copyQuotes(), this.#deps.copyEveryMs ?? defaultCopyEveryMs, 'copying quotes')
    this.#repeat(() => this.#askReady(), askReadyEveryMs, 'asking whether the writer is ready')
  }

  stop(): void {
    this.#isOpen = false
  }

  /** Writes into the database that this process is there, and how far it has folded the journal. */
  async report(): Promise<void> {
    const { database, processId: id, address, secretsId, head, market, compareClocks, onFatal } = this.#deps
    await head.update(database).catch((error: unknown) => {
      if (error instanceof LostEntries) onFatal(error)
      throw error
    })
    const seq = market.load().entries
    if (Number.isNaN(seq)) return
    const clockDifference = await compareClocks()
    this.#processes = await reportProcess(database, { id, address, seq, clockDifference, secretsId })
  }

  /** Not a part of the report, which waits while the database confirms no write. */
  async #read(): Promise<void> {
    await newestEntry(this.#deps.database)
    this.#readAt = performance.now()
  }

  async #copyQuotes(): Promise<void> {
    const { market, writer, quotes, processId } = this.#deps
    if (market.isWriter()) return
    const reply = await writer.request('/quotes', { processId, version: this.#quotesVersion }, true)
    this.#quotesVersion = reply.version
    quotes.copy(reply)
  }

  async #askReady(): Promise<void> {
    const { market, writer } = this.#deps
    if (market.isWriter()) return
    await writer.request('/ready', {}, true)
    this.#acknowledgedAt = performance.now()
  }

  #repeat(act: () => Promise<void>, everyMs: number, activity: string): void {
    const run = async (): Promise<void> => {
      while (this.#isOpen) {
        await act().catch((error: unknown) => {
          if (this.#isOpen && !(error instanceof Unavailable)) this.#deps.onError(error, activity)
        })
        await wait(everyMs, undefined, { ref: false })
      }
    }
    void run()
  }
}
