import { createHash } from 'node:crypto'
import { maxWatchlistLength, watchlistGroups } from '@aitai/contract/codes.ts'
import { getWatchlist, setWatchlist } from '@aitai/contract/routes/preferences.ts'
import type { Watchlist } from '@aitai/contract/schemas/preferences.ts'
import { cleanCell, normalizeText } from '@aitai/engine/upload/cell-text.ts'
import type { AppContext } from '../context.ts'
import { failed, invalid } from '../http/failures.ts'
import { serve } from './serve.ts'

const emptyBody = JSON.stringify({ securityIds: [], groups: [] } satisfies Watchlist)

/** Two lists with the same version are equal, so that saving over one of them loses nothing of the other. */
const versionOf = (body: string): string => createHash('sha256').update(body).digest('base64url')

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

  const storedBody = async (userId: string): Promise<string | undefined> => {
    const row = await database
      .selectFrom('watchlist')
      .select('body')
      .where('user_id', '=', userId)
      .executeTakeFirst()
    return row?.body
  }

  serve(app, getWatchlist, async (_, { userId }) => {
    const body = (await storedBody(userId)) ?? emptyBody
    return { ...listed(JSON.parse(body) as Watchlist), version: versionOf(body) }
  })

  /** Whether nothing else was stored meanwhile. */
  const replace = async (userId: string, before: string | undefined, body: string): Promise<boolean> => {
    if (before === undefined) {
      const { numInsertedOrUpdatedRows: count } = await database
        .insertInto('watchlist')
        .values({ user_id: userId, body })
        .onConflict((already) => already.column('user_id').doNothing())
        .executeTakeFirst()
      return count === 1n
    }
    const { numUpdatedRows } = await database
      .updateTable('watchlist')
      .set({ body })
      .where('user_id', '=', userId)
      .where('body', '=', before)
      .executeTakeFirst()
    return numUpdatedRows === 1n
  }

  serve(app, setWatchlist, async ({ version, ...wanted }, { userId }) => {
    const saved = listed({ ...wanted, groups: withNames(wanted.groups) })
    const length = [saved, ...saved.groups].reduce((sum, { securityIds }) => sum + securityIds.length, 0)
    if (length > maxWatchlistLength)
      throw failed(409, 'WATCHLIST_FULL', { variables: { max: maxWatchlistLength } })
    const body = JSON.stringify(saved)
    const before = await storedBody(userId)
    if (version !== versionOf(before ?? emptyBody) || !(await replace(userId, before, body)))
      throw failed(409, 'WATCHLIST_CHANGED')
    return { ...saved, version: versionOf(body) }
  })
}

function withNames(groups: Watchlist['groups']): Watchlist['groups'] {
  if (groups.length > watchlistGroups.most)
    throw failed(409, 'TOO_MANY_WATCHLIST_GROUPS', { variables: { max: watchlistGroups.most } })
  const taken = new Set<string>()
  const ids = new Set<string>()
  return groups.map((group, i) => {
    if (ids.has(group.id)) throw invalid(`groups/${i}/id`)
    ids.add(group.id)
    const name = cleanCell(group.name)
    // Full-width letters may become longer: ㌖ is five of them.
    if (name === '' || [...name].length > watchlistGroups.longestName) throw invalid(`groups/${i}/name`)
    const key = normalizeText(name)
    if (taken.has(key)) throw failed(409, 'WATCHLIST_GROUP_EXISTS', { field: `groups/${i}/name` })
    taken.add(key)
    return { ...group, name }
  })
}
