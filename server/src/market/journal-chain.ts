import { hash as digest } from 'node:crypto'
import type { Kysely } from 'kysely'
import { databaseDamageOf } from '../database/damage.ts'
import type { Database, JournalTable } from '../database/schema.ts'

/** What the first entry of a journal is chained to. */
export const genesisHash = '0'.repeat(64)

/**
 * The hash of a row and of everything before it. JSON keeps the parts apart, so no two rows read the same.
 */
export const journalEntryHash = (row: Omit<JournalTable, 'hash'>, before: string): string =>
  digest('sha256', JSON.stringify([before, row.seq, row.at, row.command, row.events]))

/** A row that is not what was written, or is missing. */
export class BrokenJournal extends Error {
  readonly seq: number

  constructor(seq: number, why: string) {
    super(`entry ${seq} of the journal ${why}`)
    this.name = 'BrokenJournal'
    this.seq = seq
  }
}

export interface ChainLink {
  readonly seq: number
  readonly hash: string
}

/** Before the first entry. */
export const chainStart: ChainLink = { seq: 0, hash: genesisHash }

/** The link after one more row. Throws BrokenJournal if the row is not the one that was written there. */
export function nextJournalLink(before: ChainLink, row: JournalTable): ChainLink {
  const seq = before.seq + 1
  if (row.seq !== seq) throw new BrokenJournal(seq, 'is missing')
  const hash = journalEntryHash(row, before.hash)
  if (row.hash !== hash)
    throw new BrokenJournal(
      seq,
      `was changed (${hash.slice(0, 12)}, written as ${String(row.hash).slice(0, 12)})`,
    )
  return { seq, hash }
}

/** Rows read at once: enough to be quick, few enough to hold in memory. */
const chunk = 2_000

/** Reads so many rows after a place, in order. */
export type ReadRowsAfter<R> = (seq: number, limit: number) => Promise<R[]>

/**
 * The rows after a place, in order, never more than a chunk of them in memory. At the first that the database
 * itself cannot read any more it throws what `unreadable` makes of its number and the damage.
 */
export async function* readInChunks<R extends { readonly seq: number }>(
  read: ReadRowsAfter<R>,
  seq: number,
  unreadable: (seq: number, why: string) => Error,
): AsyncGenerator<R> {
  let limit = chunk
  for (let last = seq; ; ) {
    const rows = await readAfter(read, last, limit, unreadable)
    // One by one up to the damage, so that everything before it is read, and the entry is named.
    if (rows === null) limit = 1
    else {
      yield* rows
      const end = rows.at(-1)
      if (!end || rows.length < limit) return
      last = end.seq
    }
  }
}

/** So many rows after a place; null if the database is damaged there or soon after. */
async function readAfter<R>(
  read: ReadRowsAfter<R>,
  seq: number,
  limit: number,
  unreadable: (seq: number, why: string) => Error,
): Promise<R[] | null> {
  try {
    return await read(seq, limit)
  } catch (error) {
    const damage = databaseDamageOf(error)
    if (damage === null) throw error
    if (limit === 1) throw unreadable(seq + 1, `cannot be read (${damage})`)
    return null
  }
}

/**
 * The rows after a place in the journal, in order. Throws BrokenJournal at the first that the database itself
 * cannot read any more.
 */
export const journalRowsAfter = (db: Kysely<Database>, seq: number): AsyncGenerator<JournalTable> =>
  readInChunks(
    (after, limit) =>
      db.selectFrom('journal').selectAll().where('seq', '>', after).orderBy('seq').limit(limit).execute(),
    seq,
    (entry, why) => new BrokenJournal(entry, why),
  )

/** The newest entry that a snapshot was taken of or somebody was told of: the journal must reach it. */
export async function newestKnownSeq(db: Kysely<Database>): Promise<number> {
  const newest = async (table: 'snapshot' | 'notice'): Promise<number> => {
    const row = await db
      .selectFrom(table)
      .select(({ fn }) => fn.max('seq').as('seq'))
      .executeTakeFirst()
    return row?.seq ?? 0
  }
  return Math.max(await newest('snapshot'), await newest('notice'))
}

/**
 * Throws BrokenJournal if a journal that was read to a link has lost its end: it does not reach what is known
 * (asked before it was read, since a running server writes on), or an entry was numbered out of sight.
 */
export async function checkJournalEnd(db: Kysely<Database>, link: ChainLink, known: number): Promise<void> {
  const astray = await db.selectFrom('journal').select('seq').where('seq', '<', 1).limit(1).execute()
  if (known > link.seq || astray.length > 0) throw new BrokenJournal(link.seq + 1, 'is missing')
}

/** Whether the journal is whole: how far, and if not, the first entry that does not fit and why. */
export type ChainCheck =
  | ({ readonly whole: true } & ChainLink)
  | { readonly whole: false; readonly seq: number; readonly why: string }

/** Walks the chain to its end, from the first row or from a link that is known to be good. */
export async function checkJournalChain(
  db: Kysely<Database>,
  from: ChainLink = chainStart,
): Promise<ChainCheck> {
  const known = await newestKnownSeq(db)
  let link = from
  try {
    for await (const row of journalRowsAfter(db, from.seq)) link = nextJournalLink(link, row)
    await checkJournalEnd(db, link, known)
  } catch (error) {
    if (!(error instanceof BrokenJournal)) throw error
    return { whole: false, seq: error.seq, why: error.message }
  }
  return { whole: true, ...link }
}
