import { CallFailed, callApi, orRefusal } from '@aitai/contract/api-client.ts'
import { brokerUserExecutionListing } from '@aitai/contract/routes/agreements.ts'
import type { ConnectionAgreement } from '@aitai/contract/schemas/agreements.ts'
import { type Direction, directions } from '@aitai/engine/model/advert.ts'
import type { RandomSource } from '@aitai/server/quotes/seeded-random.ts'
import { randomId } from '@aitai/server/random.ts'
import {
  NoResponse,
  type NotificationSocket,
  openNotificationSocket,
  type ServerConnection,
} from '../harness/client-connection.ts'
import type { PendingRequest } from './acknowledgement.ts'
import {
  afterOperation,
  type BrokerOperation,
  isAsRecorded,
  newAgreement,
  type RecordedAgreement,
  recordedFrom,
} from './agreement-record.ts'
import { operationName, sendOperation } from './operations.ts'
import { type Faults, noFaults, type Resolution, type Tally } from './tally.ts'

/** The number of newest agreements that the broker still works on. */
const maxActiveAgreements = 6

/** The sides that a report can name. */
const possibleReports: readonly (readonly Direction[])[] = [['BUY'], ['SELL'], directions]

/**
 * The broker's user: confirms each side of the agreements, reports that nothing was executed, and sometimes
 * undoes, corrects or withdraws that.
 */
export class BrokerClient {
  /** The acknowledged state of each agreement. */
  readonly agreements = new Map<string, RecordedAgreement>()
  /** The ids of the notifications of each agreement. */
  readonly notificationIds = new Map<string, Set<string>>()
  readonly #token: string
  readonly #chance: RandomSource
  readonly #tally: Tally
  #pending: (PendingRequest & { readonly op: BrokerOperation }) | null = null
  #socket: NotificationSocket | null = null
  #rows: readonly ConnectionAgreement[] = []
  #wake: () => void = () => {}

  constructor(token: string, chance: RandomSource, tally: Tally) {
    this.#token = token
    this.#chance = chance
    this.#tally = tally
  }

  listen(connection: ServerConnection): Promise<void> {
    this.#socket = openNotificationSocket(
      connection.baseUrl,
      this.#token,
      ({ id, message, connectionAgreementId }) => {
        if (message !== 'New IOI Match Confirmed' || !connectionAgreementId) return
        const ids = this.notificationIds.get(connectionAgreementId) ?? new Set()
        this.notificationIds.set(connectionAgreementId, ids.add(id))
        if (!this.agreements.has(connectionAgreementId))
          this.agreements.set(connectionAgreementId, newAgreement)
        this.#wake()
      },
    )
    return this.#socket.open
  }

  disconnect(): void {
    this.#socket?.close()
    this.#socket = null
    this.#wake()
  }

  /** Reads the listing and compares it with the acknowledged state. */
  async read(
    connection: ServerConnection,
  ): Promise<{ rows: readonly ConnectionAgreement[]; faults: Faults }> {
    this.#rows = await callApi(connection, brokerUserExecutionListing, { token: this.#token })
    const faults = noFaults()
    const rows = new Map(this.#rows.map((row) => [row.id, row]))
    for (const [id, recorded] of this.agreements) {
      const row = rows.get(id)
      if (!row) faults.lost.push(`agreement ${id} was notified and is missing`)
      else if (!isAsRecorded(row, recorded) && !this.#isPendingApplied(row))
        faults.lost.push(`agreement ${id} was acknowledged as ${JSON.stringify(recorded)}`)
    }
    return { rows: this.#rows, faults }
  }

  /** Whether an agreement is as the request without a response would leave it. */
  #isPendingApplied(row: ConnectionAgreement): boolean {
    if (!this.#pending || this.#pending.isApplied || this.#pending.op.agreementId !== row.id) return false
    const { op } = this.#pending
    return isAsRecorded(row, afterOperation(this.#recorded(op), op))
  }

  adopt(): void {
    const pending = this.#pending
    const row = this.#rows.find(({ id }) => id === pending?.op.agreementId)
    if (pending && row && !pending.isApplied) {
      const isApplied = this.#isPendingApplied(row)
      const resolution: Resolution = isApplied ? 'applied' : 'notApplied'
      this.#tally.resolved[resolution] += 1
      if (isApplied) this.#tally.addOperation(operationName(pending.op) ?? '')
      this.#pending = { ...pending, isApplied }
    }
    for (const each of this.#rows) this.agreements.set(each.id, recordedFrom(each))
  }

  async work(connection: ServerConnection, serverRun: { isOver: boolean }): Promise<void> {
    while (!serverRun.isOver) {
      const op = this.#pending?.op ?? this.#choose()
      if (!op) await this.nextWake()
      else if (!(await this.#perform(connection, op))) return
    }
  }

  async awaitNotifications(isTimedOut: () => boolean): Promise<void> {
    while (!isTimedOut() && this.missingNotifications().length > 0) await this.nextWake()
  }

  /** Agreements without a notification. */
  missingNotifications(): string[] {
    const ids = [...this.agreements.keys()].filter((id) => !this.notificationIds.has(id))
    return ids.map((id) => `the broker has no notification of agreement ${id}`)
  }

  /** Agreements with more than one notification. */
  duplicateNotifications(): string[] {
    const ids = [...this.notificationIds].filter(([, notifications]) => notifications.size > 1)
    return ids.map(([id]) => `the broker has two notifications of agreement ${id}`)
  }

  nextWake(): Promise<void> {
    return new Promise((resolve) => {
      this.#wake = resolve
    })
  }

  #recorded({ agreementId }: BrokerOperation): RecordedAgreement {
    return this.agreements.get(agreementId) ?? newAgreement
  }

  #choose(): BrokerOperation | null {
    const newest = [...this.agreements].slice(-maxActiveAgreements)
    const [agreementId, recorded] = newest[Math.floor(this.#chance() * newest.length)] ?? []
    if (!agreementId || !recorded) return null
    if (this.#chance() < 0.5) {
      const side = this.#chance() < 0.5 ? 'BUY' : 'SELL'
      const type = recorded.confirmed[side] ? 'undoExecution' : 'confirmExecution'
      return { type, agreementId, side }
    }
    const { notExecuted } = recorded
    if (notExecuted && this.#chance() < 0.6) return { type: 'withdrawNotExecuted', agreementId }
    const others = possibleReports.filter((sides) => `${sides}` !== `${notExecuted?.sides}`)
    const sides = others[Math.floor(this.#chance() * others.length)] ?? directions
    const atFault = { BUY: sides.includes('BUY'), SELL: sides.includes('SELL') }
    return { type: 'reportNotExecuted', agreementId, atFault }
  }

  async #perform(connection: ServerConnection, op: BrokerOperation): Promise<boolean> {
    // Half of the requests have an Idempotency-Key, the others rely on idempotent commands.
    const key = this.#chance() < 0.5 ? randomId() : null
    const pending = this.#pending ?? { op, key, endedLocates: new Set<string>(), isApplied: false }
    this.#pending = pending
    try {
      const answer = await orRefusal(sendOperation(connection, op, { token: this.#token, key: pending.key }))
      this.#recordAnswer(pending, answer)
      this.#pending = null
      return true
    } catch (error) {
      if (!(error instanceof NoResponse)) throw error
      return false
    }
  }

  #recordAnswer(
    { op, isApplied }: { readonly op: BrokerOperation; readonly isApplied: boolean },
    answer: unknown,
  ): void {
    const name = operationName(op) ?? ''
    const { faults } = this.#tally
    this.#tally.addResponse()
    if (answer instanceof CallFailed) {
      faults.lost.push(`${name} returned ${answer.status}`)
      return
    }
    const row = answer as ConnectionAgreement
    const before = this.#recorded(op)
    if (!isAsRecorded(row, isApplied ? before : afterOperation(before, op)))
      faults[isApplied ? 'twice' : 'wrong'].push(`${name} returned ${JSON.stringify(recordedFrom(row))}`)
    if (!isApplied) this.#tally.addOperation(name)
    this.agreements.set(op.agreementId, recordedFrom(row))
  }
}
