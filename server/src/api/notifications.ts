import { notifications } from '@aitai/contract/routes/notifications.ts'
import type { AppContext } from '../context.ts'
import { serve } from './serve.ts'

/** What a user was told and has not put away (rules 17). */
export function notificationCalls(app: AppContext): void {
  serve(app, notifications, async (_, { userId }) => [...(await app.notices.listNotifications(userId))])
}
