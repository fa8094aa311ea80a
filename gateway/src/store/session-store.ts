import { decryptWith, derivedKey, encryptWith } from '@aitai/server/database/encryption/cipher.ts'
import type { Insertable, Kysely, Transaction } from 'kysely'
import type { StoreTables } from './store-schema.ts'

/** A message that is sent again on request. */
export interface StoredMessage {
  readonly seqNum: number
  readonly at: number
  readonly type: string
  readonly routing: string
  readonly body: string
  readonly once: string | null
}

/** A stored message; its body is null if it was stored with another credential of the session. */
export type ReadMessage = Omit<StoredMessage, 'body'> & { readonly body: string | null }

/** The numbers of a session, and when its day began. */
export interface SessionNumbers {
  readonly nextIn: number
  readonly nextOut: number
  readonly dayStart: number
}

/** What is stored of a session besides its messages. */
export interface StoredSession extends SessionNumbers {
  readonly isEnabled: boolean
}

/** What is stored of a session at once. */
export interface SessionChange extends SessionNumbers {
  readonly sessionId: string
  /** Whether the messages of before are deleted. */
  readonly isReset: boolean
  readonly messages: readonly StoredMessage[]
}

/** Another gateway has taken over. This one must not write any more, and must close its connections. */
export class WriterReplaced extends Error {
  constructor() {
    super('Another gateway has taken over the FIX sessions.')
    this.name = 'WriterReplaced'
  }
}

/** Statements of a transaction. */
type Write = (trx: Transaction<StoreTables>) => Promise<void>

/** Rows of one statement; PostgreSQL takes 65,535 parameters, SQLite 32,766. */
const rowsAtOnce = 1_000

/** The numbers and the sent messages of all sessions, as the one gateway that may write them. */
export class SessionStore {
  readonly #db: Kysely<StoreTables>
  readonly #epoch: number
  readonly #later: Write[] = []
  /** The keys of the messages, by session. */
  readonly #keys = new Map<string, Buffer>()
  /** Whether another gateway may take over, so that this one has to show that it is alive. */
  readonly isShared: boolean

  /** `epoch` is that of the takeover by which this gateway became the writer. */
  constructor(db: Kysely<StoreTables>, epoch: number, isShared: boolean) {
    this.#db = db
    this.#epoch = epoch
    this.isShared = isShared
  }

  /**
   * Encrypts the messages of a session from now on, which have passwords of agreements, with a key from its credential:
   * that one is in the file of sessions and not in the database. After another credential was set, the messages of
   * before cannot be read and are not sent again.
   */
  encryptMessages(sessionId: string, credential: string): void {
    this.#keys.set(sessionId, derivedKey(Buffer.from(credential), 'messages of a FIX session'))
  }

  /** Returns what is stored of a session; both numbers are 1 if nothing is. */
  async session(sessionId: string): Promise<StoredSession> {
    const row = await this.#db
      .selectFrom('fix_session')
      .select(['next_in as nextIn', 'next_out as nextOut', 'day_start as dayStart', 'is_enabled'])
      .where('id', '=', sessionId)
      .executeTakeFirst()
    if (!row) return { nextIn: 1, nextOut: 1, dayStart: 0, isEnabled: true }
    const { is_enabled, ...numbers } = row
    return { ...numbers, isEnabled: is_enabled === 1 }
  }

  /** Stores whether Logons of a session are taken. Throws WriterReplaced. */
  async setEnabled(sessionId: string, isEnabled: boolean): Promise<void> {
    const is_enabled = isEnabled ? 1 : 0
    await this.inTransaction(async (trx) => {
      await trx
        .insertInto('fix_session')
        .values({ id: sessionId, next_in: 1, next_out: 1, day_start: 0, is_enabled })
        .onConflict((conflict) => conflict.column('id').doUpdateSet({ is_enabled }))
        .execute()
    })
  }

  /** Returns the names of the messages of a session that are sent once. */
  async onceNames(sessionId: string): Promise<Set<string>> {
    const rows = await this.#db
      .selectFrom('fix_sent')
      .select('once')
      .where('session_id', '=', sessionId)
      .where('once', 'is not', null)
      .execute()
    return new Set(rows.map(({ once }) => once as string))
  }

  /** Returns the first messages from a number on, up to another number and to a limit. */
  async page(sessionId: string, from: number, to: number, limit: number): Promise<ReadMessage[]> {
    const rows = await this.#db
      .selectFrom('fix_sent')
      .select(['seq_num as seqNum', 'sent_at as at', 'type', 'routing', 'body', 'once'])
      .where('session_id', '=', sessionId)
      .where('seq_num', '>=', from)
      .where('seq_num', '<=', to)
      .orderBy('seq_num')
      .limit(limit)
      .execute()
    const key = this.#keys.get(sessionId)
    if (!key) return rows
    return rows.map((row) => {
      const body = decryptWith(key, row.body, contextOf(sessionId, row.seqNum))
      return { ...row, body: body?.toString('utf8') ?? null }
    })
  }

  /** Stores changes in one transaction, or none of them. Throws WriterReplaced. */
  async commit(changes: readonly SessionChange[]): Promise<void> {
    await this.inTransaction(async (trx) => {
      for (const change of changes) await storeChange(trx, change, this.#keys.get(change.sessionId))
    })
  }

  /** Runs statements with the next transaction, such as the one that stores the reply to a message. */
  writeLater(write: Write): void {
    this.#later.push(write)
  }

  /** Runs statements in one transaction, as the gateway that may write. Throws WriterReplaced. */
  async inTransaction<T>(work: (trx: Transaction<StoreTables>) => Promise<T>): Promise<T> {
    const later = this.#later.splice(0)
    return await this.#db.transaction().execute(async (trx) => {
      await this.#proveWriter(trx)
      for (const write of later) await write(trx)
      return await work(trx)
    })
  }

  /** Shows others that this gateway is alive. Throws WriterReplaced. */
  async beat(): Promise<void> {
    await this.#proveWriter(this.#db)
  }

  /** Ends the right of this gateway to write, so that the next one need not wait. */
  async release(): Promise<void> {
    await this.#db
      .updateTable('fix_writer')
      .set((of) => ({ epoch: of('epoch', '+', 1), is_released: 1 }))
      .where('epoch', '=', this.#epoch)
      .execute()
  }

  /** The row stays locked until the transaction ends, so nobody takes over in between. */
  async #proveWriter(db: Kysely<StoreTables> | Transaction<StoreTables>): Promise<void> {
    const { numUpdatedRows } = await db
      .updateTable('fix_writer')
      .set((of) => ({ beat: of('beat', '+', 1), is_released: 0 }))
      .where('id', '=', 1)
      .where('epoch', '=', this.#epoch)
      .executeTakeFirst()
    if (Number(numUpdatedRows) !== 1) throw new WriterReplaced()
  }
}

/** What a body is bound to, so that it cannot be copied to another row. */
const contextOf = (sessionId: string, seqNum: number): string => `${sessionId}/${seqNum}`

async function storeChange(
  trx: Transaction<StoreTables>,
  change: SessionChange,
  key: Buffer | undefined,
): Promise<void> {
  const { sessionId, nextIn, nextOut, dayStart, isReset, messages } = change
  if (isReset) await trx.deleteFrom('fix_sent').where('session_id', '=', sessionId).execute()
  const numbers = { next_in: nextIn, next_out: nextOut, day_start: dayStart }
  await trx
    .insertInto('fix_session')
    .values({ id: sessionId, ...numbers, is_enabled: 1 })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(numbers))
    .execute()
  for (let first = 0; first < messages.length; first += rowsAtOnce) {
    const rows = messages.slice(first, first + rowsAtOnce).map((message) => rowOf(sessionId, message, key))
    await trx.insertInto('fix_sent').values(rows).execute()
  }
}

const rowOf = (
  sessionId: string,
  message: StoredMessage,
  key: Buffer | undefined,
): Insertable<StoreTables['fix_sent']> => ({
  session_id: sessionId,
  seq_num: message.seqNum,
  sent_at: message.at,
  type: message.type,
  routing: message.routing,
  body: key ? encryptWith(key, message.body, contextOf(sessionId, message.seqNum)) : message.body,
  once: message.once,
})
