import type { Selectable } from 'kysely'
import type { SessionStore } from './session-store.ts'
import type { StoreTables } from './store-schema.ts'

type Statements = Parameters<Parameters<SessionStore['inTransaction']>[0]>[0]

/** An order that came in over a session, and what was last reported of it. */
export interface StoredOrder {
  /** The ClOrdID of the request that made it. */
  readonly orderId: string
  /** The ClOrdID of the last request that was carried out. */
  readonly requestId: string
  readonly ric: string
  readonly isIndication: boolean
  /** Null until the server has a draft of it. */
  readonly advertId: string | null
  /** What was last reported, or REJECTED; null while the request that made it is being carried out. */
  readonly kind: string | null
  /** The terms that were last reported: shares, and milliseconds since the epoch. */
  readonly quantity: number
  readonly minimum: number
  readonly expiresAt: number | null
  /** The ClOrdID of a replacement or a cancel that is being carried out, also by a process before this one. */
  readonly pending: string | null
  /** How many reports the counterparty had not requested. */
  readonly reports: number
}

/**
 * The orders and requests of the day of one session: in memory, and stored before anything depends on them. A day
 * is an ISO date in Tokyo; what is of an earlier day is deleted when the store is opened or turns to another day.
 */
export class OrderStore {
  readonly #store: SessionStore
  readonly #sessionId: string
  readonly #orders = new Map<string, StoredOrder>()
  readonly #requests = new Map<string, string>()
  #day = ''

  private constructor(store: SessionStore, sessionId: string) {
    this.#store = store
    this.#sessionId = sessionId
  }

  /** Opens the orders of a session on a day. */
  static async open(store: SessionStore, sessionId: string, day: string): Promise<OrderStore> {
    const opened = new OrderStore(store, sessionId)
    await opened.startDay(day)
    return opened
  }

  /** Turns to a day: forgets the orders of all others. */
  async startDay(day: string): Promise<void> {
    if (day === this.#day) return
    const { orders, requests } = await this.#store.inTransaction(async (trx) => {
      for (const table of ['fix_order', 'fix_request'] as const)
        await trx
          .deleteFrom(table)
          .where('session_id', '=', this.#sessionId)
          .where('day', '!=', day)
          .execute()
      const own = { session_id: this.#sessionId }
      return {
        orders: await trx
          .selectFrom('fix_order')
          .selectAll()
          .where('session_id', '=', own.session_id)
          .execute(),
        requests: await trx
          .selectFrom('fix_request')
          .selectAll()
          .where('session_id', '=', own.session_id)
          .execute(),
      }
    })
    this.#orders.clear()
    this.#requests.clear()
    for (const row of orders) this.#orders.set(row.order_id, orderOf(row))
    for (const { request_id, subject } of requests) this.#requests.set(request_id, subject)
    this.#day = day
  }

  /** The orders of the day, the oldest first. */
  get orders(): readonly StoredOrder[] {
    return [...this.#orders.values()]
  }

  /** What a request is about, or undefined if there was none of this id today. */
  subjectOf(requestId: string): string | undefined {
    return this.#requests.get(requestId)
  }

  /** The order to which a request belongs. */
  orderOf(requestId: string): StoredOrder | undefined {
    const subject = this.#requests.get(requestId)
    return subject === undefined ? undefined : this.#orders.get(subject)
  }

  /** The order of an advert. */
  orderOfAdvert(advertId: string): StoredOrder | undefined {
    return this.orders.find((order) => order.advertId === advertId)
  }

  /** Stores a request and what it is about, with the order if it changes one. */
  async putRequest(requestId: string, subject: string, order: StoredOrder | null = null): Promise<void> {
    await this.#store.inTransaction(async (trx) => {
      await this.#storeRequest(trx, requestId, subject, this.#day)
      if (order) await this.#storeOrder(trx, order, this.#day)
    })
    this.#requests.set(requestId, subject)
    if (order) this.#orders.set(order.orderId, order)
  }

  /** The same with the next transaction: with the reply to the request, not before it. */
  putRequestLater(requestId: string, subject: string, order: StoredOrder): void {
    const day = this.#day
    this.#store.writeLater(async (trx) => {
      await this.#storeRequest(trx, requestId, subject, day)
      await this.#storeOrder(trx, order, day)
    })
    this.#requests.set(requestId, subject)
    this.#orders.set(order.orderId, order)
  }

  /** Stores the state of an order. */
  async putOrder(order: StoredOrder): Promise<void> {
    await this.#store.inTransaction((trx) => this.#storeOrder(trx, order, this.#day))
    this.#orders.set(order.orderId, order)
  }

  async #storeRequest(trx: Statements, requestId: string, subject: string, day: string): Promise<void> {
    await trx
      .insertInto('fix_request')
      .values({ session_id: this.#sessionId, request_id: requestId, day, subject })
      .onConflict((conflict) => conflict.columns(['session_id', 'request_id']).doUpdateSet({ subject }))
      .execute()
  }

  async #storeOrder(trx: Statements, order: StoredOrder, day: string): Promise<void> {
    const values = {
      request_id: order.requestId,
      ric: order.ric,
      is_indication: order.isIndication ? 1 : 0,
      advert_id: order.advertId,
      kind: order.kind,
      quantity: order.quantity,
      minimum: order.minimum,
      expires_at: order.expiresAt,
      pending: order.pending,
      reports: order.reports,
    }
    await trx
      .insertInto('fix_order')
      .values({ session_id: this.#sessionId, order_id: order.orderId, day, ...values })
      .onConflict((conflict) => conflict.columns(['session_id', 'order_id']).doUpdateSet(values))
      .execute()
  }
}

const orderOf = (row: Selectable<StoreTables['fix_order']>): StoredOrder => ({
  orderId: row.order_id,
  requestId: row.request_id,
  ric: row.ric,
  isIndication: row.is_indication === 1,
  advertId: row.advert_id,
  kind: row.kind,
  quantity: row.quantity,
  minimum: row.minimum,
  expiresAt: row.expires_at,
  pending: row.pending,
  reports: row.reports,
})
