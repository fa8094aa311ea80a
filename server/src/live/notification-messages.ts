import { pushedFrameBody } from '@aitai/contract/routes/live.ts'
import type { Notification } from '@aitai/contract/schemas/notifications.ts'
import type { NotificationStore, StoredNotification } from '../market/notification-store.ts'
import type { NotificationPage, PushedNotification } from './notification-delivery.ts'
import { frameBody } from './stomp-frames.ts'

/** Encodes a notification once, however many sockets receive it. */
export const encodeNotification = ({ id, number, body }: StoredNotification): PushedNotification => ({
  id,
  number,
  body: frameBody(pushedFrameBody(JSON.stringify(body))),
})

/** Page size: after a long absence there may be many. */
const pageSize = 200

/** A user's unacknowledged notifications after a number, oldest first. `at` is now, in milliseconds UTC. */
export async function unackedNotificationPage(
  store: Pick<NotificationStore, 'unackedNotifications'>,
  userId: string,
  after: number,
  at: number,
): Promise<NotificationPage> {
  const found = await store.unackedNotifications(userId, after, pageSize)
  const pushed = found.map((stored) =>
    encodeNotification({ ...stored, body: withServerTime(stored.body, at) }),
  )
  return { pushed, isLast: found.length < pageSize }
}

/**
 * The popup counts down from the server time in the notification. Without this, one that is sent late would
 * show the full time again.
 */
function withServerTime(notification: Notification, at: number): Notification {
  const { locate } = notification
  return locate ? { ...notification, locate: { ...locate, serverTime: at } } : notification
}
