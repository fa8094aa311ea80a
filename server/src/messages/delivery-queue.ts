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
  /** How often to look for letters, in milliseconds. */
  readonly lookEveryMs?: number | undefined
}

/** Of one kind of letter, since the start. */
export interface DeliveryCounts {
  readonly sent: number
  /** Tries that failed, whether or not another followed. */
  readonly failed: number
  readonly givenUp: number
}

export const noDeliveries: DeliveryCounts = { sent: 0, failed: 0, givenUp: 0 }

/**
 * A quarter of a second at most from a commit to the way out, for one look at an index of what waits. No call
 * wakes us: what a call causes must not be heard in how long the next one takes.
 */
const defaultLookEveryMs = 250
/** After the database failed. */
const troubleMs = 1_000
/** A claim is renewed while its letter is under way. So long after a crash the letter is tried again. */
const claimMs = 30_000
const renewEveryMs = 10_000
/** How long a stop waits for a letter under way: less than whoever stops us waits before killing us. */
const stopPatienceMs = 8_000

/** 1, 2, 4, 8 … seconds before the next try. */
const delayAfter = (tries: number, longestMs: number): number =>
  Math.min(1_000 * 2 ** Math.min(tries - 1, 30), longestMs)

const tooLate = 'TOO_LATE'

/**
 * Takes the letters of one kind out of the table as they fall due and hands them to their carrier, several
 * recipients at once.
 *
 * Exactly one delivery of each: a letter is claimed in the table, sent by who has the claim, and marked as
 * sent once the carrier has accepted it. Between the last two there is a moment, and no way round it: of a
 * process that dies there, or a yes that is lost on its way to us, nobody can tell whether the letter went
 * out. It is sent again then, the same to the byte and under the same Message-ID or Idempotency-Key, by which
 * the receiver can tell and drop it.
 */
export class DeliveryQueue {
  readonly #sources: DeliveryQueueDeps
  readonly #carrier: MessageTransport
  readonly #underWay = new Map<number, Promise<void>>()
  readonly #abort = new AbortController()
  readonly #work: Promise<void>
  #counts = noDeliveries
  #isOpen = true
  #isWoken = false
  #wake = (): void => {}

  constructor(sources: DeliveryQueueDeps, carrier: MessageTransport) {
    this.#sources = sources
    this.#carrier = carrier
    this.#work = this.#keepLooking()
  }

  counts(): DeliveryCounts {
    return this.#counts
  }

  /** Takes out no more letters, and finishes those under way unless that takes too long. */
  async stop(): Promise<void> {
    this.#isOpen = false
    this.#lookNow()
    await this.#work
    const patience = setTimeout(() => this.#abort.abort(), stopPatienceMs)
    await Promise.all(this.#underWay.values())
    clearTimeout(patience)
    this.#carrier.close()
  }

  async #keepLooking(): Promise<void> {
    const { log, lookEveryMs = defaultLookEveryMs } = this.#sources
    while (this.#isOpen) {
      let restMs = lookEveryMs
      try {
        await this.#look()
      } catch (err) {
        log.error({ err, kind: this.#carrier.kind }, 'the outbox cannot be read')
        restMs = troubleMs
      }
      await this.#rest(restMs)
    }
  }

  /** Until it is time to look again, or something says so. */
  async #rest(ms: number): Promise<void> {
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

  #lookNow(): void {
    this.#isWoken = true
    this.#wake()
  }

  async #look(): Promise<void> {
    const { database, now } = this.#sources
    const { kind, width } = this.#carrier
    if (this.#underWay.size >= width) return
    for (const letter of await dueMessages(database, kind, now(), width)) {
      if (!this.#isOpen || this.#underWay.size >= width) return
      // A clock that jumps could take our own claim for a dead one's.
      if (this.#underWay.has(letter.id)) continue
      if (letter.goodUntil <= now()) {
        await this.#giveUp(letter, tooLate)
        this.#lookNow()
        continue
      }
      const claimed = await claimMessage(database, letter, now() + claimMs)
      if (claimed) this.#take(claimed)
    }
  }

  #take(letter: PendingMessage): void {
    const done = this.#deliver(letter)
      .catch((err: unknown) => this.#sources.log.error({ err, ...labels(letter) }, 'a bug'))
      .finally(() => {
        this.#underWay.delete(letter.id)
        // The next to the same recipient waits for this one.
        this.#lookNow()
      })
    this.#underWay.set(letter.id, done)
  }

  async #deliver(letter: PendingMessage): Promise<void> {
    const { database, now } = this.#sources
    const { attemptMs } = this.#carrier
    const renewal = setInterval(() => {
      // One that fails is no harm yet: the claim outlasts two.
      postponeMessage(database, letter, now() + claimMs).catch(() => {})
    }, renewEveryMs)
    try {
      const signal = AbortSignal.any([this.#abort.signal, AbortSignal.timeout(attemptMs)])
      const outcome = await this.#carrier.carry(letter, signal)
      await this.#writtenDown(letter, () => this.#conclude(letter, outcome))
    } finally {
      clearInterval(renewal)
    }
  }

  /** Tries until the database takes it: what was accepted must not be sent again for a full disk. */
  async #writtenDown(letter: PendingMessage, write: () => Promise<void>): Promise<void> {
    for (;;)
      try {
        return await write()
      } catch (err) {
        this.#sources.log.error({ err, ...labels(letter) }, 'a letter cannot be marked')
        if (!this.#isOpen) return
        await wait(troubleMs)
      }
  }

  async #conclude(letter: PendingMessage, outcome: SendOutcome): Promise<void> {
    const { database, now, log } = this.#sources
    if (outcome === 'accepted') {
      await markMessageSent(database, letter, now())
      this.#count('sent')
      log.info(labels(letter), 'a letter is delivered')
      return
    }
    const { fault, forGood } = outcome
    const nextAt = now() + delayAfter(letter.tries, this.#carrier.longestDelayMs)
    if (forGood) await this.#giveUp(letter, fault)
    else if (nextAt >= letter.goodUntil) await this.#giveUp(letter, `${tooLate} ${fault}`)
    else {
      await postponeMessage(database, letter, nextAt, fault)
      log.warn({ ...labels(letter), fault }, 'a letter is not delivered yet')
    }
    this.#count('failed')
  }

  async #giveUp(letter: PendingMessage, fault: string): Promise<void> {
    const { database, now, log } = this.#sources
    await abandonMessage(database, letter, now(), fault)
    this.#count('givenUp')
    log.error({ ...labels(letter), fault }, 'a letter is given up')
  }

  #count(what: keyof DeliveryCounts): void {
    this.#counts = { ...this.#counts, [what]: this.#counts[what] + 1 }
  }
}

/** What a log line may say of a letter: nothing of who gets it or what is in it (quality NI12). */
const labels = ({ letterId, kind, tries }: PendingMessage) => ({ letter: letterId, kind, tries })
