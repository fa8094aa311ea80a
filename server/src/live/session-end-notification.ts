import { sessionNotificationTypes } from '@aitai/contract/codes.ts'
import { writtenName } from '@aitai/contract/routes/console/account-fields.ts'
import { pushedFrameBody, sessionEndCodes } from '@aitai/contract/routes/live.ts'
import type { Notification } from '@aitai/contract/schemas/notifications.ts'
import type { EndReason, Session } from '../accounts/session-rows.ts'
import { randomId } from '../random.ts'

/** The last notification before a session's sockets are closed: '{user} logged out' or '{user} timed out'. */
export function sessionEndNotification(
  session: Session,
  reason: EndReason,
  at: number,
): { id: string; body: string } {
  const { firstName, lastName } = session
  const [loggedOut, timedOut] = sessionNotificationTypes
  const type = reason === 'TIMED_OUT' ? timedOut : loggedOut
  const notification: Notification = {
    id: randomId(),
    message: type.replace('{user}', () => writtenName({ firstName, lastName })),
    messageType: 'statusAlert',
    securityId: null,
    advertisementId: null,
    locateNotificationId: null,
    connectionAgreementId: null,
    buyStatus: null,
    sellStatus: null,
    brokerUserName: null,
    confirmedBy: null,
    errorCode: sessionEndCodes[reason],
    errorMessage: null,
    firstName,
    lastName,
    timestamp: at,
    ack: false,
    visible: true,
    locate: null,
  }
  return { id: notification.id, body: pushedFrameBody(JSON.stringify(notification)) }
}
