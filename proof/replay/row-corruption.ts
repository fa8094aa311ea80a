import { openDatabase } from '@aitai/server/database/open-database.ts'
import type { Database, JournalTable } from '@aitai/server/database/schema.ts'
import {
  type ChainCheck,
  type ChainLink,
  chainStart,
  checkJournalChain,
} from '@aitai/server/market/journal-chain.ts'
import type { Kysely } from 'kysely'
import { createRandom, type Random } from '../harness/random.ts'

export const journalColumns = [
  'seq',
  'at',
  'command',
  'events',
  'hash',
] as const satisfies (keyof JournalTable)[]
export type JournalColumn = (typeof journalColumns)[number]

/** One value of one entry, as it is and with one bit changed. */
export interface RowFlip {
  readonly row: JournalTable
  readonly column: JournalColumn
  readonly value: number | string
}

/** A flip at a random position of a random column. */
export function drawRowFlip(chance: Random, row: JournalTable): RowFlip {
  const column = chance.oneOf(journalColumns)
  const value = row[column]
  return {
    row,
    column,
    value: typeof value === 'number' ? otherNumber(chance, row, column) : other(chance, value),
  }
}

/** One bit of the number. Sequence numbers are flipped above any other entry's, since they are unique. */
function otherNumber(chance: Random, row: JournalTable, column: JournalColumn): number {
  const bit = 2 ** (column === 'seq' ? chance.between(24, 46) : chance.between(0, 46))
  const value = Number(row[column])
  if (column === 'seq' && chance.happens(0.2)) return -value
  return Math.floor(value / bit) % 2 === 0 ? value + bit : value - bit
}

/** One bit of one character, all of which are ASCII and remain so. */
function other(chance: Random, text: string): string {
  const place = chance.between(0, text.length - 1)
  const unit = text.charCodeAt(place)
  const flipped = unit < 128 ? unit ^ (1 << chance.between(0, 6)) : 63
  // SQLite ends a text at a zero byte, so another bit is flipped.
  const safe = flipped === 0 ? unit ^ 1 : flipped
  return text.slice(0, place) + String.fromCharCode(safe) + text.slice(place + 1)
}

/**
 * The entry before one, which is correct, so that the start of the chain is not verified a thousand times.
 */
async function linkBefore(db: Kysely<Database>, seq: number): Promise<ChainLink> {
  if (seq === 1) return chainStart
  const row = await db
    .selectFrom('journal')
    .select('hash')
    .where('seq', '=', seq - 1)
    .executeTakeFirstOrThrow()
  return { seq: seq - 1, hash: row.hash }
}

class RolledBack extends Error {
  override readonly name = 'RolledBack'
}

/** The verifier's message about a journal with the flip, which is undone afterwards. */
async function checkWithFlip(db: Kysely<Database>, { row, column, value }: RowFlip): Promise<ChainCheck> {
  let result: ChainCheck | undefined
  const flipped = db.transaction().execute(async (trx) => {
    const from = await linkBefore(trx, row.seq)
    await trx
      .updateTable('journal')
      .set({ [column]: value })
      .where('seq', '=', row.seq)
      .execute()
    result = await checkJournalChain(trx, from)
    throw new RolledBack()
  })
  await flipped.catch((error: unknown) => {
    if (!(error instanceof RolledBack)) throw error
  })
  if (!result) throw new Error('there is no result')
  return result
}

export interface RowFlipReport {
  readonly flips: number
  readonly named: number
  /** The flips of each column, and those that were not detected in the right entry. */
  readonly perColumn: Readonly<Record<JournalColumn, number>>
  readonly missed: readonly string[]
}

/** Flips random bits of random rows and columns one at a time, and counts those whose entry was named. */
export async function flipRows(dataDir: string, seed: number, flips: number): Promise<RowFlipReport> {
  const chance = createRandom(seed)
  const { db, close } = await openDatabase({ dataDir, databaseUrl: null })
  const perColumn = { seq: 0, at: 0, command: 0, events: 0, hash: 0 }
  const missed: string[] = []
  try {
    const last = await db
      .selectFrom('journal')
      .select(({ fn }) => fn.max('seq').as('seq'))
      .executeTakeFirstOrThrow()
    for (let i = 0; i < flips; i += 1) {
      const seq = chance.between(1, last.seq)
      const row = await db.selectFrom('journal').selectAll().where('seq', '=', seq).executeTakeFirstOrThrow()
      const flip = drawRowFlip(chance, row)
      const result = await checkWithFlip(db, flip)
      perColumn[flip.column] += 1
      if (result.whole || result.seq !== seq) missed.push(`${flip.column} of ${seq} to ${flip.value}`)
    }
    return { flips, named: flips - missed.length, perColumn, missed }
  } finally {
    await close()
  }
}
