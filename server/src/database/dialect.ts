import type { Kysely } from 'kysely'
import type { Database } from './schema.ts'

/** The two supported databases. */
export type DialectName = 'sqlite' | 'postgres'

export interface OpenDatabase {
  readonly db: Kysely<Database>
  readonly dialect: DialectName
  /** Closes the database and releases the lock. `db` must not be used afterwards. */
  close(): Promise<void>
}
