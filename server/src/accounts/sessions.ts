import type { Kysely, Transaction } from 'kysely'
import { recordAuditEvent } from '../database/audit-events.ts'
import { isDatabaseUnavailable } from '../database/database-errors.ts'
import type { Database } from '../database/schema.ts'
import { Unavailable } from '../errors.ts'
import { unauthorized } from '../http/failures.ts'
import {
  channelOf,
  type EndedSession,
  type EndReason,
  lockPersonRow,
  markSessionEnded,
  markSessionsEnded,
  type Session,
  type SessionKind,
  sessionOf,
} from './session-rows.ts'
import { lockProviderRow, type ProviderIdentifiers } from './sign-on/provider-rows.ts'
import { grantsOf } from './staff-grants.ts'
import { hashOfToken, newToken } from './tokens.ts'
import { storeUsualNetwork } from './usual-networks.ts'

/** What a log-in has proved before it gets a session. */
interface LoginProof {
  /** The version of the password that was given: see `passwordVersionOf`. Null if there was none. */
  readonly passwordVersion: string | null
  /** The credential that was given in place of a password. */
  readonly credentialId?: string
  /** The passkey that was used in place of a password. */
  readonly passkeyId?: string
  /** Whether a passkey or a code was given, so that the session counts as confirmed for a while. */
  readonly isConfirmed?: boolean
  /** The provider that has signed the user in, and the session there; empty if it named none. */
  readonly provider?: ProviderIdentifiers & { readonly sid: string }
  /** The client's network, as a keyed hash. */
  readonly network: string
}

/** A new session's token, which is returned only once. */
interface OpenedSession {
  readonly token: string
  readonly startedAt: number
}

interface SessionTimes {
  /** Since the last request. */
  readonly idleMs: number
  /** Since the log-in. */
  readonly absoluteMs: number
}

const sessionTimes: SessionTimes = { idleMs: 60 * 60_000, absoluteMs: 12 * 3_600_000 }

/** How often the time of a session's last request is written; memory has it exactly, of this process. */
const writeSeenEveryMs = 60_000
/** The same if several processes serve the user: a session may last so much longer than its idle time. */
const writeSharedSeenEveryMs = 30_000
/** How long an ended session is stored, so that the reply to a late request can say why it ended. */
const endedRetentionMs = 48 * 3_600_000

interface Sources {
  readonly database: Kysely<Database>
  /** Milliseconds UTC. */
  readonly now: () => number
  readonly times?: SessionTimes
  /** Whether other processes serve the same users, so that memory does not have all their requests. */
  readonly isShared?: boolean
  /** Removes the user from the market; called before the session is marked as ended. */
  readonly endInMarket: (userId: string, reason: 'LOGGED_OUT' | 'TIMED_OUT') => Promise<void>
}

type OtherSession = Pick<Session, 'kind' | 'isForAnswers'>
/** Writes in the transaction in which sessions end. */
type WriteInTransaction = (trx: Transaction<Database>) => Promise<void>

/** The session of a token, the reason why it ended, or null for an unknown token. */
type SessionLookup =
  | { readonly session: Session; readonly ended?: never }
  | { readonly ended: EndReason; readonly session?: never }
  | null

/** The sessions of all users: of each at most one at the desk and one of an order management system. */
export class Sessions {
  readonly #sources: Required<Sources>
  readonly #listeners: ((ended: EndedSession) => void)[] = []
  /** Times of the last request and of the last write, by token hash. */
  readonly #seen = new Map<string, { at: number; written: number }>()

  constructor(sources: Sources) {
    this.#sources = { times: sessionTimes, isShared: false, ...sources }
  }

  /**
   * Opens a session after a completed log-in and ends the user's previous one, at the desk or of the order management
   * system. Throws 401 if the password has changed since the log-in began, the account is disabled, or the provider is
   * its owner's no more.
   */
  async open(userId: string, kind: SessionKind, proof: LoginProof | null = null): Promise<OpenedSession> {
    const token = newToken('session')
    const startedAt = this.#sources.now()
    const replaced = await this.#sources.database.transaction().execute(async (trx) => {
      if (proof?.provider && !(await lockProviderRow(trx, proof.provider)))
        throw unauthorized('NOT_SIGNED_IN')
      const passwordVersion = await lockPersonRow(trx, userId)
      if (passwordVersion === null || (proof?.passwordVersion && proof.passwordVersion !== passwordVersion))
        throw unauthorized('NOT_SIGNED_IN')
      const running = await markSessionsEnded(trx, userId, null, 'REPLACED', startedAt, channelOf(kind))
      const credential_id = proof?.credentialId ?? null
      const fresh = { token_hash: hashOfToken(token), user_id: userId, kind, ended: null, credential_id }
      const opened = { started_at: startedAt, seen_at: startedAt }
      await trx
        .insertInto('session')
        .values({
          ...fresh,
          ...opened,
          confirmed_at: proof?.isConfirmed ? startedAt : null,
          provider_sid: proof?.provider?.sid ?? null,
        })
        .execute()
      if (proof && kind !== 'oms') await storeUsualNetwork(trx, userId, proof.network, startedAt)
      const credential = credential_id === null ? {} : { credential: credential_id }
      const passkey = proof?.passkeyId === undefined ? {} : { passkey: proof.passkeyId }
      const provider = proof?.provider === undefined ? {} : { provider: true }
      const details = { kind, network: proof?.network ?? '', ...credential, ...passkey, ...provider }
      await recordAuditEvent(
        trx,
        { actor: userId, action: 'loginSucceeded', subject: userId, details },
        startedAt,
      )
      return running
    })
    for (const tokenHash of replaced)
      this.#notifyEnd({ tokenHash, userId, reason: 'REPLACED', leavesMarket: false })
    return { token, startedAt }
  }

  /** Looks a token up. The user's own activity resets the idle time. */
  async find(token: string, { isActivity } = { isActivity: true }): Promise<SessionLookup> {
    const tokenHash = hashOfToken(token)
    const row = await this.#sources.database
      .selectFrom('session')
      .innerJoin('person', 'person.id', 'session.user_id')
      .leftJoin('firm', 'firm.id', 'person.firm_id')
      .select(['token_hash', 'user_id', 'kind', 'started_at', 'seen_at', 'ended'])
      .select(['role', 'firm_id', 'broker_id', 'first_name', 'last_name', 'desk_head', 'person.active'])
      .select(['firm.active as firm_active', 'oms_answers'])
      .where('token_hash', '=', tokenHash)
      .executeTakeFirst()
    // Disabling a user or an institution takes effect at once.
    if (row?.active !== 1 || row.firm_active === 0) return null
    if (row.ended) return { ended: row.ended as EndReason }
    const at = this.#sources.now()
    if (this.#isOver(row, at)) {
      await this.end({ tokenHash, userId: row.user_id }, 'TIMED_OUT')
      return { ended: 'TIMED_OUT' }
    }
    if (isActivity) await this.#touch(tokenHash, row.seen_at, at)
    // Read with every call, so that a changed grant holds for the next one.
    const grants = row.role === 'STAFF' ? await grantsOf(this.#sources.database, row.user_id) : []
    return { session: sessionOf(row, grants) }
  }

  /**
   * Ends a session once: the user leaves the market, unless another session stays in which locates can be answered;
   * the end is written, then listeners are notified.
   */
  async end(
    session: Pick<Session, 'tokenHash' | 'userId'>,
    reason: 'LOGGED_OUT' | 'TIMED_OUT',
    { isByProvider = false } = {},
  ) {
    const { tokenHash, userId } = session
    const { database, endInMarket, now } = this.#sources
    const others = await this.#othersOf(userId, tokenHash)
    const leavesMarket = !others.some(({ isForAnswers }) => isForAnswers)
    if (leavesMarket) await endInMarket(userId, reason)
    const ended = { tokenHash, userId, reason, leavesMarket }
    const isNewlyEnded = await database
      .transaction()
      .execute((trx) => markSessionEnded(trx, ended, now(), { isByProvider }))
    if (isNewlyEnded) this.#notifyEnd(ended)
  }

  /** The open sessions of a user but one, and whether locates can be answered in them (docs/rules.md §16). */
  async #othersOf(userId: string, except: string | null): Promise<OtherSession[]> {
    const others = await this.#sources.database
      .selectFrom('session')
      .innerJoin('person', 'person.id', 'session.user_id')
      .leftJoin('firm', 'firm.id', 'person.firm_id')
      .select(['kind', 'oms_answers'])
      .where('user_id', '=', userId)
      .where('ended', 'is', null)
      .where('token_hash', '!=', except ?? '')
      .execute()
    return others.map(({ kind, oms_answers }) => ({
      kind: kind as SessionKind,
      isForAnswers: kind === 'session' || (kind === 'oms' && oms_answers === 1),
    }))
  }

  /** Ends the sessions that were opened by a credential, and returns how many ended. */
  async endOfCredential(credentialId: string): Promise<number> {
    const rows = await this.#sources.database
      .selectFrom('session')
      .select(['token_hash', 'user_id'])
      .where('credential_id', '=', credentialId)
      .where('ended', 'is', null)
      .execute()
    for (const row of rows) await this.end({ tokenHash: row.token_hash, userId: row.user_id }, 'LOGGED_OUT')
    return rows.length
  }

  /**
   * Ends all sessions of a user, those of order management systems included, and returns how many ended: for a user who
   * is disabled. `within` runs in the same transaction. Their sockets receive '{user} logged out' and close.
   */
  async endAll(userId: string, within?: WriteInTransaction): Promise<number> {
    return await this.#endAllOf('all', userId, null, within)
  }

  /** The same for those at the desk, except the one with the given token hash: for a change of the password. */
  async endAtDesk(userId: string, except: string | null, within?: WriteInTransaction): Promise<number> {
    return await this.#endAllOf('desk', userId, except, within)
  }

  async #endAllOf(
    channel: 'all' | 'desk',
    userId: string,
    except: string | null,
    within: WriteInTransaction = async () => {},
  ): Promise<number> {
    const reason = 'LOGGED_OUT'
    const { database, endInMarket, now } = this.#sources
    const others = await this.#othersOf(userId, except)
    const isEnding = ({ kind }: OtherSession): boolean => channel === 'all' || channelOf(kind) === 'desk'
    const staysInMarket = others.some((other) => !isEnding(other) && other.isForAnswers)
    const hasLeft = !staysInMarket && others.some(isEnding)
    if (hasLeft) await endInMarket(userId, reason)
    const ended = await database.transaction().execute(async (trx) => {
      await within(trx)
      return await markSessionsEnded(trx, userId, except, reason, now(), channel)
    })
    const leavesMarket = !staysInMarket
    // The user has signed in again by now: leave again, so that nothing of theirs stays in the market.
    if (leavesMarket && !hasLeft && ended.length > 0) await endInMarket(userId, reason)
    for (const tokenHash of ended) this.#notifyEnd({ tokenHash, userId, reason, leavesMarket })
    return ended.length
  }

  /**
   * What follows ends that another transaction has written: sockets close, then users leave the market. If they cannot
   * leave just now, they count as absent a minute after their sockets have closed.
   */
  async followEnds(written: readonly EndedSession[]): Promise<void> {
    for (const ended of written) this.#notifyEnd(ended)
    for (const { userId, leavesMarket } of written)
      if (leavesMarket)
        await this.#sources.endInMarket(userId, 'LOGGED_OUT').catch((error: unknown) => {
          if (!(error instanceof Unavailable)) throw error
        })
  }

  /** When a session ends, so that the client can warn before it. */
  endOf(startedAt: number): { readonly sessionEndsAt: number; readonly sessionIdleMinutes: number } {
    const { idleMs, absoluteMs } = this.#sources.times
    return { sessionEndsAt: startedAt + absoluteMs, sessionIdleMinutes: idleMs / 60_000 }
  }

  /** Ends sessions that were idle or open for too long, and deletes those that ended long ago. */
  async sweep(): Promise<void> {
    const { database, now, times } = this.#sources
    const at = now()
    const candidates = await database
      .selectFrom('session')
      .select(['token_hash', 'user_id', 'kind', 'started_at', 'seen_at'])
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
      .where('seen_at', '<', at - endedRetentionMs)
      .execute()
  }

  /** Calls the listener after every end is written, so that the session's sockets can be closed. */
  onEnd(listener: (ended: EndedSession) => void): void {
    this.#listeners.push(listener)
  }

  #notifyEnd(ended: EndedSession): void {
    this.#seen.delete(ended.tokenHash)
    for (const listener of this.#listeners) listener(ended)
  }

  /** An order management system's session has no end of its own: its credential can be revoked at any time. */
  #isOver(
    row: { token_hash: string; kind: string; started_at: number; seen_at: number },
    at: number,
  ): boolean {
    const { times, isShared } = this.#sources
    const { idleMs, absoluteMs } = times
    const writtenAt = isShared ? row.seen_at + writeSharedSeenEveryMs : row.seen_at
    const seenAt = Math.max(writtenAt, this.#seen.get(row.token_hash)?.at ?? 0)
    return at - seenAt >= idleMs || (row.kind !== 'oms' && at - row.started_at >= absoluteMs)
  }

  /**
   * Records the time of a request. A failed write does not fail the request: without a writable database,
   * calls that only read still work.
   */
  async #touch(tokenHash: string, seenAt: number, at: number): Promise<void> {
    const last = this.#seen.get(tokenHash) ?? { at: seenAt, written: seenAt }
    const everyMs = this.#sources.isShared ? writeSharedSeenEveryMs : writeSeenEveryMs
    const isDue = at - last.written >= everyMs
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
