import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type { EndedSession, Session } from '../accounts/session-rows.ts'
import type { PushedNotification } from './notification-delivery.ts'
import type { Presence } from './presence.ts'

/** An authenticated socket. */
export interface ConnectedSocket {
  /** Whether the session of its token is still open. Checked periodically. */
  hasLiveSession(): Promise<boolean>
  /** Sends the reason for the session's end as the last message, and closes. */
  sessionEnded(session: Session, ended: EndedSession): void
  /** Closes in favour of a newer socket of the same session. */
  closeForNewerSocket(): void
  /** Closes because the session ended in another process. */
  expire(): void
}

/** Receives the notifications of one user. */
interface NotificationSubscriber {
  push(pushed: PushedNotification): void
}

interface SessionSockets {
  readonly session: Session
  /** The oldest first. */
  readonly sockets: Set<ConnectedSocket>
}

/** Follows which traders have sockets. */
type TraderSockets = Pick<Presence, 'socketOpened' | 'socketClosed' | 'sessionEnded'>

/** All connected sockets by session, and subscribers by user. Keyed by token hash, never by token. */
export class Hub {
  readonly #presence: TraderSockets
  readonly #socketsPerSession: number
  readonly #sessions = new Map<string, SessionSockets>()
  readonly #subscribers = new Map<string, Set<NotificationSubscriber>>()

  constructor(presence: TraderSockets, socketsPerSession: number) {
    this.#presence = presence
    this.#socketsPerSession = socketsPerSession
  }

  /** Adds an authenticated socket. Beyond the limit the oldest is closed, since it may well be dead. */
  join(session: Session, socket: ConnectedSocket): void {
    const own = this.#sessions.get(session.tokenHash) ?? { session, sockets: new Set() }
    this.#sessions.set(session.tokenHash, own)
    own.sockets.add(socket)
    if (own.sockets.size <= this.#socketsPerSession) return
    const [oldest] = own.sockets
    oldest?.closeForNewerSocket()
  }

  leave({ tokenHash }: Session, socket: ConnectedSocket): void {
    const own = this.#sessions.get(tokenHash)
    own?.sockets.delete(socket)
    if (own?.sockets.size === 0) this.#sessions.delete(tokenHash)
  }

  subscribe(session: Session, subscriber: NotificationSubscriber): void {
    const { userId } = session
    const own = this.#subscribers.get(userId) ?? new Set()
    this.#subscribers.set(userId, own.add(subscriber))
    if (makesPresent(session)) void this.#presence.socketOpened(userId)
  }

  unsubscribe(session: Session, subscriber: NotificationSubscriber): void {
    const { userId } = session
    const own = this.#subscribers.get(userId)
    if (!own?.delete(subscriber)) return
    if (own.size === 0) this.#subscribers.delete(userId)
    if (makesPresent(session)) this.#presence.socketClosed(userId)
  }

  /** Whether the user has subscribers; without any, a notification need not be encoded. */
  hasSubscribers(userId: string): boolean {
    return this.#subscribers.has(userId)
  }

  push(userId: string, pushed: PushedNotification): void {
    for (const subscriber of this.#subscribers.get(userId) ?? []) subscriber.push(pushed)
  }

  /** A session ended, here or in another process. May be called again for the same end. */
  endSession(ended: EndedSession): void {
    const own = this.#sessions.get(ended.tokenHash)
    if (own) for (const socket of [...own.sockets]) socket.sessionEnded(own.session, ended)
    if (ended.leavesMarket) this.#presence.sessionEnded(ended.userId)
  }

  /**
   * Looks up every session again, since another process may have ended it. Commands and replies go between two
   * sessions: SQLite answers without a turn of the event loop, and a thousand sessions in one turn held up all others.
   */
  async recheck(): Promise<void> {
    for (const { sockets } of [...this.#sessions.values()]) {
      const [first] = sockets
      if (first && !(await first.hasLiveSession())) for (const socket of [...sockets]) socket.expire()
      await yieldToEventLoop()
    }
  }
}

/** Only where a trader's locates can be answered: those of an OMS need the consent of its institution. */
const makesPresent = ({ role, isForAnswers }: Session): boolean => role === 'TRADER' && isForAnswers
