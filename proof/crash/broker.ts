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

type Received = Record<Direction, boolean>
type Execution = Extract<Operation, { agreementId: string }>

/** How many of the newest agreements the broker still works on. */
const workedOn = 6

/** The broker's user: confirms each side of what was agreed, and takes a confirmation back now and then. */
export class BrokerClient {
  /** What was acknowledged of each agreement. */
  readonly received = new Map<string, Received>()
  /** Ids of the notices that told of each agreement. */
  readonly told = new Map<string, Set<string>>()
  readonly #token: string
  readonly #chance: RandomSource
  readonly #tally: Tally
  #doing: PendingRequest | null = null
  #ear: NotificationSocket | null = null
  #rows: readonly ConnectionAgreement[] = []
  #wake: () => void = () => {}

  constructor(token: string, chance: RandomSource, tally: Tally) {
    this.#token = token
    this.#chance = chance
    this.#tally = tally
  }

  listen(line: ServerConnection): Promise<void> {
    this.#ear = openNotificationSocket(line.url, this.#token, ({ id, message, connectionAgreementId }) => {
      if (message !== 'New IOI Match Confirmed' || !connectionAgreementId) return
      const ids = this.told.get(connectionAgreementId) ?? new Set()
      this.told.set(connectionAgreementId, ids.add(id))
      this.#of(connectionAgreementId)
      this.#wake()
    })
    return this.#ear.open
  }

  cutOff(): void {
    this.#ear?.close()
    this.#ear = null
    this.#wake()
  }

  /** Reads the listing and compares. */
  async look(line: ServerConnection): Promise<{ rows: readonly ConnectionAgreement[]; faults: Faults }> {
    const answer = await line.ask(brokerUserExecutionListing, { token: this.#token })
    if (!('reply' in answer)) throw new Error(`the listing answered ${answer.status}`)
    this.#rows = answer.reply
    const faults = noFaults()
    const rows = new Map(this.#rows.map((row) => [row.id, row]))
    for (const [id, held] of this.received) {
      const row = rows.get(id)
      if (!row) faults.lost.push(`agreement ${id} was told and is gone`)
      else this.#compare(row, held, faults)
    }
    return { rows: this.#rows, faults }
  }

  #compare(row: ConnectionAgreement, held: Received, { lost }: Faults): void {
    for (const side of ['BUY', 'SELL'] as const) {
      const isSubject = this.#isOpenOn(row.id, side)
      if (!isSubject && shown(row, side) !== held[side])
        lost.push(`${side} of agreement ${row.id} was acknowledged as ${held[side]}`)
    }
  }

  #isOpenOn(agreementId: string, side: Direction): boolean {
    if (!this.#doing || this.#doing.isDone) return false
    const op = this.#doing.op as Execution
    return op.agreementId === agreementId && op.side === side
  }

  adopt(): void {
    const doing = this.#doing
    const op = doing?.op as Execution | undefined
    const row = this.#rows.find(({ id }) => id === op?.agreementId)
    if (doing && op && row && !doing.isDone) {
      const isDone = shown(row, op.side) === (op.type === 'confirmExecution')
      const resolution: Resolution = isDone ? 'applied' : 'notApplied'
      this.#tally.resolved[resolution] += 1
      if (isDone) this.#tally.happened(operationName(op) ?? '')
      this.#doing = { ...doing, isDone }
    }
    for (const each of this.#rows) this.received.set(each.id, { BUY: each.buyStatus, SELL: each.sellStatus })
  }

  async work(line: ServerConnection, life: { isOver: boolean }): Promise<void> {
    while (!life.isOver) {
      const op = (this.#doing?.op as Execution | undefined) ?? this.#choose()
      if (!op) await this.woken()
      else if (!(await this.#perform(line, op))) return
    }
  }

  async hearsAll(isEnough: () => boolean): Promise<void> {
    while (!isEnough() && this.untold().length > 0) await this.woken()
  }

  /** Agreements of which the broker was never told. */
  untold(): string[] {
    const ids = [...this.received.keys()].filter((id) => !this.told.has(id))
    return ids.map((id) => `the broker was never told of agreement ${id}`)
  }

  /** Agreements of which two notices told. */
  toldTwice(): string[] {
    const ids = [...this.told].filter(([, notices]) => notices.size > 1)
    return ids.map(([id]) => `the broker was told twice of agreement ${id}`)
  }

  woken(): Promise<void> {
    return new Promise((resolve) => {
      this.#wake = resolve
    })
  }

  #of(agreementId: string): Received {
    const received = this.received.get(agreementId) ?? { BUY: false, SELL: false }
    this.received.set(agreementId, received)
    return received
  }

  #choose(): Execution | null {
    const newest = [...this.received].slice(-workedOn)
    const [agreementId, received] = newest[Math.floor(this.#chance() * newest.length)] ?? []
    if (!agreementId || !received) return null
    const side = this.#chance() < 0.5 ? 'BUY' : 'SELL'
    return { type: received[side] ? 'undoExecution' : 'confirmExecution', agreementId, side }
  }

  async #perform(line: ServerConnection, op: Execution): Promise<boolean> {
    const doing = this.#doing ?? { op, key: null, over: new Set<string>(), isDone: false }
    this.#doing = doing
    try {
      const answer = await sendOperation(line, op, { token: this.#token, key: null })
      this.#tally.acknowledged += 1
      if (!('reply' in answer))
        this.#tally.faults.lost.push(`${operationName(op)} was answered ${answer.status}`)
      else if (!doing.isDone) {
        this.#of(op.agreementId)[op.side] = op.type === 'confirmExecution'
        this.#tally.happened(operationName(op) ?? '')
      }
      this.#doing = null
      return true
    } catch (error) {
      if (!(error instanceof NoResponse)) throw error
      return false
    }
  }
}

const shown = (row: ConnectionAgreement, side: Direction): boolean =>
  side === 'BUY' ? row.buyStatus : row.sellStatus
