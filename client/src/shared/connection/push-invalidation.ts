import type { NotificationType } from '@aitai/engine/notifications.ts'
import type { Tag } from '../api/base-api.ts'

/**
 * The tags that each pushed message invalidates. A push invalidates and does not patch
 * (docs/architecture.md).
 */
const refreshes: Readonly<Record<NotificationType, readonly Tag[]>> = {
  'Contra Located': ['Adverts', 'Locates'],
  'Contra Connection Accepted!': ['Adverts', 'Locates', 'User'],
  'Contra Connection Declined': ['Adverts', 'Locates', 'User'],
  'Connection Declined': ['Adverts', 'Locates', 'User'],
  'Contra locate timeout': ['Adverts', 'Locates', 'User'],
  USER_ACCEPTED_LOCATE: ['Adverts', 'Locates'],
  USER_RESUMED_ADVERT: ['Adverts'],
  ADVERT_UPDATED: ['Adverts'],
  ADVERT_SUBMITTED: ['Adverts'],
  'Advertisement expired': ['Adverts'],
  LOCATE_ERROR: ['Adverts', 'Locates'],
  CANCEL_TRIGGER: ['Adverts'],
  MARKET_ERROR: ['Adverts'],
  'New IOI Match Confirmed': ['Agreements'],
  'Connection confirmed': ['Agreements'],
  'Connection status updated': ['Agreements'],
  NOT_EXECUTED_REPORTED: ['Adverts', 'Locates', 'User'],
  NOT_EXECUTED_WITHDRAWN: ['Adverts', 'Locates', 'User'],
  EXECUTION_REPORTED: ['Adverts', 'Locates'],
  EXECUTION_WITHDRAWN: ['Adverts', 'Locates'],
  BROKER_CONFIRMED: ['Locates'],
  BROKER_CONFIRMATION_UNDONE: ['Locates'],
  DESK_HEAD_PAUSED: ['Adverts'],
  DESK_HEAD_RESUMED: ['Adverts'],
  DESK_HEAD_CANCELLED: ['Adverts'],
  OPERATOR_CANCELLED: ['Adverts'],
  AUTO_RENEWED: ['Adverts'],
  AUTO_RESUMED: ['Adverts'],
}

const isNotificationType = (message: string): message is NotificationType => Object.hasOwn(refreshes, message)

/** The cached data that a message invalidates; every message is also in the bell. */
export const tagsInvalidatedBy = (message: string): readonly Tag[] => [
  'Notifications',
  ...(isNotificationType(message) ? refreshes[message] : []),
]

/** '{user} logged out' and '{user} timed out' end the session of the receiver (docs/specification.md §4). */
export function sessionEndIn(message: string): 'SESSION_REPLACED' | 'SESSION_TIMED_OUT' | null {
  if (message.endsWith(' logged out')) return 'SESSION_REPLACED'
  return message.endsWith(' timed out') ? 'SESSION_TIMED_OUT' : null
}
