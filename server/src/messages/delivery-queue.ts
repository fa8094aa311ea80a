import { setTimeout as wait } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import type { Logger } from 'pino'
import type { Now } from '../clock.ts'
import type { Database } from '../database/schema.ts'
import {
  abandonMessage,
  claimMessage,
  dueMessages,
  markMessageSent,
  type PendingMessage,
  postponeMessage,
} from './outbox.ts'
import type { MessageTransport, SendOutcome } from './transport.ts'

export interface DeliveryQueueDeps {
  readonly database: Kysely<Database>
  readonly now: Now
  readonly log: Logger
  /** How often the outbox is polled, in milliseconds. */
  readonly pollEveryMs?: number | undefined
  /** How long a stop waits for messages in flight, in milliseconds. */
  readonly stopTimeoutMs?: number
}

/** Counts for one kind of message since the server started. */
export interface DeliveryCounts {
  readonly sent: number
  /** Failed attempts, whether or not another attempt followed. */
  readonly failed: number
  readonly givenUp: number
}

export const noDeliveries: DeliveryCounts = { sent: 0, failed: 0, givenUp: 0 }

/**
 * Messages leave within a quarter of a second; a poll costs one index lookup. API calls do not wake the queue,
 * so that the timing of later calls does not reveal that an earlier call sent a message.
 */
const defaultPollEveryMs = 250
/** Pause after a database error. */
const retryAfterErrorMs = 1_000
/** A claim is renewed while its message is being sent. After a crash the message is retried this much later. */
const claimMs = 30_000
const renewEveryMs = 10_000
/** Shorter than the 10 s after which a supervisor usually ends a process. */
const defaultStopTimeoutMs = 8_000

/** 1, 2, 4, 8 … seconds before the next attempt. */
const delayAfter = (tries: number, longestMs: number): number =>
  Math.min(1_000 * 2 ** Math.min(tries - 1, 30), longestMs)

const tooLate = 'TOO_LATE'

/**
 * Sends the messages of one kind from the outbox as they fall due, to several recipients at once.
 *
 * Delivery is at least once: a message is claimed in the table, sent by the process that holds the claim, and
 * marked as sent once the transport has accepted it. If the process dies between the last two steps, or the
 * acceptance is lost on its way, the message is sent again, byte for byte and with the same Message-ID or
 * Idempotency-Key, so that the receiver can drop the duplicate.
 */
export class DeliveryQueue {
  readonly #deps: DeliveryQueueDeps
  readonly #transport: MessageTransport
  readonly #inFlight = new Map<number, Promise<void>>()
  readonly #abort = new AbortController()
  readonly #work: Promise<void>
  #counts = noDeliveries
  #isOpen = true
  #isWoken = false
  #wake = (): void => {}

  constructor(deps: DeliveryQueueDeps, transport: MessageTransport) {
    this.#deps = deps
    this.#transport = transport
    this.#work = this.#run()
  }

  counts(): DeliveryCounts {
    return this.#counts
  }

  /** Starts no more deliveries, and waits up to `stopTimeoutMs` for those in flight. */
  async stop(): Promise<void> {
    const { stopTimeoutMs = defaultStopTimeoutMs } = this.#deps
    this.#isOpen = false
    this.#pollNow()
    await this.#work
    const timeout = setTimeout(() => this.#abort.abort(), stopTimeoutMs)
    await Promise.all(this.#inFlight.values())
    clearTimeout(timeout)
    this.#transport.close()
  }

  async #run(): Promise<void> {
    const { log, pollEveryMs = defaultPollEveryMs } = this.#deps
    while (this.#isOpen) {
      let pauseMs = pollEveryMs
      try {
        await this.#poll()
      } catch (err) {
        log.error({ err, kind: this.#transport.kind }, 'the outbox cannot be read')
        pauseMs = retryAfterErrorMs
      }
      await this.#pause(pauseMs)
    }
  }

  /** Waits for the next poll, or until woken. */
  async #pause(ms: number): Promise<void> {
    if (!this.#isWoken && this.#isOpen)
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, ms)
        this.#wake = () => {
          clearTimeout(timer)
          resolve()
        }
      })
    this.#isWoken = false
  }

  #pollNow(): void {
    this.#isWoken = true
    this.#wake()
  }

  async #poll(): Promise<void> {
    const { database, now } = this.#deps
    const { kind, concurrency } = this.#transport
    if (this.#inFlight.size >= concurrency) return
    for (const message of await dueMessages(database, kind, now(), concurrency)) {
      if (!this.#isOpen || this.#inFlight.size >= concurrency) return
      // After a jump of the clock our own claim could look expired.
      if (this.#inFlight.has(message.id)) continue
      if (message.goodUntil <= now()) {
        await this.#giveUp(message, tooLate)
        this.#pollNow()
        continue
      }
      if (message.unusable !== null) {
        await this.#giveUp(message, message.unusable)
        this.#pollNow()
        continue
      }
      const claimed = await claimMessage(database, message, now() + claimMs)
      if (claimed) this.#start(claimed)
    }
  }

  #start(message: PendingMessage): void {
    const done = this.#deliver(message)
      .catch((err: unknown) => this.#deps.log.error({ err, ...labels(message) }, 'unhandled error'))
      .finally(() => {
        this.#inFlight.delete(message.id)
        // The next message to the same recipient was waiting for this one.
        this.#pollNow()
      })
    this.#inFlight.set(message.id, done)
  }

  async #deliver(message: PendingMessage): Promise<void> {
    const { database, now } = this.#deps
    const { attemptMs } = this.#transport
    const renewal = setInterval(() => {
      // A single failure does no harm: the claim lasts for three renewals.
      postponeMessage(database, message, now() + claimMs).catch(() => {})
    }, renewEveryMs)
    try {
      const signal = AbortSignal.any([this.#abort.signal, AbortSignal.timeout(attemptMs)])
      const outcome = await this.#transport.send(message, signal)
      await this.#retryWrite(message, () => this.#conclude(message, outcome))
    } finally {
      clearInterval(renewal)
    }
  }

  /** Retries until the database accepts the write: a full disk must not cause a second delivery. */
  async #retryWrite(message: PendingMessage, write: () => Promise<void>): Promise<void> {
    for (;;)
      try {
        return await write()
      } catch (err) {
        this.#deps.log.error({ err, ...labels(message) }, 'the state of a message cannot be written')
        if (!this.#isOpen) return
        await wait(retryAfterErrorMs)
      }
  }

  async #conclude(message: PendingMessage, outcome: SendOutcome): Promise<void> {
    const { database, now, log } = this.#deps
    if (outcome === 'accepted') {
      await markMessageSent(database, message, now())
      this.#count('sent')
      log.info(labels(message), 'message delivered')
      return
    }
    const { fault, forGood } = outcome
    const nextAt = now() + delayAfter(message.tries, this.#transport.maxDelayMs)
    if (forGood) await this.#giveUp(message, fault)
    else if (nextAt >= message.goodUntil) await this.#giveUp(message, `${tooLate} ${fault}`)
    else {
      await postponeMessage(database, message, nextAt, fault)
      log.warn({ ...labels(message), fault }, 'message not delivered yet')
    }
    this.#count('failed')
  }

  async #giveUp(message: PendingMessage, fault: string): Promise<void> {
    const { database, now, log } = this.#deps
    await abandonMessage(database, message, now(), fault)
    this.#count('givenUp')
    log.error({ ...labels(message), fault }, 'message given up')
  }

  #count(outcome: keyof DeliveryCounts): void {
    this.#counts = { ...this.#counts, [outcome]: this.#counts[outcome] + 1 }
  }
}

/** The log fields of a message. Neither recipient nor content may be logged. */
const labels = ({ messageId, kind, tries }: PendingMessage) => ({ messageId, kind, tries })
