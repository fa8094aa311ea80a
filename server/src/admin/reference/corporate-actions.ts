import type { Remark } from '@aitai/contract/routes/console/remarks.ts'
import { dateOfDay, tradingDay } from '@aitai/engine/calendar/trading-days.ts'
import type { Ratio, ShareRatio } from '@aitai/engine/model/share-ratio.ts'
import type { Kysely, Transaction } from 'kysely'
import type { Database, EquityTable } from '../../database/schema.ts'
import { type EquityFile, securityIdOf } from '../../reference/equities.ts'
import { equityRowOf } from '../../reference/equity-rows.ts'
import { remark } from '../../reference/remarks.ts'
import { inSlices } from '../../reference/slices.ts'

/** A ratio further from today than this is probably a mistake. */
const usualDays = 7

/** What a file changes besides the data of securities (docs/rules.md §26). */
interface NewActions {
  /** By security id. */
  readonly ratios: ReadonlyMap<string, ShareRatio & { readonly ric: string }>
  /** Stored securities that are no longer listed. */
  readonly delisted: readonly EquityTable[]
}

/**
 * The rows of a file. A security keeps its id when its code changes, so that all that is stored about it stays with it;
 * a code that another security had before gets an id of its own. Returns what is wrong, if two rows are one security.
 */
export async function rowsOf(
  stored: readonly EquityTable[],
  { equities, actions }: EquityFile,
): Promise<readonly EquityTable[] | Remark> {
  const idOf = new Map(stored.map(({ ric, id }) => [ric, id]))
  const taken = new Set(stored.map(({ id }) => id))
  const formerOf = new Map(actions.map(({ securityRic, formerRic }) => [securityRic, formerRic]))
  const freshId = (name: string): string => {
    const id = securityIdOf(name)
    return taken.has(id) ? freshId(`${name}|`) : id
  }
  const rows: EquityTable[] = []
  for await (const [position, equity] of inSlices(equities.entries())) {
    const row = equityRowOf(equity, position)
    rows.push({ ...row, id: idOf.get(row.ric) ?? idOf.get(formerOf.get(row.ric) ?? '') ?? freshId(row.ric) })
  }
  const ricOf = new Map<string, string>()
  for (const { id, ric } of rows) {
    const other = ricOf.get(id)
    if (other) return remark('SAME_SECURITY', { ric, other })
    ricOf.set(id, ric)
  }
  return rows
}

/** What a file says that is not stored yet. */
export async function newActions(
  db: Kysely<Database>,
  stored: readonly EquityTable[],
  rows: readonly EquityTable[],
  { actions, delisted }: EquityFile,
): Promise<NewActions> {
  const known = await db.selectFrom('share_ratio').selectAll().execute()
  // By security and day, of which there is one ratio.
  const ratioOn = new Map(known.map((each) => [`${each.security_id} ${each.day}`, each]))
  const isKnown = (id: string, { day, newShares, oldShares }: ShareRatio): boolean => {
    const stored = ratioOn.get(`${id} ${day}`)
    return stored?.new_shares === newShares && stored.old_shares === oldShares
  }
  const idOf = new Map(rows.map(({ ric, id }) => [ric, id]))
  const ratios = actions.flatMap(({ securityRic: ric, ratio }) => {
    const id = idOf.get(ric)
    return ratio && id !== undefined && !isKnown(id, ratio) ? [[id, { ...ratio, ric }] as const] : []
  })
  const isDelisted = new Set(delisted)
  return {
    ratios: new Map(ratios),
    delisted: stored.filter((row) => row.delisted === 0 && isDelisted.has(row.ric)),
  }
}

export const hasActions = ({ ratios, delisted }: NewActions): boolean => ratios.size + delisted.length > 0

/** Likely mistakes. `at` in milliseconds UTC. */
export const actionConcerns = ({ ratios }: NewActions, at: number): readonly Remark[] =>
  [...ratios.values()]
    .filter(({ day }) => Math.abs(day - tradingDay(at)) > usualDays)
    .map(({ ric, day }) => remark('RATIO_DAY', { ric, day: dateOfDay(day) }))

/** For printing. */
export const printedActions = ({ ratios, delisted }: NewActions) => ({
  ratios: [...ratios.values()].map(({ ric, day, ...ratio }) => ({
    ric,
    ratio: textOf(ratio),
    from: dateOfDay(day),
  })),
  delisted: delisted.map(({ ric }) => ric),
})

const textOf = ({ newShares, oldShares }: Ratio): string => `${newShares}/${oldShares}`

export async function writeActions(
  trx: Transaction<Database>,
  { ratios, delisted }: NewActions,
): Promise<void> {
  for await (const [securityId, { day, newShares, oldShares }] of inSlices(ratios)) {
    const terms = { new_shares: newShares, old_shares: oldShares }
    await trx
      .insertInto('share_ratio')
      .values({ security_id: securityId, day, ...terms })
      .onConflict((conflict) => conflict.columns(['security_id', 'day']).doUpdateSet(terms))
      .execute()
  }
  for await (const { id } of inSlices(delisted))
    await trx.updateTable('equity').set({ active: 0, delisted: 1 }).where('id', '=', id).execute()
}
