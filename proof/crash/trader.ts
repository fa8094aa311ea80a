import { advertList } from '@aitai/contract/routes/adverts.ts'
import { ioiCounts } from '@aitai/contract/routes/credibility.ts'
import { listLocateNotifications } from '@aitai/contract/routes/locates.ts'
import { login } from '@aitai/contract/routes/session.ts'
import { randomId } from '@aitai/server/random.ts'
import {
  NoResponse,
  type NotificationSocket,
  openNotificationSocket,
  type ServerConnection,
} from '../harness/client-connection.ts'
import { type PendingRequest, recordAcknowledgement } from './acknowledgement.ts'
import { ClientRecord } from './client-record.ts'
import { acceptanceOf, chooseOperation, type TraderBehavior, type TradingSetup } from './operation-choice.ts'
import { type Operation, sendOperation } from './operations.ts'
import { reconcile } from './reconciliation.ts'
import { type CheckResult, compareWithRecord, type ReadState } from './record-check.ts'
import type { Tally } from './tally.ts'

/** Signs in. Throws what went wrong. */
export async function signIn(line: ServerConnection, email: string, password: string): Promise<string> {
  const answer = await line.ask(login, { body: { email, password } })
  if (!('reply' in answer)) throw new Error(`${email} could not sign in: ${answer.errorCode}`)
  return answer.reply.token
}

/** A trader at its desk, for whom the server dies now and then. One request at a time. */
export class TraderClient {
  readonly email: string
  readonly book = new ClientRecord()
  readonly #token: string
  readonly #manner: TraderBehavior
  readonly #tally: Tally
  #doing: PendingRequest | null = null
  #ear: NotificationSocket | null = null
  #seen: { readonly seen: ReadState; readonly finding: CheckResult } | null = null
  #wake: () => void = () => {}

  constructor(email: string, token: string, manner: TraderBehavior, tally: Tally) {
    this.email = email
    this.#token = token
    this.#manner = manner
    this.#tally = tally
  }

  /** Listens on a new life of the server. */
  listen(line: ServerConnection): Promise<void> {
    this.#ear = openNotificationSocket(line.url, this.#token, (notification) => {
      this.book.hear(notification)
      this.#wake()
    })
    return this.#ear.open
  }

  /** The life of the server is over. */
  cutOff(): void {
    this.#ear?.close()
    this.#ear = null
    this.#wake()
  }

  /** Reads everything of its own, and compares. Nothing is taken over until `adopt`. */
  async look(line: ServerConnection): Promise<{ readonly seen: ReadState; readonly finding: CheckResult }> {
    const seen = {
      adverts: await this.#read(line, advertList),
      locates: await this.#read(line, listLocateNotifications),
      counts: await this.#read(line, ioiCounts),
    }
    this.#seen = { seen, finding: compareWithRecord(this.book, this.#doing, seen) }
    return this.#seen
  }

  async #read<C extends typeof advertList | typeof listLocateNotifications | typeof ioiCounts>(
    line: ServerConnection,
    call: C,
  ) {
    const answer = await line.ask(call, { token: this.#token })
    if (!('reply' in answer)) throw new Error(`${call.path} answered ${answer.status}`)
    return answer.reply
  }

  /** Takes the last look as what is so. */
  adopt(): void {
    if (!this.#seen) throw new Error('there was no look')
    const { seen, finding } = this.#seen
    this.#doing = reconcile(this.book, this.#tally, this.#doing, seen, finding.resolution)
    this.#seen = null
  }

  /** Sends again what had no answer, then trades until the server dies. */
  async trade(line: ServerConnection, ground: TradingSetup, life: { isOver: boolean }): Promise<void> {
    while (!life.isOver) {
      const op = this.#doing?.op ?? chooseOperation(this.book, ground, this.#manner)
      if (!op) await this.woken()
      else if (!(await this.#perform(line, op))) return
    }
  }

  /** Accepts whatever is still open, until nothing is: what was let go is decided by its deadline. */
  async finish(line: ServerConnection, isEnough: () => boolean): Promise<void> {
    if (this.#doing) await this.#perform(line, this.#doing.op)
    while (!isEnough() && [...this.book.locates.values()].some(({ isOver }) => !isOver)) {
      const locate = this.book.unanswered().find(({ isLate }) => !isLate)
      if (locate) await this.#perform(line, acceptanceOf(locate))
      else await this.woken()
    }
  }

  async hearsAll(isEnough: () => boolean): Promise<void> {
    while (!isEnough() && this.untold().length > 0) await this.woken()
  }

  /** Locates of which this trader was never told that they began, or how they ended. */
  untold(): string[] {
    return this.#told('was never told', (ids) => ids.size === 0)
  }

  /** Locates of which two notices told the same. */
  toldTwice(): string[] {
    return this.#told('was told twice', (ids) => ids.size > 1)
  }

  #told(fault: string, isFault: (ids: ReadonlySet<string>) => boolean): string[] {
    return [...this.book.locates].flatMap(([id, { located, ended }]) => [
      ...(isFault(located) ? [`${this.email} ${fault} of locate ${id}`] : []),
      ...(isFault(ended) ? [`${this.email} ${fault} of the end of locate ${id}`] : []),
    ])
  }

  woken(): Promise<void> {
    return new Promise((resolve) => {
      this.#wake = resolve
    })
  }

  async #perform(line: ServerConnection, op: Operation): Promise<boolean> {
    const over = 'advertId' in op ? this.book.locatesOf(op.advertId) : new Set<string>()
    // Half of the clients name their requests, half rely on the rules alone.
    const key = this.#manner.chance() < 0.5 ? randomId() : null
    const doing = this.#doing ? { ...this.#doing, over } : { op, key, over, isDone: false }
    this.#doing = doing
    try {
      const answer = await sendOperation(line, op, { token: this.#token, key: doing.key })
      recordAcknowledgement(this.book, this.#tally, doing, answer)
      this.#doing = null
      return true
    } catch (error) {
      if (!(error instanceof NoResponse)) throw error
      return false
    }
  }
}
