import type { RowOutcome } from '@aitai/contract/bulk-file/send-rows.ts'
import type { ResultRow } from '@aitai/contract/schemas/upload.ts'
import type { SessionStore } from './session-store.ts'

/** What became of a row. `advertId` is that of a sent one. */
export type FileRowOutcome = RowOutcome & { readonly advertId?: string }

/** A bulk file of which rows are being sent or were sent. */
export interface StoredFile {
  /** SHA-256 of its bytes, hexadecimal. */
  readonly hash: string
  /** The day in Tokyo on which it was read, an ISO date. */
  readonly day: string
  /** As it was dropped. */
  readonly name: string
  /** The server's results for its rows before the first was sent; empty once the result is written. */
  readonly rows: readonly ResultRow[]
  /** Null until all are known. */
  readonly sent: { readonly outcomes: readonly FileRowOutcome[]; readonly doneName: string } | null
  readonly isReported: boolean
}

/**
 * The bulk files of one session: stored before their first row is sent, so that a crash neither forgets one nor applies
 * it twice. Those of an earlier day are deleted once their results are written.
 */
export class FileStore {
  readonly #store: SessionStore
  readonly #sessionId: string
  readonly #files = new Map<string, StoredFile>()
  #day = ''

  constructor(store: SessionStore, sessionId: string) {
    this.#store = store
    this.#sessionId = sessionId
  }

  /** Turns to a day: forgets the files of all others that are finished. */
  async startDay(day: string): Promise<void> {
    if (day === this.#day) return
    const rows = await this.#store.inTransaction(async (trx) => {
      await trx
        .deleteFrom('fix_file')
        .where('session_id', '=', this.#sessionId)
        .where('day', '!=', day)
        .where('is_reported', '=', 1)
        .execute()
      return await trx
        .selectFrom('fix_file')
        .selectAll()
        .where('session_id', '=', this.#sessionId)
        .orderBy('name')
        .execute()
    })
    this.#files.clear()
    for (const { hash, day: readOn, name, rows: rowResults, outcomes, done_name, is_reported } of rows)
      this.#files.set(hash, {
        hash,
        day: readOn,
        name,
        rows: JSON.parse(rowResults),
        sent: outcomes === null ? null : { outcomes: JSON.parse(outcomes), doneName: done_name ?? name },
        isReported: is_reported === 1,
      })
    this.#day = day
  }

  /** The file with these contents, if rows of it were sent today. */
  get(hash: string): StoredFile | undefined {
    return this.#files.get(hash)
  }

  /** The files whose results are not written. */
  get unfinished(): readonly StoredFile[] {
    return [...this.#files.values()].filter(({ isReported }) => !isReported)
  }

  /** Stores a file or its results. */
  async put(file: StoredFile): Promise<void> {
    const values = {
      day: file.day,
      name: file.name,
      rows: JSON.stringify(file.rows),
      outcomes: file.sent && JSON.stringify(file.sent.outcomes),
      done_name: file.sent?.doneName ?? null,
      is_reported: file.isReported ? 1 : 0,
    }
    await this.#store.inTransaction(async (trx) => {
      await trx
        .insertInto('fix_file')
        .values({ session_id: this.#sessionId, hash: file.hash, ...values })
        .onConflict((conflict) => conflict.columns(['session_id', 'hash']).doUpdateSet(values))
        .execute()
    })
    this.#files.set(file.hash, file)
  }
}
