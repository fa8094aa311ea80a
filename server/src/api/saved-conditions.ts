import { savedConditions } from '@aitai/contract/codes.ts'
import { deleteConditions, getSavedConditions, saveConditions } from '@aitai/contract/routes/preferences.ts'
import type { NamedConditions } from '@aitai/contract/schemas/preferences.ts'
import type { TraderPreferences } from '@aitai/engine/adverts/preferences.ts'
import { cleanCell, normalizeText } from '@aitai/engine/upload/cell-text.ts'
import type { Kysely } from 'kysely'
import type { TraderCaller } from '../accounts/authorization.ts'
import type { AppContext } from '../context.ts'
import type { Database } from '../database/schema.ts'
import { failed, invalid } from '../http/failures.ts'
import { preferencesFrom } from './preference-validation.ts'
import { withBrokerNames } from './preferences.ts'
import { brokersOf } from './reference.ts'
import { serve } from './serve.ts'

/** As stored: the brokers by their ids alone. */
interface SavedConditions {
  readonly name: string
  readonly conditions: TraderPreferences
}

/**
 * Conditions that a trader saves under names, for the editor and for a column of bulk files
 * (docs/decisions/0136-saved-conditions.md). Nobody else learns of them.
 */
export function savedConditionsCalls(app: AppContext): void {
  const { database } = app

  serve(app, getSavedConditions, async (_, trader) =>
    shown(app, trader, await savedConditionsOf(database, trader.userId)),
  )

  serve(app, saveConditions, async ({ name, replaces, conditions }, trader) => {
    const limits = await app.market.read((state) => ({ ...state.limits }))
    const usable = (await brokersOf(app, trader.firmId)).map(({ brokerID }) => brokerID)
    const wanted = {
      name: nameFrom(name),
      conditions: preferencesFrom(conditions, limits, usable, 'conditions/'),
    }
    return change(app, trader, (saved) => {
      const others = saved.filter((each) => !hasName(each, replaces ?? ''))
      if (others.some((each) => hasName(each, wanted.name)))
        throw failed(409, 'CONDITIONS_EXIST', { field: 'name' })
      if (others.length >= savedConditions.most)
        throw failed(409, 'TOO_MANY_CONDITIONS', { variables: { max: savedConditions.most } })
      return [...others, wanted]
    })
  })

  serve(app, deleteConditions, ({ name }, trader) =>
    change(app, trader, (saved) => saved.filter((each) => !hasName(each, name))),
  )
}

/** A trader's saved conditions, in the order of their names. */
export async function savedConditionsOf(
  database: Kysely<Database>,
  userId: string,
): Promise<readonly SavedConditions[]> {
  const row = await database
    .selectFrom('saved_conditions')
    .select('body')
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return row ? (JSON.parse(row.body) as SavedConditions[]) : []
}

/** Whether a person or a file means these by a name. */
const hasName = (saved: SavedConditions, name: string): boolean =>
  normalizeText(saved.name) === normalizeText(name)

function nameFrom(typed: string): string {
  const name = cleanCell(typed)
  // Full-width letters may become longer: ㌖ is five of them.
  if (name === '' || [...name].length > savedConditions.longestName) throw invalid('name')
  return name
}

const shown = async (
  app: AppContext,
  { firmId }: TraderCaller,
  saved: readonly SavedConditions[],
): Promise<NamedConditions[]> => {
  const brokers = await brokersOf(app, firmId)
  return saved.map(({ name, conditions }) => ({ name, conditions: withBrokerNames(conditions, brokers) }))
}

/** Changes a trader's saved conditions; whoever changes them at the same time waits. */
async function change(
  app: AppContext,
  trader: TraderCaller,
  changed: (saved: readonly SavedConditions[]) => readonly SavedConditions[],
): Promise<NamedConditions[]> {
  const { userId } = trader
  const saved = await app.database.transaction().execute(async (trx) => {
    await trx
      .insertInto('saved_conditions')
      .values({ user_id: userId, body: '[]' })
      .onConflict((already) => already.column('user_id').doUpdateSet({ user_id: userId }))
      .execute()
    const sorted = changed(await savedConditionsOf(trx, userId)).toSorted((a, b) =>
      byName.compare(a.name, b.name),
    )
    const body = JSON.stringify(sorted)
    await trx.updateTable('saved_conditions').set({ body }).where('user_id', '=', userId).execute()
    return sorted
  })
  return shown(app, trader, saved)
}

const byName = new Intl.Collator('ja', { numeric: true })
