import type { FixMessage } from '../wire/fix-message.ts'

/** The versions of FIX that a session may speak, as they stand in BeginString (8). */
export type BeginString = 'FIX.4.2' | 'FIX.4.4'

/**
 * A message to a counterparty. Its fields are those of the body, repeating groups in the order of the dictionary;
 * a routing field of the header (50, 57, 97, 115, 116, 128, 129, 142 to 145) is moved into the header. The
 * session adds 8, 9, 34, 35, 43, 49, 52, 56, 122 and 10.
 */
export interface OutgoingMessage extends FixMessage {
  /**
   * Names what this message reports, for example its ExecID. A second message of the same session with the same
   * name is not sent until the numbers start again at 1, which is each day, so that an application that starts
   * again after a crash may report everything of the day once more.
   */
  readonly once?: string
}

/** An application message of a counterparty, validated against the dictionary of its session. */
export interface ReceivedMessage {
  /** The message with the fields of its header (34, 49, 52, 56 and so on), without 8, 9, 35 and 10. */
  readonly message: FixMessage
  readonly seqNum: number
  /**
   * Whether the counterparty sent it again because we asked it to (PossDupFlag 43). It was not confirmed before,
   * but a process that ended in between may have acted on it: look whether its ClOrdID is known.
   */
  readonly isPossDup: boolean
  /** Whether the counterparty sent its contents again under a new number (PossResend 97). */
  readonly isPossResend: boolean
}

/** A configured session with one counterparty, logged on or not. */
export interface FixSession {
  /** The id of its configuration. */
  readonly id: string
  readonly beginString: BeginString
  /** The CompID of the counterparty. */
  readonly counterparty: string
  readonly isLoggedOn: boolean
  /** Whether a message with this name (`once`) was given to `send`, or returned as a reply, since the numbers began. */
  hasSent(once: string): boolean
  /**
   * Gives messages their numbers, stores them and then writes them. Resolves once they are stored, which is before
   * they are on the wire. While the counterparty is logged off they are stored only: it notices the gap at its
   * next Logon, asks for them and receives them as PossDup. Rejects if this process lost its right to write.
   */
  send(...messages: readonly OutgoingMessage[]): Promise<void>
}

/**
 * What messages mean. The session layer calls it with what a counterparty is allowed to send at that moment;
 * Logon, Heartbeat, ResendRequest and the other messages of the session protocol never reach it.
 *
 * Delivery is at least once, in the order of the sequence numbers. The number of a message is confirmed in the
 * transaction that stores the messages which `onMessage` returns. After a crash before that transaction the
 * counterparty gets a request for the message, and `onMessage` sees it with `isPossDup`; after a crash behind it
 * the counterparty asks for our messages, and `onMessage` sees nothing. What an application does outside of this
 * transaction, such as a call to the server, must therefore be idempotent by the ClOrdID (11) of the message.
 */
export interface FixApplication {
  /**
   * How many messages of one session may be in work at the same time, 1 unless given. They are started in the order
   * of their numbers; an application that takes several keeps the messages of one order in order.
   */
  readonly concurrency?: number
  /** The session is logged on: our Logon is stored. Messages that are sent from here on follow it. */
  onLogon(session: FixSession): void
  /** The session is no longer logged on, for whichever reason. */
  onLogout(session: FixSession): void
  /**
   * Acts on a message and returns the replies. Until it resolves, the message is not confirmed. If it rejects, which
   * is a bug, the counterparty receives a Business Message Reject (380=4, application not available), and the
   * message is confirmed, because a message that fails each time would otherwise stop its session forever.
   */
  onMessage(
    received: ReceivedMessage,
    session: FixSession,
  ): readonly OutgoingMessage[] | Promise<readonly OutgoingMessage[]>
}
