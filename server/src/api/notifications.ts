import { notifications } from '@aitai/contract/routes/notifications.ts'
import type { AppContext } from '../context.ts'
import { serve } from './serve.ts'

/** A user's notifications that have not been dismissed (docs/rules.md §17). */
export function notificationCalls(app: AppContext): void {
  serve(app, notifications, async (_, { userId }) => [...(await app.notices.listNotifications(userId))])
}
