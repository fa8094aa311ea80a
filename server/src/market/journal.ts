import type { Command } from '@aitai/engine/model/commands.ts'
import type { Event } from '@aitai/engine/model/events.ts'
import type { State } from '@aitai/engine/model/state.ts'
import type { Kysely, Transaction } from 'kysely'
import { bulkInsert } from '../database/bulk-write.ts'
import type { Database, JournalTable } from '../database/schema.ts'
import { embeddedDatabaseOf } from '../database/sqlite.ts'
import { type FoldedJournal, foldJournal, storeSnapshot } from './fold.ts'
import { type ChainCheck, type ChainLink, checkJournalChain, journalEntryHash } from './journal-chain.ts'

/** A command and the events that it caused. */
export interface Entry {
  readonly at: number
  readonly command: Command
  readonly events: readonly Event[]
}

/** An entry as it was written, with its number and hash. */
export type StoredEntry = Readonly<JournalTable>

/** Writes more rows in the transaction of the entries. */
type WriteAlongside = (trx: Transaction<Database>, stored: readonly StoredEntry[]) => Promise<void>

export interface Journal {
  /**
   * Whether the process can do other work during a write. It cannot with the embedded database, whose commits run on
   * the same thread.
   */
  readonly writesInBackground: boolean
  /** Writes entries, in order, in one transaction: what `chain` and `write` do. */
  append(entries: readonly Entry[], alongside?: WriteAlongside): Promise<readonly StoredEntry[]>
  /**
   * Numbers entries and hashes them, after those of the call before. They must be written in the same order. Needs a
   * `fold` before the first call, and after a failed write.
   */
  chain(entries: readonly Entry[]): readonly StoredEntry[]
  /**
   * Writes chained entries in one transaction, and resolves when they are on the disk. Only one write at a time. After
   * an error only `fold` shows whether they were written.
   */
  write(chained: readonly StoredEntry[], alongside?: WriteAlongside): Promise<void>
  /** The state of the journal, from the newest valid snapshot and the events after it, never from rules. */
  fold(): Promise<FoldedJournal>
  /** Appends after an entry that somebody else has folded to, in place of a `fold`. */
  continueFrom(entry: ChainLink): void
  /** Checks the whole chain of hashes and returns the first row that does not fit. */
  verify(): Promise<ChainCheck>
  /** Writes a row without meaning. Throws if the database cannot be written. */
  probe(): Promise<void>
  /** Stores the state, so that the next start need not fold from the first entry. */
  snapshot(state: State, seq: number, hash: string): Promise<void>
}

const insertEntries = bulkInsert('journal', {
  seq: 'whole',
  at: 'whole',
  command: 'text',
  events: 'text',
  hash: 'text',
})

/** The journal of a database. Create only one per database: it holds the number of the next entry. */
export function createJournal(db: Kysely<Database>): Journal {
  /** The last chained entry. Null when it is unknown. */
  let last: ChainLink | null = null

  function chain(entries: readonly Entry[]): StoredEntry[] {
    if (!last) throw new Error('the journal must be folded before it is written')
    let { seq, hash } = last
    const chained = entries.map(({ at, command, events }) => {
      seq += 1
      const row = { seq, at, command: JSON.stringify(command), events: JSON.stringify(events) }
      hash = journalEntryHash(row, hash)
      return { ...row, hash }
    })
    last = { seq, hash }
    return chained
  }

  async function write(chained: readonly StoredEntry[], alongside?: WriteAlongside): Promise<void> {
    if (chained.length === 0) return
    try {
      await db.transaction().execute(async (trx) => {
        await insertEntries(trx, chained)
        await alongside?.(trx, chained)
      })
    } catch (error) {
      last = null
      throw error
    }
  }

  return {
    writesInBackground: embeddedDatabaseOf(db) === null,
    async append(entries, alongside) {
      const chained = chain(entries)
      await write(chained, alongside)
      return chained
    },
    chain,
    write,
    async fold() {
      const folded = await foldJournal(db)
      last = { seq: folded.seq, hash: folded.hash }
      return folded
    },
    continueFrom({ seq, hash }) {
      last = { seq, hash }
    },
    verify: () => checkJournalChain(db),
    async probe() {
      const row = { name: 'journal.probe', value: String(last?.seq ?? 0) }
      await db
        .insertInto('setting')
        .values(row)
        .onConflict((found) => found.column('name').doUpdateSet({ value: row.value }))
        .execute()
    },
    snapshot: (state, seq, hash) => storeSnapshot(db, { state, seq, hash }),
  }
}
