import type { Command } from '@aitai/engine/commands.ts'
import type { Event } from '@aitai/engine/events.ts'
import type { State } from '@aitai/engine/state/state.ts'
import type { Kysely, Transaction } from 'kysely'
import type { Database, JournalTable } from '../database/schema.ts'
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
export type WriteAlongside = (trx: Transaction<Database>, stored: readonly StoredEntry[]) => Promise<void>

export interface Journal {
  /**
   * Writes all entries, in order, in one transaction, and resolves when they are on the disk. After an error
   * only `fold` shows whether they were written. Needs a `fold` before the first call.
   */
  append(entries: readonly Entry[], alongside?: WriteAlongside): Promise<readonly StoredEntry[]>
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

/** Rows in one insert: below the parameter limit of both databases. */
const rowsAtOnce = 500

/** The journal of a database. Create only one per database: it holds the number of the next entry. */
export function createJournal(db: Kysely<Database>): Journal {
  let head: ChainLink | null = null

  return {
    async append(entries, alongside) {
      if (!head) throw new Error('the journal must be folded before it is written')
      if (entries.length === 0) return []
      const stored = chained(head, entries)
      await db.transaction().execute(async (trx) => {
        for (let from = 0; from < stored.length; from += rowsAtOnce)
          await trx
            .insertInto('journal')
            .values(stored.slice(from, from + rowsAtOnce))
            .execute()
        await alongside?.(trx, stored)
      })
      head = stored.at(-1) ?? head
      return stored
    },
    async fold() {
      const folded = await foldJournal(db)
      head = { seq: folded.seq, hash: folded.hash }
      return folded
    },
    continueFrom({ seq, hash }) {
      head = { seq, hash }
    },
    verify: () => checkJournalChain(db),
    async probe() {
      const row = { name: 'journal.probe', value: String(head?.seq ?? 0) }
      await db
        .insertInto('setting')
        .values(row)
        .onConflict((found) => found.column('name').doUpdateSet({ value: row.value }))
        .execute()
    },
    snapshot: (state, seq, hash) => storeSnapshot(db, { state, seq, hash }),
  }
}

function chained(head: ChainLink, entries: readonly Entry[]): StoredEntry[] {
  let { seq, hash } = head
  return entries.map(({ at, command, events }) => {
    seq += 1
    const row = { seq, at, command: JSON.stringify(command), events: JSON.stringify(events) }
    hash = journalEntryHash(row, hash)
    return { ...row, hash }
  })
}
