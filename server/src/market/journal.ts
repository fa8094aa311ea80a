import type { Command } from '@aitai/engine/commands.ts'
import type { Event } from '@aitai/engine/events.ts'
import type { State } from '@aitai/engine/state/state.ts'
import type { Kysely, Transaction } from 'kysely'
import type { Database, JournalTable } from '../database/schema.ts'
import { type FoldedJournal, foldJournal, storeSnapshot } from './fold.ts'
import { type ChainCheck, type ChainLink, checkJournalChain, journalEntryHash } from './journal-chain.ts'

/** A command with what it made happen. */
export interface Entry {
  readonly at: number
  readonly command: Command
  readonly events: readonly Event[]
}

/** An entry as it was written, with its place in the chain. */
export type StoredEntry = Readonly<JournalTable>

/** What is written in the same transaction as the entries, or not at all. */
export type WriteAlongside = (trx: Transaction<Database>, stored: readonly StoredEntry[]) => Promise<void>

export interface Journal {
  /**
   * Writes all entries, in order, in one transaction, and returns when they are on the disk. Throws when
   * nothing or perhaps nothing was written: only `fold` tells then. Needs a `fold` before the first call.
   */
  append(entries: readonly Entry[], alongside?: WriteAlongside): Promise<readonly StoredEntry[]>
  /** The state of the journal, from the newest valid snapshot and the events after it, never from rules. */
  fold(): Promise<FoldedJournal>
  /** Walks the whole chain of hashes, from the first row, and names the first that does not fit. */
  verify(): Promise<ChainCheck>
  /** Writes something that means nothing, and throws if that cannot be done. */
  probe(): Promise<void>
  /** Keeps a state so that the next start need not fold from the first day. */
  snapshot(state: State, seq: number, hash: string): Promise<void>
}

/** Rows in one insert: below the number of parameters that both databases take. */
const rowsAtOnce = 500

/** The journal in a database. One per database: it holds the place of the next entry. */
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
