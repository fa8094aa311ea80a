import type { Role } from '@aitai/contract/codes.ts'
import type { Notification } from '@aitai/contract/schemas/notifications.ts'
import { isLasting, replacedNotifications, subjectOf } from '@aitai/engine/notification-replacement.ts'
import { isMissedLocate } from '../shared/connection/received-notifications.ts'

/** Kinds that a click acknowledges; the others open in full first. */
const acknowledgedByClick: readonly string[] = [
  'Advertisement expired',
  'CANCEL_TRIGGER',
  'USER_ACCEPTED_LOCATE',
  'MARKET_ERROR',
]

/**
 * A line of the bell: the newest notification of its security, and those it replaced, which are read with it.
 */
export interface NotificationLineData {
  readonly notification: Notification
  readonly replacedIds: readonly string[]
}

/** The second side's confirmation causes an update notification and, at the same time, its result. */
const sortsLast = ({ message }: Notification): number => Number(message === 'Connection confirmed')

/** Merges the server's list and pushes, each notification once, acknowledged if it is in either. */
export function mergeNotifications(
  listed: readonly Notification[],
  received: readonly Notification[],
  acknowledged: readonly string[],
): Notification[] {
  const byId = new Map<string, Notification>()
  for (const notification of [...received, ...listed]) byId.set(notification.id, notification)
  const seen = new Set(acknowledged)
  return [...byId.values()]
    .map((notification) => (seen.has(notification.id) ? { ...notification, ack: true } : notification))
    .filter((notification) => notification.visible || isMissedLocate(notification))
    .sort((a, b) => b.timestamp - a.timestamp || sortsLast(b) - sortsLast(a) || (a.id < b.id ? 1 : -1))
}

/**
 * The lines to show, newest first: a newer notification replaces the older one on the same subject, but never
 * an unseen missed locate.
 */
export function toLines(notifications: readonly Notification[]): NotificationLineData[] {
  const replaced = replacedNotifications(
    notifications,
    subjectOf,
    (notification) => isLasting(notification) || isMissedLocate(notification),
  )
  const lines = new Map<Notification, string[]>()
  for (const notification of notifications) if (!replaced.has(notification)) lines.set(notification, [])
  for (const [older, newest] of replaced) lines.get(newest)?.push(older.id)
  return [...lines].map(([notification, replacedIds]) => ({ notification, replacedIds }))
}

export const isAcknowledgedByClick = ({ message }: Notification): boolean =>
  acknowledgedByClick.includes(message)

/** Whether a line is a missed locate that nobody has looked at; it has a badge of its own. */
export const isMissed = ({ notification }: NotificationLineData): boolean => isMissedLocate(notification)

/** Whether a line is unread. */
export const isUnread = (line: NotificationLineData): boolean => !line.notification.ack && !isMissed(line)

/** Whether a line is still to be read: unread, or a missed locate. */
export const isOpenLine = (line: NotificationLineData): boolean => isUnread(line) || isMissed(line)

/**
 * Open lines first, each part newest first. `wereOpen` has the ids of those that were open a moment ago, so that a
 * line that is read does not leave the place under the hand.
 */
export function openLinesFirst(
  lines: readonly NotificationLineData[],
  wereOpen: ReadonlySet<string>,
): NotificationLineData[] {
  const isFirst = (line: NotificationLineData): boolean =>
    isOpenLine(line) || wereOpen.has(line.notification.id)
  return [...lines.filter(isFirst), ...lines.filter((line) => !isFirst(line))]
}

export const bellTabsOf = (role: Role): readonly ['statusAlert', 'located' | 'acknowledged'] =>
  role === 'TRADER' ? ['statusAlert', 'located'] : ['statusAlert', 'acknowledged']
export type BellTab = ReturnType<typeof bellTabsOf>[number]

/** Which tab a line is on: traders by alert or locate, brokers by open or acknowledged. */
export function bellTabOf({ notification }: NotificationLineData, role: Role): BellTab {
  if (role === 'TRADER') return notification.messageType === 'locate' ? 'located' : 'statusAlert'
  return notification.ack ? 'acknowledged' : 'statusAlert'
}
