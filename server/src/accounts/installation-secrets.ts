import { createHmac, randomBytes } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { Database } from '../database/schema.ts'

/** A secret of this installation, drawn once and kept in the database. */
export async function installationSecret(database: Kysely<Database>, name: string): Promise<Buffer> {
  await database
    .insertInto('setting')
    .values({ name, value: randomBytes(32).toString('hex') })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute()
  const { value } = await database
    .selectFrom('setting')
    .select('value')
    .where('name', '=', name)
    .executeTakeFirstOrThrow()
  return Buffer.from(value, 'hex')
}

/**
 * What the audit trail holds in place of an e-mail address or a network: the same for the same, and nothing
 * to find out which. Keyed, since all the networks there are can be tried in a minute.
 */
export type Fingerprint = (of: 'address' | 'network', what: string) => string

export async function openFingerprint(database: Kysely<Database>): Promise<Fingerprint> {
  const key = await installationSecret(database, 'fingerprint-key')
  return (of, what) => createHmac('sha256', key).update(`${of}|${what}`).digest('hex').slice(0, 32)
}
