import { pushedBody } from '@aitai/contract/live.ts'
import type { Notification } from '@aitai/contract/notifications.ts'
import type { Notices, StoredNotice } from '../notices.ts'
import type { Page, Pushed } from './delivery.ts'
import { bodyOf } from './frames.ts'

/** A notice encoded for the wire: once, however many sockets get it. */
export const pushedOf = ({ id, number, body }: StoredNotice): Pushed => ({
  id,
  number,
  body: bodyOf(pushedBody(JSON.stringify(body))),
})

/** How many notices are read at once: a long absence comes in pieces. */
const noticesAtOnce = 200

/** What a user has not acknowledged after a number, oldest first. `at` is the moment, in milliseconds UTC. */
export async function unackedPage(
  notices: Pick<Notices, 'unackedNotices'>,
  userId: string,
  after: number,
  at: number,
): Promise<Page> {
  const found = await notices.unackedNotices(userId, after, noticesAtOnce)
  const pushed = found.map((notice) => pushedOf({ ...notice, body: toldAgain(notice.body, at) }))
  return { pushed, isLast: found.length < noticesAtOnce }
}

/** The popup counts down from the server's clock: told late, an old one would show the whole time again. */
function toldAgain(notification: Notification, at: number): Notification {
  const { locate } = notification
  return locate ? { ...notification, locate: { ...locate, serverTime: at } } : notification
}
