import type { Kysely } from 'kysely'
import type { Database } from '../../database/schema.ts'
import { referenceVersion } from '../admin-context.ts'

/**
 * Calls `refresh` when another process changed reference data: an `aitai` beside a server on PostgreSQL.
 * Embedded data has one process at a time and needs no watch. A look that fails is reported and tried
 * again. Gives the function that ends it.
 */
export function watchReference(
  db: Kysely<Database>,
  refresh: () => Promise<void>,
  onError: (error: unknown, doing: string) => void,
  everyMs = 1_000,
): () => void {
  const versionNow = async (): Promise<string> => {
    const row = await db
      .selectFrom('setting')
      .select('value')
      .where('name', '=', referenceVersion)
      .executeTakeFirst()
    return row?.value ?? '0'
  }
  let seen: string | null = null
  let looking = false
  const look = async (): Promise<void> => {
    if (looking) return
    looking = true
    try {
      const version = await versionNow()
      // The first look refreshes, too: what changed between the start and now would otherwise be missed.
      if (version !== seen) await refresh()
      seen = version
    } catch (error) {
      onError(error, 'looking for changed reference data')
    } finally {
      looking = false
    }
  }
  const timer = setInterval(look, everyMs)
  return () => clearInterval(timer)
}
