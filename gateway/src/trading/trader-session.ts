import { orRefusal } from '@aitai/contract/api-client.ts'
import { advertList } from '@aitai/contract/routes/adverts.ts'
import {
  connectAcceptance,
  connectRejection,
  listLocateNotifications,
} from '@aitai/contract/routes/locates.ts'
import type { Notification } from '@aitai/contract/schemas/notifications.ts'
import { tokyoDate } from '@aitai/engine/calendar/trading-days.ts'
import { businessReject, businessRejectReasons } from '../messages/business-reject.ts'
import { readLocateAnswer } from '../messages/locate-messages.ts'
import { securityLists, sessionStatus } from '../messages/market-messages.ts'
import { messageTypes, messageTags as tag } from '../messages/message-tags.ts'
import { gatewayRefusal } from '../messages/refusal.ts'
import type { FixSession, OutgoingMessage, ReceivedMessage } from '../sessions/application.ts'
import type { OrderStore } from '../store/order-store.ts'
import { type FixMessage, fieldOf } from '../wire/fix-message.ts'
import { refusalOfCall } from './call-refusal.ts'
import { DayReports } from './day-reports.ts'
import { matchingStatus } from './matching-status.ts'
import { OrderHandling } from './order-handling.ts'
import { ReferenceLists } from './security-list.ts'
import type { UserConnection } from './user-connection.ts'
import type { UserSession } from './user-session.ts'
import { CoalescedWork, WorkQueue } from './work-queue.ts'

export interface TraderSessionOptions {
  readonly sessionId: string
  readonly user: UserConnection
  readonly orders: OrderStore
  /** Milliseconds since the epoch. */
  readonly now: () => number
  readonly onFailure: (error: unknown) => void
}

/** What a trader's own requests cause: they have their replies, and only changes by the desk need a check. */
const ownChanges: ReadonlySet<string> = new Set(['ADVERT_SUBMITTED', 'ADVERT_UPDATED', 'USER_RESUMED_ADVERT'])
/** How long such a check may wait, so that a list of orders is not delayed by one check for each. */
const ownChangeMs = 100
/** How long after its Logon a counterparty may send again what was not confirmed. */
const settledMs = 30_000

/** A trader's OMS: its orders become adverts, and changes of them and of their locates are reported. */
export class TraderSession implements UserSession {
  readonly #options: TraderSessionOptions
  readonly #lists: ReferenceLists
  readonly #handling: OrderHandling
  readonly #reports: DayReports
  readonly #work = new WorkQueue()
  readonly #checks = new CoalescedWork(() => this.#check())
  /** The orders about which something was carried out since the last check began. */
  #touched = new Set<string>()
  #session: FixSession | null = null
  #loggedOnAt = 0
  #isStatusDue = false
  #later: NodeJS.Timeout | null = null
  #reportedStatus: string | null = null

  constructor(options: TraderSessionOptions) {
    const { user, now } = options
    this.#options = options
    this.#lists = new ReferenceLists(user, now)
    this.#handling = new OrderHandling({ ...options, lists: this.#lists })
    this.#reports = new DayReports({ ...options, lists: this.#lists })
  }

  onLogon(session: FixSession): void {
    this.#session = session
    this.#loggedOnAt = this.#options.now()
    this.#reportedStatus = null
    this.#options.user.connect()
    this.changed(null)
  }

  onLogout(): void {
    this.#session = null
    this.#options.user.disconnect().catch(this.#options.onFailure)
  }

  changed(notification: Notification | null): void {
    if (!this.#session) return
    if (notification === null) this.#isStatusDue = true
    if (notification === null || !ownChanges.has(notification.message)) this.#checks.request()
    else this.#checkLater()
  }

  #checkLater(): void {
    this.#later ??= setTimeout(() => {
      this.#later = null
      if (this.#session) this.#checks.request()
    }, ownChangeMs)
  }

  async close(): Promise<void> {
    this.#session = null
    if (this.#later) clearTimeout(this.#later)
    await this.#options.user.close()
  }

  async onMessage(received: ReceivedMessage, session: FixSession): Promise<readonly OutgoingMessage[]> {
    const { message, seqNum } = received
    switch (message.type) {
      case messageTypes.quoteResponse:
        // Never behind orders: the deadline of a locate is near.
        return await this.#answer(received)
      case messageTypes.securityListRequest:
        return securityLists(message, await this.#lists.equities())
      case messageTypes.sessionStatusRequest:
        return [sessionStatus(await this.#matchingStatus(), message)]
      case messageTypes.newOrder:
      case messageTypes.indication:
      case messageTypes.replace:
      case messageTypes.cancel:
      case messageTypes.statusRequest:
        return await this.#work.add(async () => {
          await this.#startDay()
          const replies = await this.#handling.carryOut(received, session)
          this.#touch(message)
          return replies
        })
      default:
        return [
          businessReject(message, seqNum, gatewayRefusal('FIX-UNSUPPORTED'), {
            reason: businessRejectReasons.unsupportedType,
          }),
        ]
    }
  }

  /** An answer has no reply but the outcome, which both sides get at the same time; a refusal is sent at once. */
  async #answer({ message, seqNum }: ReceivedMessage): Promise<readonly OutgoingMessage[]> {
    const { user } = this.#options
    const { locateId, answer } = readLocateAnswer(message)
    const locates = await user.call(listLocateNotifications)
    const locate = locates.find(({ locateNotificationId }) => locateNotificationId === locateId)
    const refTag = { refTag: tag.quoteReqId }
    if (!locate) {
      const unknown = { ...refTag, reason: businessRejectReasons.unknownId }
      return [businessReject(message, seqNum, gatewayRefusal('FIX-UNKNOWN-LOCATE'), unknown)]
    }
    const route = answer === 'ACCEPT' ? connectAcceptance : connectRejection
    const body = { direction: locate.direction, locationNotificationId: locateId }
    const result = await orRefusal(user.call(route, { body }))
    return result instanceof Error ? [businessReject(message, seqNum, refusalOfCall(result), refTag)] : []
  }

  #touch(message: FixMessage): void {
    const clOrdId = fieldOf(message, tag.clOrdId) ?? fieldOf(message, tag.ioiId) ?? ''
    const order = this.#options.orders.orderOf(clOrdId)
    if (order) this.#touched.add(order.orderId)
  }

  /**
   * Checks the market while orders are carried out, and reports changes between two of them. What it has read of an
   * order that was changed in the meantime may be out of date: another check follows.
   */
  async #check(): Promise<void> {
    try {
      const session = this.#session
      if (!session?.isLoggedOn) return
      const touched = new Set<string>()
      this.#touched = touched
      const { user, now } = this.#options
      // Locates after adverts: an advert that its locate has ended is then always reported with the reason.
      const adverts = await user.call(advertList)
      const locates = await user.call(listLocateNotifications)
      const isSettled = now() - this.#loggedOnAt > settledMs
      await this.#work.addFirst(async () => {
        await this.#startDay()
        await this.#reports.send(session, { adverts, locates, touched, isSettled })
      })
      if (touched.size > 0) this.#checkLater()
      if (this.#isStatusDue) await this.#reportStatus(session)
      this.#isStatusDue = false
    } catch (error) {
      this.#options.onFailure(error)
    }
  }

  async #reportStatus(session: FixSession): Promise<void> {
    const message = sessionStatus(await this.#matchingStatus(), null)
    const text = JSON.stringify(message)
    if (text === this.#reportedStatus) return
    await session.send(message)
    this.#reportedStatus = text
  }

  async #matchingStatus() {
    const [first] = await this.#lists.equities()
    return await matchingStatus(this.#options.user, first?.equityId ?? null, this.#options.now())
  }

  async #startDay(): Promise<void> {
    await this.#options.orders.startDay(tokyoDate(this.#options.now()))
  }
}
