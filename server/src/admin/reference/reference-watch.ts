import type { Kysely } from 'kysely'
import type { Database } from '../../database/schema.ts'
import { referenceVersion } from '../admin-context.ts'

/**
 * Calls `refresh` when another process (`aitai` on PostgreSQL) has changed reference data. The embedded database
 * has only one process and needs no watch. Reports and retries failures. Returns a function that stops it.
 */
export function watchReference(
  db: Kysely<Database>,
  refresh: () => Promise<void>,
  onError: (error: unknown, activity: string) => void,
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
  let checking = false
  const check = async (): Promise<void> => {
    if (checking) return
    checking = true
    try {
      const version = await versionNow()
      // Also refresh the first time, in case something changed between the start and now.
      if (version !== seen) await refresh()
      seen = version
    } catch (error) {
      onError(error, 'checking for changed reference data')
    } finally {
      checking = false
    }
  }
  const timer = setInterval(check, everyMs)
  return () => clearInterval(timer)
}
