import type { Notification } from '../schemas/notifications.ts'
import { basePath } from './route.ts'

/** SockJS is served here, STOMP 1.1 and 1.2 inside it. */
export const socketPath = `${basePath}/websocket-endpoint`

/** A raw web socket, without SockJS's framing: each of its text messages is one frame of STOMP. */
export const rawSocketPath = `${socketPath}/websocket`

/** The versions of STOMP as subprotocols of a raw web socket, the newest first. */
export const subprotocols = ['v12.stomp', 'v11.stomp'] as const

/** Prefix of every destination, followed by the user's token. */
export const topicPrefix = '/topic/notifications/'

/** The one destination with notifications that a session may subscribe to, with `ack: client`. */
export const notificationsTopic = (userToken: string): string => topicPrefix + userToken

/** Prefix of the topics with public market data, followed by the id of a security. */
export const marketTopicPrefix = '/topic/market/'

/** The public market of a security, for the sockets of traders. Needs no acknowledgement. */
export const marketTopic = (securityId: string): string => marketTopicPrefix + securityId

/**
 * The code of the last notification before the server closes a session's sockets, by the reason of the end.
 * The notification's `message` contains the user's name, so only this code identifies it.
 */
export const sessionEndCodes = {
  REPLACED: 'SESSION_REPLACED',
  TIMED_OUT: 'SESSION_TIMED_OUT',
  LOGGED_OUT: 'SESSION_LOGGED_OUT',
} as const
type SessionEndReason = keyof typeof sessionEndCodes

const reasons = Object.keys(sessionEndCodes) as SessionEndReason[]

/** The reason if the notification is about the end of the session, otherwise null. */
export const sessionEndOf = ({ errorCode }: Pick<Notification, 'errorCode'>): SessionEndReason | null =>
  reasons.find((reason) => sessionEndCodes[reason] === errorCode) ?? null

/** The body of a pushed frame for a notification that is already JSON. */
export const pushedFrameBody = (notification: string): string => JSON.stringify({ message: notification })

/** The notification in the body of a pushed frame. */
export const parsePushedFrame = (body: string): Notification =>
  JSON.parse((JSON.parse(body) as { message: string }).message) as Notification

/** Close codes of the socket. After all but `done` and `ended` the client reconnects. */
export const closeCodes = {
  /** The client sent DISCONNECT. */
  done: 1000,
  /** The server is stopping. */
  restarting: 1001,
  /** A STOMP ERROR frame gave the reason. */
  refused: 1008,
  /** The session has ended; the last notification gave the reason. */
  ended: 4001,
  /** The session has too many sockets, and this was the oldest. */
  crowded: 4002,
} as const
