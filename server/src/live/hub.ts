import type { Session } from '../accounts/session-rows.ts'
import type { EndedSession } from '../accounts/sessions.ts'
import type { PushedNotification } from './notification-delivery.ts'
import type { Presence } from './presence.ts'

/** A socket that has shown a token. */
export interface ConnectedSocket {
  /** Whether the session of its token still lives. It is asked again from time to time. */
  lives(): Promise<boolean>
  /** Tells why the session ended, as its last message, and closes. */
  sessionEnded(session: Session, ended: EndedSession): void
  /** A newer socket of its session takes its place. */
  giveWay(): void
  /** Its session is gone without a word. */
  expire(): void
}

/** Who reads what a user is told. */
export interface NotificationSubscriber {
  push(pushed: PushedNotification): void
}

interface Room {
  readonly session: Session
  /** The oldest first. */
  readonly members: Set<ConnectedSocket>
}

/** Who is connected: sockets by session, readers by user. Tokens are no key of anything (quality 2.4). */
export class Hub {
  readonly #presence: Presence
  readonly #socketsPerSession: number
  readonly #rooms = new Map<string, Room>()
  readonly #readers = new Map<string, Set<NotificationSubscriber>>()

  constructor(presence: Presence, socketsPerSession: number) {
    this.#presence = presence
    this.#socketsPerSession = socketsPerSession
  }

  /** A socket has shown a session's token. Beyond the limit the oldest gives way, for it may well be dead. */
  join(session: Session, member: ConnectedSocket): void {
    const room = this.#rooms.get(session.tokenHash) ?? { session, members: new Set() }
    this.#rooms.set(session.tokenHash, room)
    room.members.add(member)
    if (room.members.size <= this.#socketsPerSession) return
    const [oldest] = room.members
    oldest?.giveWay()
  }

  leave({ tokenHash }: Session, member: ConnectedSocket): void {
    const room = this.#rooms.get(tokenHash)
    room?.members.delete(member)
    if (room?.members.size === 0) this.#rooms.delete(tokenHash)
  }

  listen({ userId, role }: Session, reader: NotificationSubscriber): void {
    const own = this.#readers.get(userId) ?? new Set()
    this.#readers.set(userId, own.add(reader))
    if (role === 'TRADER') void this.#presence.came(userId)
  }

  unlisten({ userId, role }: Session, reader: NotificationSubscriber): void {
    const own = this.#readers.get(userId)
    if (!own?.delete(reader)) return
    if (own.size === 0) this.#readers.delete(userId)
    if (role === 'TRADER') this.#presence.left(userId)
  }

  /** Whether anybody reads what a user is told: what nobody reads need not be encoded. */
  hasReaders(userId: string): boolean {
    return this.#readers.has(userId)
  }

  push(userId: string, pushed: PushedNotification): void {
    for (const reader of this.#readers.get(userId) ?? []) reader.push(pushed)
  }

  endSession(ended: EndedSession): void {
    const room = this.#rooms.get(ended.tokenHash)
    if (room) for (const member of [...room.members]) member.sessionEnded(room.session, ended)
    if (ended.reason !== 'REPLACED') this.#presence.sessionEnded(ended.userId)
  }

  /** Looks every session up again: one may have been ended by another process. */
  async recheck(): Promise<void> {
    for (const { members } of [...this.#rooms.values()]) {
      const [first] = members
      if (first && !(await first.lives())) for (const member of [...members]) member.expire()
    }
  }
}
