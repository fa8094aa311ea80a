import { createHash } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { Database, JournalTable } from './database/schema.ts'

/** What the first entry of a journal is chained to. */
export const startOfChain = '0'.repeat(64)

/**
 * The hash of a row and of everything before it. JSON keeps the parts apart, so no two rows read the same.
 */
export const sealed = (row: Omit<JournalTable, 'hash'>, before: string): string =>
  createHash('sha256')
    .update(JSON.stringify([before, row.seq, row.at, row.command, row.events]))
    .digest('hex')

/** A row that is not what was written, or is missing. */
export class BrokenJournal extends Error {
  readonly seq: number

  constructor(seq: number, why: string) {
    super(`entry ${seq} of the journal ${why}`)
    this.name = 'BrokenJournal'
    this.seq = seq
  }
}

export interface Link {
  readonly seq: number
  readonly hash: string
}

/** The link after one more row. Throws BrokenJournal if the row is not the one that was written there. */
export function linked(before: Link, row: JournalTable): Link {
  const seq = before.seq + 1
  if (row.seq !== seq) throw new BrokenJournal(seq, 'is missing')
  const hash = sealed(row, before.hash)
  if (row.hash !== hash)
    throw new BrokenJournal(seq, `was changed (${hash.slice(0, 12)}, written as ${row.hash.slice(0, 12)})`)
  return { seq, hash: row.hash }
}

/** Rows read at once: enough to be quick, few enough to hold in memory. */
const chunk = 2_000

/** The rows after a place in the journal, in order, never more than a chunk of them in memory. */
export async function* rowsAfter(db: Kysely<Database>, seq: number): AsyncGenerator<JournalTable> {
  for (let last = seq; ; ) {
    const rows = await db
      .selectFrom('journal')
      .selectAll()
      .where('seq', '>', last)
      .orderBy('seq')
      .limit(chunk)
      .execute()
    yield* rows
    const end = rows.at(-1)
    if (!end || rows.length < chunk) return
    last = end.seq
  }
}

/** Whether the journal is whole: how far, and if not, the first entry that does not fit and why. */
export type Verdict =
  | ({ readonly whole: true } & Link)
  | { readonly whole: false; readonly seq: number; readonly why: string }

/** Walks the chain from the first row. A journal shorter than its newest snapshot has lost its end. */
export async function checkChain(db: Kysely<Database>): Promise<Verdict> {
  let link: Link = { seq: 0, hash: startOfChain }
  try {
    for await (const row of rowsAfter(db, 0)) link = linked(link, row)
    const newest = await db.selectFrom('snapshot').select('seq').orderBy('seq', 'desc').limit(1).execute()
    if ((newest[0]?.seq ?? 0) > link.seq) throw new BrokenJournal(link.seq + 1, 'is missing')
  } catch (error) {
    if (!(error instanceof BrokenJournal)) throw error
    return { whole: false, seq: error.seq, why: error.message }
  }
  return { whole: true, ...link }
}
