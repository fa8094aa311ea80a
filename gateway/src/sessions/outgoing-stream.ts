import type { SessionStore } from '../store/session-store.ts'
import type { Connection } from './connection.ts'
import type { SessionConfig } from './session-config.ts'
import { encodeAgain, encodeGapFill } from './session-encoding.ts'
import { redacted, type SessionLog } from './session-log.ts'

/** Messages that a replay holds in memory. */
const pageSize = 200

/** What follows once it is stored, in this order. */
export type Followup =
  | { readonly type: 'write'; readonly connection: Connection; readonly bytes: Buffer }
  | { readonly type: 'replay'; readonly connection: Connection; readonly from: number; readonly to: number }
  | { readonly type: 'end'; readonly connection: Connection }
  | { readonly type: 'call'; readonly call: () => void }

export interface OutgoingOptions {
  readonly config: SessionConfig
  readonly store: SessionStore
  readonly now: () => number
  readonly log: SessionLog | null
  /** Whether reading may go on once the counterparty has read. */
  readonly mayRead: () => boolean
  /** A replay failed; its connection ends. */
  readonly onFailure: (error: unknown) => void
}

/** What leaves a session, at the speed at which its counterparty reads. */
export class OutgoingStream {
  readonly #options: OutgoingOptions
  #stored: Followup[] = []
  #isFollowing = false

  constructor(options: OutgoingOptions) {
    this.#options = options
  }

  /** Carries out what follows, after what was there before. */
  follow(followups: readonly Followup[]): void {
    for (const followup of followups) this.#stored.push(followup)
    if (!this.#isFollowing) void this.#runFollowups()
  }

  /** One after the other, so that a replay is on the wire before what was sent after it. */
  async #runFollowups(): Promise<void> {
    this.#isFollowing = true
    while (this.#stored.length > 0) {
      const batch = this.#stored
      this.#stored = []
      for (const followup of batch) {
        if (followup.type === 'call') followup.call()
        else if (followup.type === 'write') {
          const { connection, bytes } = followup
          this.#write(connection, bytes)
          connection.addBacklog(-bytes.length)
          if (connection.isFull) await this.#whenRead(connection)
        } else if (followup.type === 'end') followup.connection.end()
        else await this.#replayOrEnd(followup.connection, followup.from, followup.to)
      }
    }
    this.#isFollowing = false
  }

  #write(connection: Connection, bytes: Buffer): void {
    const { config, log, now } = this.#options
    if (connection.isOpen) log?.({ at: now(), sessionId: config.id, direction: 'out', text: redacted(bytes) })
    connection.write(bytes)
  }

  /** A counterparty that does not read is not read from either. */
  async #whenRead(connection: Connection): Promise<void> {
    connection.socket.pause()
    await connection.whenRead()
    if (this.#options.mayRead()) connection.socket.resume()
  }

  async #replayOrEnd(connection: Connection, from: number, to: number): Promise<void> {
    try {
      await this.#replay(connection, from, to)
    } catch (error) {
      this.#options.onFailure(error)
      connection.end()
    }
  }

  /** Sends application messages again, and a gap fill for what lies between them. */
  async #replay(connection: Connection, from: number, to: number): Promise<void> {
    const { config, store, now } = this.#options
    let [next, unread] = [from, from]
    const fillTo = (seqNum: number): void => {
      if (seqNum > next) this.#write(connection, encodeGapFill(config, next, seqNum, now()))
    }
    for (let isLast = false; !isLast && connection.isOpen; ) {
      const page = await store.page(config.id, unread, to, pageSize)
      for (const { body, ...message } of page) {
        unread = message.seqNum + 1
        // A gap fill covers what cannot be read any more.
        if (body === null) continue
        fillTo(message.seqNum)
        this.#write(connection, encodeAgain(config, { ...message, body }, now()))
        next = message.seqNum + 1
      }
      isLast = page.length < pageSize
      await this.#whenRead(connection)
    }
    fillTo(to + 1)
  }
}
