import type { Notification } from '../schemas/notifications.ts'
import { basePath } from './route.ts'

/** SockJS is served here, STOMP 1.1 and 1.2 inside it. */
export const socketPath = `${basePath}/websocket-endpoint`

/** What every destination starts with; the rest is the user's token (rules 17). */
export const topicPrefix = '/topic/notifications/'

/** The one destination a session may subscribe to, with `ack: client`. */
export const notificationsTopic = (userToken: string): string => topicPrefix + userToken

/**
 * The code of the last notification before the server closes a session's sockets, by why the session ended:
 * a log-in elsewhere, time, its own log-off. Its `message` is '{user} logged out' or '{user} timed out' with
 * the user's name filled in, so this code is what tells it from all others.
 */
export const sessionEndCodes = {
  REPLACED: 'SESSION_REPLACED',
  TIMED_OUT: 'SESSION_TIMED_OUT',
  LOGGED_OUT: 'SESSION_LOGGED_OUT',
} as const
export type SessionEndReason = keyof typeof sessionEndCodes

const reasons = Object.keys(sessionEndCodes) as SessionEndReason[]

/** Why the session ended that a notification tells the end of, or null if it tells something else. */
export const sessionEndOf = ({ errorCode }: Pick<Notification, 'errorCode'>): SessionEndReason | null =>
  reasons.find((reason) => sessionEndCodes[reason] === errorCode) ?? null

/** The body of a pushed frame, from a Notification as JSON: a PushedFrame. */
export const pushedFrameBody = (notification: string): string => JSON.stringify({ message: notification })

/** The notification in the body of a pushed frame. */
export const parsePushedFrame = (body: string): Notification =>
  JSON.parse((JSON.parse(body) as { message: string }).message) as Notification

/**
 * Close codes of the socket, as its `onclose` shows them. All but `done` and `ended` ask for a new socket.
 */
export const closeCodes = {
  /** The client said DISCONNECT. */
  done: 1000,
  /** The server stops: reconnect now. */
  restarting: 1001,
  /** A STOMP ERROR told why. */
  refused: 1008,
  /** The session is over, as the last notification said. */
  ended: 4001,
  /** The session opened more sockets than it may have: the oldest gives way. */
  crowded: 4002,
} as const
