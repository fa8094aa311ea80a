import { callApi, orRefusal } from '@aitai/contract/api-client.ts'
import { advertList } from '@aitai/contract/routes/adverts.ts'
import { ioiCounts } from '@aitai/contract/routes/credibility.ts'
import { listLocateNotifications } from '@aitai/contract/routes/locates.ts'
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

/** A trader whose server crashes now and then. Sends one request at a time. */
export class TraderClient {
  readonly email: string
  readonly record = new ClientRecord()
  readonly behavior: TraderBehavior
  readonly #token: string
  readonly #tally: Tally
  #pending: PendingRequest | null = null
  #socket: NotificationSocket | null = null
  #serverState: { readonly serverState: ReadState; readonly result: CheckResult } | null = null
  #wake: () => void = () => {}

  constructor(email: string, token: string, behavior: TraderBehavior, tally: Tally) {
    this.email = email
    this.#token = token
    this.behavior = behavior
    this.#tally = tally
  }

  /** Opens the live socket of a new server run. */
  listen(connection: ServerConnection): Promise<void> {
    this.#socket = openNotificationSocket(connection.baseUrl, this.#token, (notification) => {
      this.record.recordNotification(notification)
      this.#wake()
    })
    return this.#socket.open
  }

  /** Closes the live socket after a crash. */
  disconnect(): void {
    this.#socket?.close()
    this.#socket = null
    this.#wake()
  }

  /** Reads the trader's state and compares it with the record, which `adopt` updates. */
  async read(
    connection: ServerConnection,
  ): Promise<{ readonly serverState: ReadState; readonly result: CheckResult }> {
    const token = this.#token
    const serverState = {
      adverts: await callApi(connection, advertList, { token }),
      locates: await callApi(connection, listLocateNotifications, { token }),
      counts: await callApi(connection, ioiCounts, { token }),
    }
    this.#serverState = { serverState, result: compareWithRecord(this.record, this.#pending, serverState) }
    return this.#serverState
  }

  /** Adopts the state that was read last. */
  adopt(): void {
    if (!this.#serverState) throw new Error('nothing was read')
    const { serverState, result } = this.#serverState
    this.#pending = reconcile(this.record, this.#tally, this.#pending, serverState, result.resolution)
    this.#serverState = null
  }

  /** Retries the request without a response, then trades until the server crashes. */
  async trade(
    connection: ServerConnection,
    setup: TradingSetup,
    serverRun: { isOver: boolean },
  ): Promise<void> {
    while (!serverRun.isOver) {
      const op = this.#pending?.op ?? chooseOperation(this.record, setup, this.behavior)
      if (!op) await this.nextWake()
      else if (!(await this.#perform(connection, op))) return
    }
  }

  /** Accepts open locates until none is left. Ignored ones end at their deadline. */
  async finish(connection: ServerConnection, isTimedOut: () => boolean): Promise<void> {
    if (this.#pending) await this.#perform(connection, this.#pending.op)
    while (!isTimedOut() && [...this.record.locates.values()].some(({ isOver }) => !isOver)) {
      const locate = this.record.unanswered().find(({ isLate }) => !isLate)
      if (locate) await this.#perform(connection, acceptanceOf(locate))
      else await this.nextWake()
    }
  }

  async awaitNotifications(isTimedOut: () => boolean): Promise<void> {
    while (!isTimedOut() && this.missingNotifications().length > 0) await this.nextWake()
  }

  /** Locates without a notification of their start or their end. */
  missingNotifications(): string[] {
    return this.#notificationFaults('has no notification', (ids) => ids.size === 0)
  }

  /** Locates with more than one notification of their start or their end. */
  duplicateNotifications(): string[] {
    return this.#notificationFaults('has two notifications', (ids) => ids.size > 1)
  }

  #notificationFaults(fault: string, isFault: (ids: ReadonlySet<string>) => boolean): string[] {
    return [...this.record.locates].flatMap(([id, { startNotificationIds, endNotificationIds }]) => [
      ...(isFault(startNotificationIds) ? [`${this.email} ${fault} of locate ${id}`] : []),
      ...(isFault(endNotificationIds) ? [`${this.email} ${fault} of the end of locate ${id}`] : []),
    ])
  }

  nextWake(): Promise<void> {
    return new Promise((resolve) => {
      this.#wake = resolve
    })
  }

  async #perform(connection: ServerConnection, op: Operation): Promise<boolean> {
    const endedLocates = 'advertId' in op ? this.record.locatesOf(op.advertId) : new Set<string>()
    // Half of the requests have an Idempotency-Key, the others rely on idempotent commands.
    const key = this.behavior.chance() < 0.5 ? randomId() : null
    const pending = this.#pending
      ? { ...this.#pending, endedLocates }
      : { op, key, endedLocates, isApplied: false }
    this.#pending = pending
    try {
      const answer = await orRefusal(sendOperation(connection, op, { token: this.#token, key: pending.key }))
      recordAcknowledgement(this.record, this.#tally, pending, answer)
      this.#pending = null
      return true
    } catch (error) {
      if (!(error instanceof NoResponse)) throw error
      return false
    }
  }
}
