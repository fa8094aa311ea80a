import type { EquityTable } from '../database/schema.ts'
import { BadEquities, type Equity, parseEquities } from '../reference/equities.ts'
import { rowOfEquity } from '../reference/equity-table.ts'
import { countReferenceChange, done, type Office, type OfficeAnswer, refused } from './office.ts'

export interface EquitiesImport {
  /** The text of a file in the form of server/data/equities.csv. */
  readonly csv: string
  /** Shows what would change, and changes nothing. */
  readonly dryRun?: boolean
  /** Takes the file also if it drops more than a tenth of the securities. */
  readonly yes?: boolean
}

type Row = EquityTable

/** A file that drops more than this share of the securities is more likely cut short than meant. */
const removalsWithoutYes = 0.1

/** What may change about a security; its place by size may, too, but every new one moves all below it. */
const fields = ['name', 'local_name', 'kana', 'short_names', 'topix500', 'lot_size', 'close_price'] as const

interface Difference {
  readonly added: Row[]
  readonly changed: { readonly row: Row; readonly before: Row }[]
  readonly removed: Row[]
  readonly moved: Row[]
  readonly before: number
}

function differenceOf(stored: readonly Row[], wanted: readonly Row[]): Difference {
  const active = new Map(stored.filter((row) => row.active === 1).map((row) => [row.ric, row]))
  const rics = new Set(wanted.map(({ ric }) => ric))
  const known = wanted.flatMap((row) => {
    const before = active.get(row.ric)
    return before ? [{ row, before }] : []
  })
  return {
    added: wanted.filter(({ ric }) => !active.has(ric)),
    changed: known.filter(({ row, before }) => fields.some((field) => row[field] !== before[field])),
    removed: [...active.values()].filter(({ ric }) => !rics.has(ric)),
    moved: known.filter(({ row, before }) => row.position !== before.position).map(({ row }) => row),
    before: active.size,
  }
}

/** The difference as it is printed: each changed field with its value before and after. */
const shown = ({ added, changed, removed, moved, before }: Difference) => ({
  added: added.map(({ ric }) => ric),
  changed: changed.map(({ row, before: was }) => ({
    ric: row.ric,
    ...Object.fromEntries(
      fields.filter((field) => row[field] !== was[field]).map((field) => [field, [was[field], row[field]]]),
    ),
  })),
  removed: removed.map(({ ric }) => ric),
  moved: moved.length,
  unchanged: before - changed.length - removed.length,
})

/**
 * Makes the securities those of a file, all or nothing: a bad line refuses the whole, and so does the loss of
 * more than a tenth of what was there, unless meant. The same file again changes nothing. Prices in the
 * answer are in 1/10,000 yen.
 */
export async function importEquities(office: Office, asked: EquitiesImport): Promise<OfficeAnswer> {
  let equities: readonly Equity[]
  try {
    equities = parseEquities(asked.csv)
  } catch (error) {
    if (error instanceof BadEquities) return refused('EQUITIES_INVALID', error.message)
    throw error
  }
  const difference = await office.db.transaction().execute(async (trx) => {
    const found = differenceOf(
      await trx.selectFrom('equity').selectAll().execute(),
      equities.map(rowOfEquity),
    )
    if (asked.dryRun || isTooMuchLost(found, asked) || isNothing(found)) return found
    for (const row of [...found.added, ...found.changed.map(({ row }) => row), ...found.moved])
      await trx
        .insertInto('equity')
        .values(row)
        .onConflict((conflict) => conflict.column('id').doUpdateSet(row))
        .execute()
    for (const { id } of found.removed)
      await trx.updateTable('equity').set({ active: 0 }).where('id', '=', id).execute()
    await countReferenceChange(trx)
    return found
  })
  if (!asked.dryRun && isTooMuchLost(difference, asked)) return refusedLoss(difference)
  const applied = !asked.dryRun && !isNothing(difference)
  if (applied) await office.referenceChanged()
  return done({ ...shown(difference), applied })
}

const isTooMuchLost = ({ removed, before }: Difference, { yes }: EquitiesImport): boolean =>
  !yes && removed.length > before * removalsWithoutYes

const isNothing = ({ added, changed, removed, moved }: Difference): boolean =>
  added.length + changed.length + removed.length + moved.length === 0

const refusedLoss = ({ removed, before }: Difference): OfficeAnswer =>
  refused(
    'EQUITIES_LOSS',
    `The file drops ${removed.length} of ${before} securities, more than a tenth. ` +
      'If that is meant, say --yes; --dry-run shows which.',
  )
