import { hash as digest } from 'node:crypto'
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import { databaseDamageOf } from '../database/damage.ts'
import type { Database, JournalTable } from '../database/schema.ts'

/** The hash that the first entry of a journal is chained to. */
const genesisHash = '0'.repeat(64)

/**
 * The hash of a row and of everything before it. Lines separate the fields: JSON has none within its texts, so that no
 * two rows give the same text.
 */
export const journalEntryHash = (row: Omit<JournalTable, 'hash'>, before: string): string =>
  digest('sha256', [before, row.seq, row.at, row.command, row.events].join('\n'))

/** A row is missing or not as it was written. */
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

/**
 * The link after one more row, whose hash is that of its contents and of the row before. Throws the error that `broken`
 * returns if the row is missing or was changed.
 */
export function nextLink<R extends ChainLink>(
  before: ChainLink,
  row: R,
  hashOf: (row: R, before: string) => string,
  broken: (seq: number, why: string) => Error,
): ChainLink {
  const seq = before.seq + 1
  if (row.seq !== seq) throw broken(seq, 'is missing')
  const hash = hashOf(row, before.hash)
  if (row.hash !== hash)
    throw broken(seq, `was changed (${hash.slice(0, 12)}, written as ${String(row.hash).slice(0, 12)})`)
  return { seq, hash }
}

const brokenJournal = (seq: number, why: string): BrokenJournal => new BrokenJournal(seq, why)

/** The link after one more row of the journal. Throws BrokenJournal if the row is missing or was changed. */
export const nextJournalLink = (before: ChainLink, row: JournalTable): ChainLink =>
  nextLink(before, row, journalEntryHash, brokenJournal)

/** Rows in one query: enough to be fast, few enough that commands do not wait for SQLite to read them. */
const chunk = 500
/** Rows after which the event loop runs, so that a running server continues to serve requests. */
const rowsPerTurn = 100

/** Reads at most `limit` rows after a number, in order. */
type ReadRowsAfter<R> = (seq: number, limit: number) => Promise<R[]>

/**
 * The rows after a number, in order, with at most one chunk in memory. Throws the error that `unreadable`
 * returns for the first row that the database cannot read.
 */
export async function* readInChunks<R extends { readonly seq: number }>(
  read: ReadRowsAfter<R>,
  seq: number,
  unreadable: (seq: number, why: string) => Error,
): AsyncGenerator<R> {
  let limit = chunk
  for (let last = seq; ; ) {
    const rows = await readAfter(read, last, limit, unreadable)
    // One row at a time up to the damage, so that everything before it is read and the entry is named.
    if (rows === null) limit = 1
    else {
      for (const [i, row] of rows.entries()) {
        yield row
        if ((i + 1) % rowsPerTurn === 0) await yieldToEventLoop()
      }
      const end = rows.at(-1)
      if (!end || rows.length < limit) return
      last = end.seq
    }
  }
}

/** At most `limit` rows after a number; null if the database is damaged within them. */
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

/** At most `limit` rows of the journal after a number, in order. */
export const journalPage = (db: Kysely<Database>, seq: number, limit: number): Promise<JournalTable[]> =>
  db.selectFrom('journal').selectAll().where('seq', '>', seq).orderBy('seq').limit(limit).execute()

/** The rows of the journal after a number, in order. Throws BrokenJournal at one that cannot be read. */
export const journalRowsAfter = (db: Kysely<Database>, seq: number): AsyncGenerator<JournalTable> =>
  readInChunks((after, limit) => journalPage(db, after, limit), seq, brokenJournal)

/**
 * The number of the first entry at or after a time in milliseconds UTC, by binary search: the journal's times never
 * decrease. The number after the last entry if there is none.
 */
export async function firstEntrySince(db: Kysely<Database>, from: number): Promise<number> {
  const { last } = await db
    .selectFrom('journal')
    .select(({ fn }) => fn.max('seq').as('last'))
    .executeTakeFirstOrThrow()
  let [low, high] = [1, (last ?? 0) + 1]
  while (low < high) {
    const middle = Math.floor((low + high) / 2)
    const row = await db.selectFrom('journal').select('at').where('seq', '=', middle).executeTakeFirst()
    if (row && row.at < from) low = middle + 1
    else high = middle
  }
  return low
}

/** The newest entry that a snapshot or a notification refers to. A whole journal reaches it. */
export async function newestKnownSeq(db: Kysely<Database>): Promise<number> {
  const newest = async (table: 'snapshot' | 'notification'): Promise<number> => {
    const row = await db
      .selectFrom(table)
      .select(({ fn }) => fn.max('seq').as('seq'))
      .executeTakeFirst()
    return row?.seq ?? 0
  }
  return Math.max(await newest('snapshot'), await newest('notification'))
}

/**
 * Throws BrokenJournal if a journal that was read up to `link` has lost its end, or has an entry numbered below
 * 1. `known` is `newestKnownSeq` from before the journal was read, because a running server keeps writing.
 */
export async function checkJournalEnd(db: Kysely<Database>, link: ChainLink, known: number): Promise<void> {
  const misnumbered = await db.selectFrom('journal').select('seq').where('seq', '<', 1).limit(1).execute()
  if (known > link.seq || misnumbered.length > 0) throw new BrokenJournal(link.seq + 1, 'is missing')
}

/** The result of a check: the last link, or the first entry that does not fit and why. */
export type ChainCheck =
  | ({ readonly whole: true } & ChainLink)
  | { readonly whole: false; readonly seq: number; readonly why: string }

/** Checks the chain to its end, from the first row or from a link that is known to be good. */
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
