import { brokerUserExecutionListing } from '@aitai/contract/routes/agreements.ts'
import type { ConnectionAgreement } from '@aitai/contract/schemas/agreements.ts'
import type { Direction } from '@aitai/engine/adverts/advert.ts'
import type { RandomSource } from '@aitai/server/quotes/seeded-random.ts'
import {
  NoResponse,
  type NotificationSocket,
  openNotificationSocket,
  type ServerConnection,
} from '../harness/client-connection.ts'
import type { PendingRequest } from './acknowledgement.ts'
import { type Operation, operationName, sendOperation } from './operations.ts'
import { type Faults, noFaults, type Resolution, type Tally } from './tally.ts'

type ConfirmedSides = Record<Direction, boolean>
type Execution = Extract<Operation, { agreementId: string }>

/** The number of newest agreements that the broker still works on. */
const maxActiveAgreements = 6

/** The broker's user: confirms each side of the agreements and sometimes undoes a confirmation. */
export class BrokerClient {
  /** The acknowledged state of each agreement. */
  readonly confirmedSides = new Map<string, ConfirmedSides>()
  /** The ids of the notifications of each agreement. */
  readonly notificationIds = new Map<string, Set<string>>()
  readonly #token: string
  readonly #chance: RandomSource
  readonly #tally: Tally
  #pending: PendingRequest | null = null
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
      connection.url,
      this.#token,
      ({ id, message, connectionAgreementId }) => {
        if (message !== 'New IOI Match Confirmed' || !connectionAgreementId) return
        const ids = this.notificationIds.get(connectionAgreementId) ?? new Set()
        this.notificationIds.set(connectionAgreementId, ids.add(id))
        this.#of(connectionAgreementId)
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
    const answer = await connection.call(brokerUserExecutionListing, { token: this.#token })
    if (!('reply' in answer)) throw new Error(`the listing returned ${answer.status}`)
    this.#rows = answer.reply
    const faults = noFaults()
    const rows = new Map(this.#rows.map((row) => [row.id, row]))
    for (const [id, recorded] of this.confirmedSides) {
      const row = rows.get(id)
      if (!row) faults.lost.push(`agreement ${id} was notified and is missing`)
      else this.#compare(row, recorded, faults)
    }
    return { rows: this.#rows, faults }
  }

  #compare(row: ConnectionAgreement, recorded: ConfirmedSides, { lost }: Faults): void {
    for (const side of ['BUY', 'SELL'] as const) {
      const isPending = this.#isOpenOn(row.id, side)
      if (!isPending && statusOfSide(row, side) !== recorded[side])
        lost.push(`${side} of agreement ${row.id} was acknowledged as ${recorded[side]}`)
    }
  }

  #isOpenOn(agreementId: string, side: Direction): boolean {
    if (!this.#pending || this.#pending.isApplied) return false
    const op = this.#pending.op as Execution
    return op.agreementId === agreementId && op.side === side
  }

  adopt(): void {
    const pending = this.#pending
    const op = pending?.op as Execution | undefined
    const row = this.#rows.find(({ id }) => id === op?.agreementId)
    if (pending && op && row && !pending.isApplied) {
      const isApplied = statusOfSide(row, op.side) === (op.type === 'confirmExecution')
      const resolution: Resolution = isApplied ? 'applied' : 'notApplied'
      this.#tally.resolved[resolution] += 1
      if (isApplied) this.#tally.addOperation(operationName(op) ?? '')
      this.#pending = { ...pending, isApplied }
    }
    for (const each of this.#rows)
      this.confirmedSides.set(each.id, { BUY: each.buyStatus, SELL: each.sellStatus })
  }

  async work(connection: ServerConnection, serverRun: { isOver: boolean }): Promise<void> {
    while (!serverRun.isOver) {
      const op = (this.#pending?.op as Execution | undefined) ?? this.#choose()
      if (!op) await this.nextWake()
      else if (!(await this.#perform(connection, op))) return
    }
  }

  async awaitNotifications(isTimedOut: () => boolean): Promise<void> {
    while (!isTimedOut() && this.missingNotifications().length > 0) await this.nextWake()
  }

  /** Agreements without a notification. */
  missingNotifications(): string[] {
    const ids = [...this.confirmedSides.keys()].filter((id) => !this.notificationIds.has(id))
    return ids.map((id) => `the broker has no notification of agreement ${id}`)
  }

  /** Agreements with more than one notification. */
  duplicateNotifications(): string[] {
    const ids = [...this.notificationIds].filter(([, notices]) => notices.size > 1)
    return ids.map(([id]) => `the broker has two notifications of agreement ${id}`)
  }

  nextWake(): Promise<void> {
    return new Promise((resolve) => {
      this.#wake = resolve
    })
  }

  #of(agreementId: string): ConfirmedSides {
    const confirmedSides = this.confirmedSides.get(agreementId) ?? { BUY: false, SELL: false }
    this.confirmedSides.set(agreementId, confirmedSides)
    return confirmedSides
  }

  #choose(): Execution | null {
    const newest = [...this.confirmedSides].slice(-maxActiveAgreements)
    const [agreementId, confirmedSides] = newest[Math.floor(this.#chance() * newest.length)] ?? []
    if (!agreementId || !confirmedSides) return null
    const side = this.#chance() < 0.5 ? 'BUY' : 'SELL'
    return { type: confirmedSides[side] ? 'undoExecution' : 'confirmExecution', agreementId, side }
  }

  async #perform(connection: ServerConnection, op: Execution): Promise<boolean> {
    const pending = this.#pending ?? { op, key: null, endedLocates: new Set<string>(), isApplied: false }
    this.#pending = pending
    try {
      const answer = await sendOperation(connection, op, { token: this.#token, key: null })
      this.#tally.acknowledged += 1
      if (!('reply' in answer)) this.#tally.faults.lost.push(`${operationName(op)} returned ${answer.status}`)
      else if (!pending.isApplied) {
        this.#of(op.agreementId)[op.side] = op.type === 'confirmExecution'
        this.#tally.addOperation(operationName(op) ?? '')
      }
      this.#pending = null
      return true
    } catch (error) {
      if (!(error instanceof NoResponse)) throw error
      return false
    }
  }
}

const statusOfSide = (row: ConnectionAgreement, side: Direction): boolean =>
  side === 'BUY' ? row.buyStatus : row.sellStatus
