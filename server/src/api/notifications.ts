import { notifications } from '@aitai/contract/routes/notifications.ts'
import { Notification } from '@aitai/contract/schemas/notifications.ts'
import { tradingDay } from '@aitai/engine/calendar/trading-days.ts'
import type { AppContext } from '../context.ts'
import { storedValueParser } from '../http/validation.ts'
import { serve } from './serve.ts'

/**
 * During a rolling upgrade a newer version stores notifications that this one lists. One that it cannot read is left
 * out, because it would fail the whole list (docs/decisions/0079-notifications-of-newer-versions.md).
 */
const readNotification = storedValueParser(Notification)

/** A user's notifications that have not been dismissed (docs/rules.md §17). */
export function notificationCalls(app: AppContext): void {
  serve(app, notifications, async (_, { userId }) => {
    const day = tradingDay(app.now())
    const stored = await app.notificationStore.listNotifications(userId)
    return stored
      .map(readNotification)
      .filter((each) => each !== null)
      .map((each) => withoutOldPassword(each, day))
  })
}

/**
 * A trader's password is shown until the end of the trading day of its agreement (docs/rules.md §9), also
 * where a notification carries it.
 */
function withoutOldPassword(notification: Notification, day: number): Notification {
  const { locate, timestamp } = notification
  if (!locate?.password || tradingDay(timestamp) >= day) return notification
  return { ...notification, locate: { ...locate, password: null } }
}
