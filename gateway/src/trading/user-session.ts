import type { Notification } from '@aitai/contract/schemas/notifications.ts'
import type { FixSession, OutgoingMessage, ReceivedMessage } from '../sessions/application.ts'

/** What a FIX session of one user does with its messages. */
export interface UserSession {
  /** The counterparty is logged on. */
  onLogon(session: FixSession): void
  /** It is not any more. */
  onLogout(): void
  /** Carries out a message and returns the replies, as FixApplication says. */
  onMessage(received: ReceivedMessage, session: FixSession): Promise<readonly OutgoingMessage[]>
  /** Something may have changed: by a notification, or null to look in any case. */
  changed(notification: Notification | null): void
  close(): Promise<void>
}
