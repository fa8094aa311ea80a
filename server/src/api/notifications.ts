import { notifications } from '@aitai/contract/routes/notifications.ts'
import type { Notification } from '@aitai/contract/schemas/notifications.ts'
import { tradingDay } from '@aitai/engine/calendar/calendar.ts'
import type { AppContext } from '../context.ts'
import { serve } from './serve.ts'

/** A user's notifications that have not been dismissed (docs/rules.md §17). */
export function notificationCalls(app: AppContext): void {
  serve(app, notifications, async (_, { userId }) => {
    const day = tradingDay(app.now())
    return (await app.notices.listNotifications(userId)).map((each) => withoutOldPassword(each, day))
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
