import type { Kysely } from 'kysely'
import type { Database } from './schema.ts'

/** The two databases that the server runs on. */
export type DialectName = 'sqlite' | 'postgres'

export interface OpenDatabase {
  readonly db: Kysely<Database>
  readonly dialect: DialectName
  /** Gives up the lock, too. Nothing may be asked of `db` afterwards. */
  close(): Promise<void>
}
