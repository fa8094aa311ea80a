import { pushedFrameBody } from '@aitai/contract/live.ts'
import type { Notification } from '@aitai/contract/notifications.ts'
import type { NotificationStore, StoredNotification } from '../market/notification-store.ts'
import type { NotificationPage, PushedNotification } from './notification-delivery.ts'
import { frameBody } from './stomp-frames.ts'

/** A notice encoded for the wire: once, however many sockets get it. */
export const encodeNotification = ({ id, number, body }: StoredNotification): PushedNotification => ({
  id,
  number,
  body: frameBody(pushedFrameBody(JSON.stringify(body))),
})

/** How many notices are read at once: a long absence comes in pieces. */
const noticesAtOnce = 200

/** What a user has not acknowledged after a number, oldest first. `at` is the moment, in milliseconds UTC. */
export async function unackedNotificationPage(
  notices: Pick<NotificationStore, 'unackedNotices'>,
  userId: string,
  after: number,
  at: number,
): Promise<NotificationPage> {
  const found = await notices.unackedNotices(userId, after, noticesAtOnce)
  const pushed = found.map((notice) => encodeNotification({ ...notice, body: toldAgain(notice.body, at) }))
  return { pushed, isLast: found.length < noticesAtOnce }
}

/** The popup counts down from the server's clock: told late, an old one would show the whole time again. */
function toldAgain(notification: Notification, at: number): Notification {
  const { locate } = notification
  return locate ? { ...notification, locate: { ...locate, serverTime: at } } : notification
}
