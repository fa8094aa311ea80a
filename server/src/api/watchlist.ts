import { maxWatchlistLength, watchlistGroups } from '@aitai/contract/codes.ts'
import { getWatchlist, setWatchlist } from '@aitai/contract/routes/preferences.ts'
import type { Watchlist } from '@aitai/contract/schemas/preferences.ts'
import { cleanCell, normalizeText } from '@aitai/engine/upload/cell-text.ts'
import type { AppContext } from '../context.ts'
import { failed, invalid } from '../http/failures.ts'
import { serve } from './serve.ts'

const empty: Watchlist = { securityIds: [], groups: [] }

/** The securities whose prices a trader watches. Nobody else learns of them, and they decide nothing. */
export function watchlistCalls(app: AppContext): void {
  const { database } = app

  /** Each once, where it is named first, and without those that can no longer be advertised. */
  const listed = ({ securityIds, groups }: Watchlist): Watchlist => {
    const left = new Set(app.reference.names().listed.map(({ security }) => security.securityId))
    const take = (ids: readonly string[]): string[] => ids.filter((id) => left.delete(id))
    return {
      securityIds: take(securityIds),
      groups: groups.map((group) => ({ ...group, securityIds: take(group.securityIds) })),
    }
  }

  serve(app, getWatchlist, async (_, { userId }) => {
    const row = await database
      .selectFrom('watchlist')
      .select('body')
      .where('user_id', '=', userId)
      .executeTakeFirst()
    return row ? listed(JSON.parse(row.body) as Watchlist) : empty
  })

  serve(app, setWatchlist, async (wanted, { userId }) => {
    const saved = listed({ ...wanted, groups: withNames(wanted.groups) })
    const length = [saved, ...saved.groups].reduce((sum, { securityIds }) => sum + securityIds.length, 0)
    if (length > maxWatchlistLength)
      throw failed(409, 'WATCHLIST_FULL', { variables: { max: maxWatchlistLength } })
    const body = JSON.stringify(saved)
    await database
      .insertInto('watchlist')
      .values({ user_id: userId, body })
      .onConflict((already) => already.column('user_id').doUpdateSet({ body }))
      .execute()
    return saved
  })
}

function withNames(groups: Watchlist['groups']): Watchlist['groups'] {
  if (groups.length > watchlistGroups.most)
    throw failed(409, 'TOO_MANY_WATCHLIST_GROUPS', { variables: { max: watchlistGroups.most } })
  const taken = new Set<string>()
  return groups.map((group, i) => {
    const name = cleanCell(group.name)
    // Full-width letters may become longer: ㌖ is five of them.
    if (name === '' || [...name].length > watchlistGroups.longestName) throw invalid(`groups/${i}/name`)
    const key = normalizeText(name)
    if (taken.has(key)) throw failed(409, 'WATCHLIST_GROUP_EXISTS', { field: `groups/${i}/name` })
    taken.add(key)
    return { ...group, name }
  })
}
