import { type ApiSession, callApi } from '@aitai/contract/api-client.ts'
import * as adverts from '@aitai/contract/routes/adverts.ts'
import { brokerUserExecutionListing } from '@aitai/contract/routes/agreements.ts'
import { connectAcceptance } from '@aitai/contract/routes/locates.ts'
import type { CallInput } from '@aitai/contract/routes/request.ts'
import type { Route } from '@aitai/contract/routes/route.ts'
import type { ReplyOf } from '@aitai/contract/schemas/calls.ts'
import type { Notification } from '@aitai/contract/schemas/notifications.ts'
import type { Equity } from '@aitai/contract/schemas/reference.ts'
import type { Direction } from '@aitai/engine/model/advert.ts'
import { ceilLot } from '@aitai/engine/model/security.ts'
import { type NotificationSocket, openNotificationSocket } from '../../harness/client-connection.ts'

/** A notification and when it arrived, by `performance.now()`. */
export interface ReceivedNotification {
  readonly notification: Notification
  readonly at: number
}

/**
 * One signed-in user with a connected desk: a socket, and a screen that is read again after every notification,
 * as a push invalidates it.
 */
export class Desk {
  readonly #session: ApiSession
  readonly #socket: NotificationSocket
  readonly #onNotification: (received: ReceivedNotification) => void
  readonly #waiting = new Map<string, (received: ReceivedNotification) => void>()

  private constructor(session: ApiSession, onNotification: (received: ReceivedNotification) => void) {
    this.#session = session
    this.#onNotification = onNotification
    this.#socket = openNotificationSocket(session.baseUrl, session.token ?? '', (notification) =>
      this.#receive(notification),
    )
  }

  /** Connects the socket of a user whose session is open. */
  static async connect(
    session: ApiSession,
    onNotification: (desk: Desk, received: ReceivedNotification) => void = () => {},
  ): Promise<Desk> {
    const desk: Desk = new Desk(session, (received) => onNotification(desk, received))
    await desk.#socket.open
    return desk
  }

  call<C extends Route>(call: C, input?: CallInput<C>): Promise<ReplyOf<C>> {
    return callApi(this.#session, call, input)
  }

  async readAdverts(): Promise<void> {
    await this.call(adverts.advertList)
  }

  /** Reads the broker's list. Returns whether it has this agreement. */
  async readAgreements(agreementId: string | null): Promise<boolean> {
    const rows = await this.call(brokerUserExecutionListing)
    return rows.some(({ connectionAgreementId }) => connectionAgreementId === agreementId)
  }

  async draft({ equityId: securityId }: Equity): Promise<string> {
    const advert = await this.call(adverts.createAdvert, { body: { securityId } })
    if ('error' in advert) throw new Error(advert.error)
    return advert.id
  }

  async submit(terms: DeskTerms): Promise<void> {
    await this.call(adverts.submitAdvert, { body: submissionOf(terms) })
  }

  async modify(terms: DeskTerms): Promise<void> {
    await this.call(adverts.modifyAdvert, { body: submissionOf(terms) })
  }

  /** The next notification of this type. */
  next(message: Notification['message']): Promise<ReceivedNotification> {
    return new Promise((resolve) => this.#waiting.set(message, resolve))
  }

  async accept({ notification: { locate } }: ReceivedNotification): Promise<void> {
    if (!locate) throw new Error('the popup has no locate')
    const { direction, locateNotificationId: locationNotificationId } = locate
    await this.call(connectAcceptance, { body: { direction, locationNotificationId } })
  }

  close(): void {
    this.#socket.close()
  }

  #receive(notification: Notification): void {
    const received = { notification, at: performance.now() }
    const waiting = this.#waiting.get(notification.message)
    this.#waiting.delete(notification.message)
    waiting?.(received)
    this.#onNotification(received)
  }
}

/** What a desk of the bench chooses of an advert's terms. */
export interface DeskTerms {
  readonly id: string
  readonly equity: Equity
  readonly direction: Direction
  readonly brokerIds: readonly string[]
  /** Lots above twice the platform's minimum. */
  readonly extraLots: number
}

function submissionOf({ id, equity, direction, brokerIds, extraLots }: DeskTerms) {
  const { equityId: securityId, closePrice, lotSize } = equity
  return {
    id,
    securityId,
    duration: 'END_OF_DAY' as const,
    direction,
    shareQuantity: ceilLot(30_000_000 / closePrice, lotSize) + extraLots * lotSize,
    minimumQuantity: 25,
    credibilityHurdle: 10,
    brokerIds: [...brokerIds],
    ranked: false,
    transactionType: 'CASH_ONLY' as const,
    transactionTypePreference: 'CASH_ONLY' as const,
  }
}
