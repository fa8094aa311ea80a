import type { Advert } from '@aitai/contract/schemas/adverts.ts'
import type { LocateNotification } from '@aitai/contract/schemas/locates.ts'
import {
  execIdOf,
  kindOfOutcome,
  orderReport,
  outcomeReport,
  type ReportedTerms,
  type ReportKind,
  reportedTerms,
} from '../messages/execution-reports.ts'
import { quoteRequest } from '../messages/locate-messages.ts'
import { type FixRefusal, refusalOfCause, refusalOfCode } from '../messages/refusal.ts'
import type { FixSession, OutgoingMessage } from '../sessions/application.ts'
import type { OrderStore, StoredOrder } from '../store/order-store.ts'
import type { ReferenceLists } from './security-list.ts'

interface DayReportsOptions {
  readonly sessionId: string
  readonly orders: OrderStore
  readonly lists: ReferenceLists
  readonly now: () => number
}

/** The server's replies about a trader's adverts and locates, the adverts first. */
export interface MarketLook {
  readonly adverts: readonly Advert[]
  readonly locates: readonly LocateNotification[]
  /** The orders about which something was carried out since. */
  readonly touched: ReadonlySet<string>
  /** Whether the counterparty had time to send again what was not confirmed. */
  readonly isSettled: boolean
}

/**
 * Reports the changes of a trader's adverts and locates: compares what the server says with what was last
 * reported. Nothing depends on whether a notification came, or how often, so nothing is lost and nothing is
 * reported twice.
 */
export class DayReports {
  readonly #options: DayReportsOptions

  constructor(options: DayReportsOptions) {
    this.#options = options
  }

  /** Sends what was not reported yet. */
  async send(session: FixSession, { adverts, locates, touched, isSettled }: MarketLook): Promise<void> {
    const oldestFirst = [...locates].sort((one, other) => one.locateTime - other.locateTime)
    for (const locate of oldestFirst) await this.#reportLocate(session, adverts, locate)
    for (const order of this.#options.orders.orders) {
      const advert = touched.has(order.orderId) ? null : adverts.find(({ id }) => id === order.advertId)
      if (advert && order.kind !== null) await this.#reportState(session, order, advert, isSettled)
    }
  }

  async #reportLocate(
    session: FixSession,
    adverts: readonly Advert[],
    locate: LocateNotification,
  ): Promise<void> {
    const { orders, lists, sessionId, now } = this.#options
    const { locateNotificationId: id, outcome } = locate
    const order = orders.orderOfAdvert(locate.advertisementId)
    // Its own report comes first.
    if (order?.kind === null) return
    const ric = order?.ric ?? (await lists.ricOf(locate.securityId))
    const clOrdId = order?.requestId ?? null
    if (outcome === null) {
      if (locate.answer !== null) return
      return await session.send({
        ...quoteRequest(locate, ric, clOrdId),
        once: execIdOf(`${sessionId}|${id}|located`),
      })
    }
    const execId = execIdOf(`${sessionId}|${id}|outcome`)
    if (session.hasSent(execId)) return
    const broker = locate.brokerName === null ? null : await lists.brokerShortName(locate.brokerName)
    const advert = adverts.find((one) => one.id === locate.advertisementId) ?? {
      id: locate.advertisementId,
      direction: locate.direction,
      shareQuantity: locate.shareQuantity,
    }
    const report = outcomeReport({ clOrdId, ric }, advert, locate, broker, { execId, at: now() })
    await session.send({ ...report, once: execId })
    if (order) await orders.putOrder({ ...order, kind: stateOf(kindOfOutcome(outcome)) })
  }

  async #reportState(
    session: FixSession,
    order: StoredOrder,
    advert: Advert,
    isSettled: boolean,
  ): Promise<void> {
    const { orders, now } = this.#options
    const kind = kindOf(advert)
    if (kind === null || isFinal(order.kind)) return
    // A request that a process before this one has begun is requested again, and its reply says what has changed.
    if (order.pending !== null && !isSettled) return
    const terms = reportedTerms(advert)
    // What was sent, but not stored as reported, before an earlier process ended: its contents are not known.
    const isUnknown = session.hasSent(this.#execId(order, order.reports + 1))
    const reported = isUnknown ? order.reports + 1 : order.reports
    if (!isUnknown && kind === order.kind && (isFinal(kind) || isSame(order, terms))) return
    const execId = this.#execId(order, reported + 1)
    const message: OutgoingMessage = {
      ...orderReport(
        kind === 'NEW' ? 'RESTORED' : kind,
        { clOrdId: order.requestId, ric: order.ric },
        advert,
        { execId, at: now(), ...reasonOf(advert) },
      ),
      once: execId,
    }
    await session.send(message)
    await orders.putOrder({ ...order, kind, ...terms, reports: reported + 1 })
  }

  #execId({ orderId }: StoredOrder, report: number): string {
    return execIdOf(`${this.#options.sessionId}|${orderId}|${report}`)
  }
}

const isFinal = (kind: string | null): boolean =>
  kind === 'CANCELLED' || kind === 'EXPIRED' || kind === 'STOPPED' || kind === 'REJECTED'

const isSame = (order: ReportedTerms, terms: ReportedTerms): boolean =>
  order.quantity === terms.quantity && order.minimum === terms.minimum && order.expiresAt === terms.expiresAt

/** The state in which a report leaves an order. */
const stateOf = (kind: ReportKind): ReportKind => (kind === 'RESTORED' || kind === 'REPLACED' ? 'NEW' : kind)

/** The state of an advert as its order has it; null while it is in a locate, and if the locate's outcome says it. */
function kindOf({
  advertisementStatus,
  causeOfDeath,
}: Advert): 'NEW' | 'SUSPENDED' | 'CANCELLED' | 'EXPIRED' | null {
  switch (advertisementStatus) {
    case 'SENT':
    case 'LIVE':
      return 'NEW'
    case 'PAUSED':
      return 'SUSPENDED'
    case 'DEAD':
      return causeOfDeath === 'EXPIRED' ? 'EXPIRED' : 'CANCELLED'
    default:
      return null
  }
}

/** Why an advert has ended without a request of its order. */
function reasonOf({ errorCode, causeOfDeath }: Advert): { readonly reason?: FixRefusal } {
  if (errorCode !== null) return { reason: refusalOfCode(errorCode) }
  if (causeOfDeath === null || causeOfDeath === 'EXPIRED') return {}
  return { reason: refusalOfCause(causeOfDeath) }
}
