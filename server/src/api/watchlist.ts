import { getWatchlist, setWatchlist } from '@aitai/contract/routes/preferences.ts'
import type { Watchlist } from '@aitai/contract/schemas/preferences.ts'
import type { AppContext } from '../context.ts'
import { serve } from './serve.ts'

/** The securities whose prices a trader watches. Nobody else learns of them, and they decide nothing. */
export function watchlistCalls(app: AppContext): void {
  const { database } = app

  /** Each once, and without those that can no longer be advertised. */
  const listed = (securityIds: readonly string[]): Watchlist => {
    const known = new Set(app.reference.names().listed.map(({ security }) => security.securityId))
    return { securityIds: [...new Set(securityIds)].filter((id) => known.has(id)) }
  }

  serve(app, getWatchlist, async (_, { userId }) => {
    const row = await database
      .selectFrom('watchlist')
      .select('body')
      .where('user_id', '=', userId)
      .executeTakeFirst()
    return listed(row ? (JSON.parse(row.body) as string[]) : [])
  })

  serve(app, setWatchlist, async ({ securityIds }, { userId }) => {
    const saved = listed(securityIds)
    const body = JSON.stringify(saved.securityIds)
    await database
      .insertInto('watchlist')
      .values({ user_id: userId, body })
      .onConflict((already) => already.column('user_id').doUpdateSet({ body }))
      .execute()
    return saved
  })
}
