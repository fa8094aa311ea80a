import {
  getTraderDefaults,
  setAdvertPrefDefaults,
  setBrokerDefaults,
  setTraderDefaults,
} from '@aitai/contract/routes/preferences.ts'
import type { TraderDefaults } from '@aitai/contract/schemas/preferences.ts'
import type { Broker } from '@aitai/contract/schemas/reference.ts'
import {
  defaultPreferences,
  editorDefaults,
  type TraderPreferences,
} from '@aitai/engine/adverts/preferences.ts'
import type { Limits } from '@aitai/engine/model/limits.ts'
import type { TraderCaller } from '../accounts/authorization.ts'
import type { AppContext } from '../context.ts'
import { advertPreferencesFrom, pathPreferencesFrom, preferencesFrom } from './preference-validation.ts'
import { brokersOf } from './reference.ts'
import { serve } from './serve.ts'

/** A trader's preferences (docs/specification.md §3, §5, §7). */
export function preferenceCalls(app: AppContext): void {
  const limits = (): Promise<Limits> => app.market.read((state) => ({ ...state.limits }))
  const usable = async ({ firmId }: TraderCaller): Promise<string[]> =>
    (await brokersOf(app, firmId)).map(({ brokerID }) => brokerID)

  serve(app, getTraderDefaults, (_, trader) => shown(app, trader))

  serve(app, setTraderDefaults, async (form, trader) =>
    save(app, trader, preferencesFrom(form, await limits(), await usable(trader))),
  )

  serve(app, setAdvertPrefDefaults, async (form, trader) =>
    save(app, trader, { advertPreferences: advertPreferencesFrom(form, await limits(), '') }),
  )

  serve(app, setBrokerDefaults, async ({ brokerIds, ranked }, trader) => {
    const path = { ranked, brokers: brokerIds.map((id) => ({ id })) }
    const usableIds = await usable(trader)
    return save(app, trader, {
      pathPreferences: pathPreferencesFrom(path, await limits(), usableIds, 'brokerIds'),
    })
  })
}

/** A trader's saved preferences. Each setter saves only its own part. */
type Saved = Partial<TraderPreferences>

async function savedBy({ database }: Pick<AppContext, 'database'>, userId: string): Promise<Saved> {
  const row = await database
    .selectFrom('preference')
    .select('body')
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return row ? (JSON.parse(row.body) as Saved) : {}
}

/**
 * What a trader's new adverts start with; null if nothing was ever saved. A part that was never saved takes
 * the editor's defaults, so that saving a broker path does not change the minimum quantity of new adverts.
 */
export async function preferencesOf(app: AppContext, userId: string): Promise<TraderPreferences | null> {
  const saved = await savedBy(app, userId)
  return Object.keys(saved).length > 0 ? { ...editorDefaults, ...saved } : null
}

/** The saved preferences, or the specification's defaults. */
const shown = async (app: AppContext, { userId, firmId }: TraderCaller): Promise<TraderDefaults> =>
  withBrokerNames({ ...defaultPreferences, ...(await savedBy(app, userId)) }, await brokersOf(app, firmId))

/**
 * Preferences with the names of their brokers. One that the institution may no longer use is left out, because the form
 * could not be saved with it.
 */
export function withBrokerNames(
  { pathPreferences, ...others }: TraderPreferences,
  brokers: readonly Broker[],
): TraderDefaults {
  const named = pathPreferences.brokers.flatMap(({ id }) =>
    brokers
      .filter(({ brokerID }) => brokerID === id)
      .map(({ brokerName, shortName }) => ({ id, brokerName, shortName })),
  )
  return { ...others, pathPreferences: { ranked: pathPreferences.ranked, brokers: named } }
}

/** Saves some parts and leaves the others unchanged, including parts that are being saved concurrently. */
async function save(app: AppContext, trader: TraderCaller, part: Saved): Promise<TraderDefaults> {
  const { userId } = trader
  await app.database.transaction().execute(async (trx) => {
    // Lock the row first, so that concurrent writers wait until this transaction ends.
    await trx
      .insertInto('preference')
      .values({ user_id: userId, body: '{}' })
      .onConflict((already) => already.column('user_id').doUpdateSet({ user_id: userId }))
      .execute()
    const body = JSON.stringify({ ...(await savedBy({ database: trx }, userId)), ...part })
    await trx.updateTable('preference').set({ body }).where('user_id', '=', userId).execute()
  })
  return shown(app, trader)
}
