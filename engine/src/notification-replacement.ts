import type { NotificationType } from './notifications.ts'

/** What decides whether one notification replaces another. */
export interface ReplaceableNotification {
  readonly message: string
  readonly securityId: string | null
  readonly connectionAgreementId: string | null
  /** Null except for a broker's notification, which is about an agreement. */
  readonly buyStatus: unknown
}

/** Notifications that no newer one replaces (docs/specification.md §4). */
export const lastingNotifications: readonly NotificationType[] = [
  'Contra Connection Accepted!',
  'Advertisement expired',
]

export const isLasting = ({ message }: ReplaceableNotification): boolean =>
  (lastingNotifications as readonly string[]).includes(message)

/** Notifications to traders that are about an agreement. */
const agreementNotifications: readonly NotificationType[] = [
  'NOT_EXECUTED_REPORTED',
  'NOT_EXECUTED_WITHDRAWN',
  'EXECUTION_REPORTED',
  'EXECUTION_WITHDRAWN',
  'BROKER_CONFIRMED',
  'BROKER_CONFIRMATION_UNDONE',
]

/**
 * The subject of a notification, or null if it has none. A newer one on a security replaces the older one
 * (docs/specification.md §4). A broker's are by agreement, because several institutions may agree in one
 * security and one agreement must not hide another. Reports of the broker about an execution are by agreement
 * too, because the next IOI in the security must not hide them.
 */
export const subjectOf = ({
  message,
  securityId,
  connectionAgreementId,
  buyStatus,
}: ReplaceableNotification): string | null =>
  buyStatus !== null || (agreementNotifications as readonly string[]).includes(message)
    ? connectionAgreementId
    : securityId

/**
 * Maps each notification that a newer one on its subject replaces to the newest one on that subject.
 * `keyOf` returns the subject, or null if there is none; what `isKept` holds is never replaced.
 */
export function replacedNotifications<T>(
  newestFirst: readonly T[],
  keyOf: (notification: T) => string | null,
  isKept: (notification: T) => boolean,
): Map<T, T> {
  const newestBySubject = new Map<string, T>()
  const replaced = new Map<T, T>()
  for (const notification of newestFirst) {
    const key = keyOf(notification)
    if (key === null) continue
    const newest = newestBySubject.get(key)
    if (newest === undefined) newestBySubject.set(key, notification)
    else if (!isKept(notification)) replaced.set(notification, newest)
  }
  return replaced
}
