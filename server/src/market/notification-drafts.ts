import type { LocateNotification } from '@aitai/contract/schemas/locates.ts'
import type { Notification } from '@aitai/contract/schemas/notifications.ts'
import type { State } from '@aitai/engine/model/state.ts'
import type { EngineNotification } from '@aitai/engine/notifications.ts'
import { isTextKey, textIn } from '@aitai/messages/texts.ts'
import type { Names } from '../reference/names.ts'
import { locateView, personName } from './views.ts'

/** A notification for one receiver, before it has a number in the journal. */
export interface NotificationDraft {
  readonly userId: string
  readonly body: Omit<Notification, 'id'>
}

/**
 * The notifications of one event for each receiver, read from the state right after it. A broker's
 * notification goes to every active user of that broker. `at` is the time of the event.
 */
export function notificationDraftsOf(
  state: State,
  notification: EngineNotification,
  names: Names,
  at: number,
): NotificationDraft[] {
  const { to } = notification
  const receivers = 'traderId' in to ? [to.traderId] : (names.brokerUsers.get(to.brokerId) ?? [])
  return receivers.map((userId) => ({ userId, body: bodyFor(userId, state, notification, names, at) }))
}

function bodyFor(
  userId: string,
  state: State,
  notification: EngineNotification,
  names: Names,
  at: number,
): NotificationDraft['body'] {
  const receiver = names.people.get(userId)
  const confirmed = notification.message === 'Connection confirmed'
  const brokerUserName = personName(names, notification.brokerUserId)
  return {
    message: notification.message,
    messageType: notification.messageType,
    securityId: notification.securityId,
    advertisementId: notification.advertId,
    locateNotificationId: notification.locateId,
    connectionAgreementId: notification.agreementId,
    ...received(state, notification),
    brokerUserName,
    confirmedBy: confirmed ? brokerUserName : null,
    ...(notification.deskHeadId === null
      ? {}
      : { deskHeadName: personName(names, notification.deskHeadId) ?? '' }),
    errorCode: notification.errorCode,
    errorMessage:
      notification.errorCode && isTextKey(notification.errorCode)
        ? textIn('En', notification.errorCode)
        : null,
    firstName: receiver?.firstName ?? '',
    lastName: receiver?.lastName ?? '',
    timestamp: at,
    ack: false,
    visible: true,
    locate: locateFor(userId, state, notification, names, at),
  }
}

/** What the broker has executed so far, on notifications to the broker only. */
function received(
  state: State,
  { to, agreementId }: EngineNotification,
): Pick<Notification, 'buyStatus' | 'sellStatus'> {
  const agreement = 'brokerId' in to && agreementId ? state.agreements.get(agreementId) : undefined
  return { buyStatus: agreement?.received.BUY ?? null, sellStatus: agreement?.received.SELL ?? null }
}

/** The receiver's own side of the locate. Notifications to brokers name none. */
function locateFor(
  userId: string,
  state: State,
  { locateId }: EngineNotification,
  names: Names,
  at: number,
): LocateNotification | null {
  const locate = locateId ? state.locates.get(locateId) : undefined
  return locate ? locateView(state, locate, userId, names, at) : null
}
