import { CallFailed, orRefusal } from '@aitai/contract/api-client.ts'
import {
  advertList,
  cancelAdvert,
  createAdvert,
  modifyAdvert,
  pauseAdvert,
  resumeAdvert,
  submitAdvert,
  whyNotMatching,
} from '@aitai/contract/routes/adverts.ts'
import type { Advert } from '@aitai/contract/schemas/adverts.ts'
import type { Broker } from '@aitai/contract/schemas/reference.ts'
import { tokyoDate } from '@aitai/engine/calendar/trading-days.ts'
import {
  cancelReject,
  execIdOf,
  orderReport,
  type ReportedOrder,
  type ReportKind,
  rejectReport,
  reportedTerms,
  reportKinds,
  statusReport,
} from '../messages/execution-reports.ts'
import { messageTags as tag } from '../messages/message-tags.ts'
import { type OrderRequest, readOrderRequest } from '../messages/order-requests.ts'
import type { OrderTerms } from '../messages/order-terms.ts'
import { type FixRefusal, gatewayRefusal, isRefusal, refusalOfCode } from '../messages/refusal.ts'
import { whyNotReasons } from '../messages/why-not-reason.ts'
import type { FixSession, OutgoingMessage, ReceivedMessage } from '../sessions/application.ts'
import type { OrderStore, StoredOrder } from '../store/order-store.ts'
import { type FixMessage, fieldOf } from '../wire/fix-message.ts'
import { submissionOf } from './advert-terms.ts'
import { refusalOfCall } from './call-refusal.ts'
import type { ReferenceLists } from './security-list.ts'
import type { UserConnection } from './user-connection.ts'

interface OrderHandlingOptions {
  readonly sessionId: string
  readonly user: UserConnection
  readonly orders: OrderStore
  readonly lists: ReferenceLists
  readonly now: () => number
}

type Replace = OrderRequest & { readonly type: 'replace' }

/** Carries out the requests of an OMS: each once, however often it is sent (by its ClOrdID). */
export class OrderHandling {
  readonly #options: OrderHandlingOptions

  constructor(options: OrderHandlingOptions) {
    this.#options = options
  }

  /** Carries out a request and returns its reply; nothing if it was carried out and replied to before. */
  async carryOut(received: ReceivedMessage, session: FixSession): Promise<readonly OutgoingMessage[]> {
    const { message, isPossDup, isPossResend } = received
    const request = readOrderRequest(message)
    const clOrdId = fieldOf(message, tag.clOrdId) ?? fieldOf(message, tag.ioiId) ?? ''
    const once = this.#execId('reply', clOrdId)
    if (!isRefusal(request) && request.type === 'status')
      return [await this.#status(request.clOrdId, message, received.seqNum)]
    if (this.#options.orders.subjectOf(clOrdId) !== undefined) {
      if (!isPossDup && !isPossResend)
        return [this.#refused(message, gatewayRefusal('FIX-DUPLICATE', { value: clOrdId }), received.seqNum)]
      if (session.hasSent(once)) return []
    }
    const reply = isRefusal(request)
      ? await this.#refuse(message, clOrdId, request)
      : await this.#reply(request, message)
    return [{ ...reply, once }]
  }

  async #reply(request: Exclude<OrderRequest, { type: 'status' }>, message: FixMessage): Promise<FixMessage> {
    switch (request.type) {
      case 'new':
        return await this.#submit(request, message)
      case 'replace':
        return await this.#change(request, message)
      case 'cancel':
        return await this.#cancel(request, message)
    }
  }

  // New

  async #submit(request: OrderRequest & { readonly type: 'new' }, message: FixMessage): Promise<FixMessage> {
    const { clOrdId, ric, terms, isIndication } = request
    const { orders, lists } = this.#options
    const order: StoredOrder = orders.orderOf(clOrdId) ?? {
      orderId: clOrdId,
      requestId: clOrdId,
      ric,
      isIndication,
      advertId: null,
      kind: null,
      quantity: terms.shareQuantity,
      minimum: 0,
      expiresAt: null,
      pending: null,
      reports: 0,
    }
    const equity = await lists.equity(ric)
    const advert = equity
      ? await this.#send(order, equity.equityId, terms)
      : refusalOfCode('SECURITY-NOT-FOUND')
    if (isRefusal(advert)) {
      orders.putRequestLater(clOrdId, clOrdId, { ...order, kind: 'REJECTED' })
      return this.#refused(message, advert)
    }
    orders.putRequestLater(clOrdId, clOrdId, {
      ...order,
      advertId: advert.id,
      kind: 'NEW',
      ...reportedTerms(advert),
    })
    return orderReport('NEW', { clOrdId, ric }, advert, this.#replyDetails(clOrdId))
  }

  /**
   * Sends a new draft in a security with the terms of an order, or the trader's own if there is one. Nothing need be
   * stored before a new draft: after a crash the same keys give the same draft and the same result.
   */
  async #send(order: StoredOrder, securityId: string, terms: OrderTerms): Promise<Advert | FixRefusal> {
    const { user } = this.#options
    const draft =
      order.advertId === null
        ? ((await this.#newDraft(order, securityId)) ?? (await this.#ownDraft(order, securityId)))
        : (await user.call(advertList)).find(({ id }) => id === order.advertId)
    if (!draft) return refusalOfCode('ADVERT-ERROR-001')
    if (isRefusal(draft)) return draft
    // It was sent before this process or the one before it could say so.
    if (draft.advertisementStatus !== 'UNSENT') return draft
    const brokers = await this.#brokers(terms)
    if (brokers !== null && 'code' in brokers) return brokers
    const body = submissionOf(draft, terms, brokers)
    if (isRefusal(body)) return body
    return await this.#called(user.call(submitAdvert, { body, key: this.#key('submit', order.orderId) }))
  }

  /** Returns a new draft, a refusal, or null if the institution has an advert in the security. */
  async #newDraft(order: StoredOrder, securityId: string): Promise<Advert | FixRefusal | null> {
    const key = this.#key('draft', order.orderId)
    const draft = await orRefusal(this.#options.user.call(createAdvert, { body: { securityId }, key }))
    if (draft instanceof CallFailed) return refusalOfCall(draft)
    if (!('error' in draft)) return draft
    return draft.errorCode === 'ADVERT-ERROR-001' ? null : refusalOfCode(draft.errorCode)
  }

  /** Returns the trader's own draft in a security, and stores first that the order has taken it. */
  async #ownDraft(order: StoredOrder, securityId: string): Promise<Advert | undefined> {
    const { user, orders } = this.#options
    const adverts = await user.call(advertList)
    const draft = adverts.find(
      (advert) => advert.securityId === securityId && advert.advertisementStatus === 'UNSENT',
    )
    if (draft) await orders.putRequest(order.orderId, order.orderId, { ...order, advertId: draft.id })
    return draft
  }

  async #brokers({ brokers }: OrderTerms): Promise<readonly Broker[] | FixRefusal | null> {
    if (!brokers) return null
    const found: Broker[] = []
    for (const name of brokers) {
      const broker = await this.#options.lists.broker(name)
      if (!broker) return gatewayRefusal('FIX-BROKER', { value: name })
      found.push(broker)
    }
    return found
  }

  // Replace, suspend and release

  async #change(request: Replace, message: FixMessage): Promise<FixMessage> {
    const { orders, user } = this.#options
    const order = await this.#begin(request)
    if (!order?.advertId) return this.#refusedChange(message, null, gatewayRefusal('FIX-UNKNOWN-ORDER'))
    const advert = (await user.call(advertList)).find(({ id }) => id === order.advertId)
    const changed = advert ? await this.#changed(request, advert) : refusalOfCode('ADVERT-ERROR-002')
    if (isRefusal(changed)) {
      await orders.putOrder({ ...order, pending: null })
      return this.#refusedChange(message, order, changed)
    }
    const kind = request.suspension === null ? 'REPLACED' : suspensionKinds[request.suspension]
    await orders.putOrder({
      ...order,
      requestId: request.clOrdId,
      // A replacement leaves an order in the state in which it was.
      kind: kind === 'REPLACED' ? order.kind : kind === 'RESTORED' ? 'NEW' : kind,
      pending: null,
      ...reportedTerms(changed),
    })
    return orderReport(kind, this.#ids(request, order), changed, this.#replyDetails(request.clOrdId))
  }

  /** Stores that a request about an order is being carried out, and returns the order. */
  async #begin({ clOrdId, origClOrdId }: OrderRequest & { readonly origClOrdId: string }) {
    const { orders } = this.#options
    const order = orders.orderOf(origClOrdId)
    await orders.putRequest(clOrdId, order?.orderId ?? clOrdId, order ? { ...order, pending: clOrdId } : null)
    return order
  }

  async #changed(request: Replace, advert: Advert): Promise<Advert | FixRefusal> {
    const { user } = this.#options
    const key = this.#key('change', request.clOrdId)
    const brokers = await this.#brokers(request.terms)
    if (brokers !== null && 'code' in brokers) return brokers
    const body = submissionOf(advert, request.terms, brokers)
    if (isRefusal(body)) return body
    const { suspension } = request
    if (suspension === null) return await this.#called(user.call(modifyAdvert, { body, key }))
    if (body.shareQuantity !== advert.shareQuantity) return gatewayRefusal('FIX-SUSPENSION')
    const params = { id: advert.id }
    const route = suspension === 'SUSPEND' ? pauseAdvert : resumeAdvert
    return await this.#called(user.call(route, { params, key }))
  }

  // Cancel and status

  async #cancel(
    request: OrderRequest & { readonly type: 'cancel' },
    message: FixMessage,
  ): Promise<FixMessage> {
    const { orders, user } = this.#options
    const before = orders.orderOf(request.origClOrdId)
    // By a process before this one, which ended before its reply was stored.
    const wasBegun = before?.pending === request.clOrdId || before?.requestId === request.clOrdId
    const order = await this.#begin(request)
    if (!order?.advertId) return this.#refusedChange(message, null, gatewayRefusal('FIX-UNKNOWN-ORDER'))
    const params = { id: order.advertId }
    const key = this.#key('cancel', request.clOrdId)
    // The server cancels again what is cancelled; for the counterparty it is too late then.
    const isOver = order.kind !== null && overKinds.has(order.kind) && !wasBegun
    const advert = isOver
      ? refusalOfCode('ADVERT-ERROR-002')
      : await this.#called(user.call(cancelAdvert, { params, key }))
    if (isRefusal(advert)) {
      await orders.putOrder({ ...order, pending: null })
      return this.#refusedChange(message, order, advert)
    }
    await orders.putOrder({ ...order, requestId: request.clOrdId, kind: 'CANCELLED', pending: null })
    return orderReport('CANCELLED', this.#ids(request, order), advert, this.#replyDetails(request.clOrdId))
  }

  async #status(clOrdId: string, message: FixMessage, seqNum: number): Promise<FixMessage> {
    const order = this.#options.orders.orderOf(clOrdId)
    const execId = this.#execId(`status ${seqNum}`, clOrdId)
    const unknown = refusalOfCode('ADVERT-NOT-FOUND')
    if (!order || order.kind === null || order.kind === 'REJECTED')
      return this.#refusedOrder(message, order ? unknown : gatewayRefusal('FIX-UNKNOWN-ORDER'), execId)
    const adverts = await this.#options.user.call(advertList)
    const advert = adverts.find(({ id }) => id === order.advertId)
    if (!advert) return this.#refusedOrder(message, unknown, execId)
    const ids = { clOrdId: order.requestId, ric: order.ric }
    const reasons = await this.#options.user.call(whyNotMatching, { params: { id: advert.id } })
    const details = { execId, at: this.#options.now(), reason: whyNotReasons(reasons) }
    return statusReport(order.kind as ReportKind, ids, advert, details)
  }

  // Refusals

  async #refuse(message: FixMessage, clOrdId: string, refusal: FixRefusal): Promise<FixMessage> {
    await this.#options.orders.putRequest(clOrdId, clOrdId)
    return this.#refused(message, refusal)
  }

  /** Refuses a request with the message that its type wants; `again` distinguishes repetitions of one ClOrdID. */
  #refused(message: FixMessage, refusal: FixRefusal, again?: number): FixMessage {
    const orig = fieldOf(message, tag.origClOrdId) ?? fieldOf(message, tag.ioiRefId)
    if (orig !== undefined)
      return this.#refusedChange(message, this.#options.orders.orderOf(orig) ?? null, refusal)
    const clOrdId = fieldOf(message, tag.clOrdId) ?? fieldOf(message, tag.ioiId) ?? ''
    return this.#refusedOrder(message, refusal, this.#execId(`reply${again ?? ''}`, clOrdId))
  }

  #refusedOrder(message: FixMessage, refusal: FixRefusal, execId: string): FixMessage {
    const quantity = fieldOf(message, tag.orderQty) ?? fieldOf(message, tag.ioiQty) ?? ''
    const requested = {
      side: fieldOf(message, tag.side) ?? '1',
      // An indication of an unsupported size, such as L, has none that OrderQty could repeat.
      quantity: /^\d+(\.\d*)?$/.test(quantity) ? quantity : '0',
    }
    const order: ReportedOrder = {
      clOrdId: fieldOf(message, tag.clOrdId) ?? fieldOf(message, tag.ioiId) ?? '',
      ric: fieldOf(message, tag.symbol) ?? fieldOf(message, tag.securityId) ?? '',
    }
    return rejectReport(order, requested, refusal, { execId, at: this.#options.now() })
  }

  #refusedChange(message: FixMessage, order: StoredOrder | null, refusal: FixRefusal): FixMessage {
    const ids = {
      clOrdId: fieldOf(message, tag.clOrdId) ?? fieldOf(message, tag.ioiId) ?? '',
      origClOrdId: fieldOf(message, tag.origClOrdId) ?? fieldOf(message, tag.ioiRefId) ?? '',
    }
    const kind = reportKinds[order?.kind as ReportKind] ?? reportKinds.NEW
    const known = order?.advertId ? { orderId: order.advertId, ordStatus: kind.ordStatus } : null
    const isCancel = message.type === 'F' || fieldOf(message, tag.ioiTransType) === 'C'
    return cancelReject(ids, known, isCancel ? 'cancel' : 'replace', refusal)
  }

  // Ids

  #ids(
    { clOrdId, origClOrdId }: { clOrdId: string; origClOrdId: string },
    { ric }: StoredOrder,
  ): ReportedOrder {
    return { clOrdId, origClOrdId, ric }
  }

  readonly #replyDetails = (clOrdId: string) => ({
    execId: this.#execId('reply', clOrdId),
    at: this.#options.now(),
  })

  #execId(of: string, clOrdId: string): string {
    return execIdOf(`${this.#options.sessionId}|${this.#day}|${of}|${clOrdId}`)
  }

  /** Makes a call of a request repeatable: the server carries it out once. */
  #key(step: string, clOrdId: string): string {
    return `fix|${this.#options.sessionId}|${this.#day}|${step}|${clOrdId}`
  }

  get #day(): string {
    return tokyoDate(this.#options.now())
  }

  async #called(call: Promise<Advert>): Promise<Advert | FixRefusal> {
    const result = await orRefusal(call)
    return result instanceof CallFailed ? refusalOfCall(result) : result
  }
}

const overKinds: ReadonlySet<string> = new Set(['CANCELLED', 'EXPIRED', 'STOPPED', 'REJECTED'])
const suspensionKinds = { SUSPEND: 'SUSPENDED', RELEASE: 'RESTORED' } as const
