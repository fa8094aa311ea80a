import type { FixField, FixMessage } from '../wire/fix-message.ts'
import type { OutgoingMessage, ReceivedMessage } from './application.ts'

/** A message that waits for a gap before it to close, and when it was received. */
export interface QueuedMessage {
  readonly message: FixMessage
  readonly at: number
}

/** Where a session stands. Times are milliseconds since the epoch. */
export interface SessionState {
  readonly phase: 'disconnected' | 'loggedOn' | 'loggingOut'
  /** The number that the next message of the counterparty should have. */
  readonly nextIn: number
  /** The number that our next message gets. */
  readonly nextOut: number
  /** When the day began to which the numbers belong. */
  readonly dayStart: number
  readonly heartbeatMs: number
  readonly lastReceivedAt: number
  readonly lastSentAt: number
  /** How many test requests were sent since the last message of the counterparty. */
  readonly testRequests: number
  readonly logoutAt: number
  /**
   * The gap for which we have asked: the first number, the last one that was known to be missing, and when we asked
   * or last received one of them.
   */
  readonly requested: { readonly from: number; readonly to: number; readonly at: number } | null
  readonly queue: ReadonlyMap<number, QueuedMessage>
}

/** Returns the state of a session that is not connected. */
export const disconnectedState = (nextIn: number, nextOut: number, dayStart: number): SessionState => ({
  phase: 'disconnected',
  nextIn,
  nextOut,
  dayStart,
  heartbeatMs: 0,
  lastReceivedAt: 0,
  lastSentAt: 0,
  testRequests: 0,
  logoutAt: 0,
  requested: null,
  queue: new Map(),
})

/** What happens to a session. */
export type SessionInput =
  /** A connection whose identity is established sent this Logon. */
  | { readonly type: 'logon'; readonly message: FixMessage }
  | { readonly type: 'message'; readonly beginString: string; readonly message: FixMessage }
  /** A message beyond the limit. */
  | { readonly type: 'tooLong'; readonly maximumLength: number }
  | { readonly type: 'disconnected' }
  /** Time passes; while we do not read, the silence is not the counterparty's. */
  | { readonly type: 'tick'; readonly isReading: boolean }
  /** The application sends. */
  | { readonly type: 'send'; readonly messages: readonly OutgoingMessage[] }
  /** We log the counterparty out. */
  | { readonly type: 'logout'; readonly text: string }
  /** An operator starts again at 1, or sets the numbers; the counterparty is disconnected. */
  | { readonly type: 'reset' }
  | { readonly type: 'setNumbers'; readonly nextIn: number; readonly nextOut: number }

/** A message of ours with its number. */
export interface SentMessage {
  readonly seqNum: number
  readonly at: number
  readonly type: string
  /** Fields of the header besides those that each message has. */
  readonly routing: readonly FixField[]
  readonly body: readonly FixField[]
  /** Whether it is sent again on request; an administrative message is replaced by a gap fill. */
  readonly isApplication: boolean
  readonly once?: string
}

/** What a session does, in this order. */
export type SessionEffect =
  | { readonly type: 'send'; readonly message: SentMessage }
  /** Sends again what has these numbers, both included. */
  | { readonly type: 'replay'; readonly from: number; readonly to: number }
  | { readonly type: 'deliver'; readonly received: ReceivedMessage }
  | { readonly type: 'loggedOn' }
  | { readonly type: 'loggedOut' }
  /** Forgets what was sent. The numbers start again. */
  | { readonly type: 'reset' }
  | { readonly type: 'disconnect'; readonly reason: string }
