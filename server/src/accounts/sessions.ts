import type { Kysely, Transaction } from 'kysely'
import { recordAuditEvent } from '../database/audit-events.ts'
import { isDatabaseUnavailable } from '../database/database-errors.ts'
import type { Database } from '../database/schema.ts'
import { unauthorized } from '../http/failures.ts'
import {
  type EndReason,
  lockPersonRow,
  markSessionsEnded,
  type Session,
  type SessionKind,
  sessionOf,
  storeUsualNetwork,
} from './session-rows.ts'
import { hashOfToken, newToken } from './tokens.ts'

/** What a log-in has shown before it gets its session. */
export interface LoginProof {
  /** Of the password it gave: see `versionOf`. */
  readonly passwordVersion: string
  /** Where from, as a keyed hash. */
  readonly network: string
}

/** A new session, and its token, which is told once. */
export interface OpenedSession {
  readonly token: string
  readonly startedAt: number
}

export interface EndedSession {
  readonly tokenHash: string
  readonly userId: string
  readonly reason: EndReason
}

export interface SessionTimes {
  /** Without any request. */
  readonly idleMs: number
  /** From the sign-in. */
  readonly absoluteMs: number
}

export const sessionTimes: SessionTimes = { idleMs: 60 * 60_000, absoluteMs: 12 * 3_600_000 }

/** How exactly the last request of a session is written down; in memory it is exact. */
const writeSeenEveryMs = 60_000
/** How long the reason of an end is kept for the answer to a late request. */
const keepEndedMs = 48 * 3_600_000

interface Sources {
  readonly database: Kysely<Database>
  /** Milliseconds UTC. */
  readonly now: () => number
  readonly times?: SessionTimes
  /** What the market must do before a session is over, for its owner leaves (rules 16). */
  readonly leave: (userId: string, reason: 'LOGGED_OUT' | 'TIMED_OUT') => Promise<void>
}

/** What was found for a token: a session, why there is none any more, or nothing. */
export type SessionLookup =
  | { readonly session: Session; readonly ended?: never }
  | { readonly ended: EndReason; readonly session?: never }
  | null

/** The sessions, one per user at most. */
export class Sessions {
  readonly #sources: Required<Sources>
  readonly #listeners: ((ended: EndedSession) => void)[] = []
  /** Requests since the last one written down, by token hash. */
  readonly #seen = new Map<string, { at: number; written: number }>()

  constructor(sources: Sources) {
    this.#sources = { times: sessionTimes, ...sources }
  }

  /**
   * A completed log-in: the user's new session, in place of the one there was. Fails with 401 where the
   * password it was begun with has been changed since, or the account closed.
   */
  async open(userId: string, kind: SessionKind, proof: LoginProof | null = null): Promise<OpenedSession> {
    const token = newToken('session')
    const startedAt = this.#sources.now()
    const replaced = await this.#sources.database.transaction().execute(async (all) => {
      const passwordVersion = await lockPersonRow(all, userId)
      if (proof && proof.passwordVersion !== passwordVersion) throw unauthorized('NOT_SIGNED_IN')
      const running = await markSessionsEnded(all, userId, null, 'REPLACED', startedAt)
      const fresh = { token_hash: hashOfToken(token), user_id: userId, kind, ended: null }
      await all
        .insertInto('session')
        .values({ ...fresh, started_at: startedAt, seen_at: startedAt })
        .execute()
      if (proof) await storeUsualNetwork(all, userId, proof.network, startedAt)
      const details = { kind, network: proof?.network ?? '' }
      await recordAuditEvent(
        all,
        { actor: userId, action: 'loginSucceeded', subject: userId, details },
        startedAt,
      )
      return running
    })
    for (const tokenHash of replaced) this.#tell({ tokenHash, userId, reason: 'REPLACED' })
    return { token, startedAt }
  }

  /** Whose token this is. Counts as a request of the session unless only looked at. */
  async find(token: string, look: 'request' | 'glance' = 'request'): Promise<SessionLookup> {
    const tokenHash = hashOfToken(token)
    const row = await this.#sources.database
      .selectFrom('session')
      .innerJoin('person', 'person.id', 'session.user_id')
      .leftJoin('firm', 'firm.id', 'person.firm_id')
      .select(['token_hash', 'user_id', 'kind', 'started_at', 'seen_at', 'ended'])
      .select(['role', 'firm_id', 'broker_id', 'first_name', 'last_name', 'person.active'])
      .select('firm.active as firm_active')
      .where('token_hash', '=', tokenHash)
      .executeTakeFirst()
    // Whoever an operator has shut out, or whose institution, is out in this very moment.
    if (row?.active !== 1 || row.firm_active === 0) return null
    if (row.ended) return { ended: row.ended as EndReason }
    const at = this.#sources.now()
    if (this.#isOver(row, at)) {
      await this.end({ tokenHash, userId: row.user_id }, 'TIMED_OUT')
      return { ended: 'TIMED_OUT' }
    }
    if (look === 'request') await this.#touch(tokenHash, row.seen_at, at)
    return { session: sessionOf(row) }
  }

  /** Ends a session: its owner leaves the market first, then it is written, then told. Once. */
  async end(session: Pick<Session, 'tokenHash' | 'userId'>, reason: 'LOGGED_OUT' | 'TIMED_OUT') {
    const { tokenHash, userId } = session
    const { database, leave, now } = this.#sources
    await leave(userId, reason)
    const isEnded = await database.transaction().execute(async (all) => {
      const at = now()
      const { numUpdatedRows } = await all
        .updateTable('session')
        .set({ ended: reason, seen_at: at })
        .where('token_hash', '=', tokenHash)
        .where('ended', 'is', null)
        .executeTakeFirst()
      if (numUpdatedRows === 0n) return false
      const actor = reason === 'LOGGED_OUT' ? userId : 'system'
      await recordAuditEvent(all, { actor, action: 'sessionEnded', subject: userId, reason }, at)
      return true
    })
    if (isEnded) this.#tell({ tokenHash, userId, reason })
  }

  /**
   * Ends whatever sessions a user has, but for the one with this token hash if it is given: of a password
   * change, a reset, a user who is disabled. `within` is done in the same transaction, so that neither happens
   * without the other. Their sockets hear '{user} logged out' and close. Gives how many there were.
   */
  async endAll(
    userId: string,
    reason: 'LOGGED_OUT' | 'TIMED_OUT',
    except: string | null = null,
    within: (trx: Transaction<Database>) => Promise<void> = async () => {},
  ): Promise<number> {
    const { database, leave, now } = this.#sources
    const hasLeft = await this.#hasOther(userId, except)
    if (hasLeft) await leave(userId, reason)
    const ended = await database.transaction().execute(async (all) => {
      await within(all)
      return await markSessionsEnded(all, userId, except, reason, now())
    })
    // Someone signed in between: gone again, so that nothing of theirs stays in the market.
    if (!hasLeft && ended.length > 0) await leave(userId, reason)
    for (const tokenHash of ended) this.#tell({ tokenHash, userId, reason })
    return ended.length
  }

  async #hasOther(userId: string, except: string | null): Promise<boolean> {
    const live = await this.#sources.database
      .selectFrom('session')
      .select('token_hash')
      .where('user_id', '=', userId)
      .where('ended', 'is', null)
      .execute()
    return live.some(({ token_hash }) => token_hash !== except)
  }

  /** How long a session lasts, for a client that warns before it ends (rules 16). */
  lasts(startedAt: number): { readonly sessionEndsAt: number; readonly sessionIdleMinutes: number } {
    const { idleMs, absoluteMs } = this.#sources.times
    return { sessionEndsAt: startedAt + absoluteMs, sessionIdleMinutes: idleMs / 60_000 }
  }

  /** Ends what has been idle or open for too long, and forgets what ended long ago. */
  async sweep(): Promise<void> {
    const { database, now, times } = this.#sources
    const at = now()
    const candidates = await database
      .selectFrom('session')
      .select(['token_hash', 'user_id', 'started_at', 'seen_at'])
      .where('ended', 'is', null)
      .where((or) =>
        or.or([or('seen_at', '<=', at - times.idleMs), or('started_at', '<=', at - times.absoluteMs)]),
      )
      .execute()
    for (const row of candidates)
      if (this.#isOver(row, at))
        await this.end({ tokenHash: row.token_hash, userId: row.user_id }, 'TIMED_OUT')
    await database
      .deleteFrom('session')
      .where('ended', 'is not', null)
      .where('seen_at', '<', at - keepEndedMs)
      .execute()
  }

  /** Hears of every end after it is written down: the socket of the session must close. */
  onEnd(listener: (ended: EndedSession) => void): void {
    this.#listeners.push(listener)
  }

  #tell(ended: EndedSession): void {
    this.#seen.delete(ended.tokenHash)
    for (const listener of this.#listeners) listener(ended)
  }

  #isOver(row: { token_hash: string; started_at: number; seen_at: number }, at: number): boolean {
    const { idleMs, absoluteMs } = this.#sources.times
    const seenAt = Math.max(row.seen_at, this.#seen.get(row.token_hash)?.at ?? 0)
    return at - seenAt >= idleMs || at - row.started_at >= absoluteMs
  }

  /** Remembers a request. That it cannot be written just now is no reason to refuse it: it can be read. */
  async #touch(tokenHash: string, seenAt: number, at: number): Promise<void> {
    const last = this.#seen.get(tokenHash) ?? { at: seenAt, written: seenAt }
    const isDue = at - last.written >= writeSeenEveryMs
    this.#seen.set(tokenHash, { at, written: isDue ? at : last.written })
    if (!isDue) return
    await this.#sources.database
      .updateTable('session')
      .set({ seen_at: at })
      .where('token_hash', '=', tokenHash)
      .where('ended', 'is', null)
      .execute()
      .catch((error: unknown) => {
        if (!isDatabaseUnavailable(error)) throw error
      })
  }
}
