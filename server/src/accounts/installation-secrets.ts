import { createHmac, randomBytes } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { Database } from '../database/schema.ts'

/** A secret of this installation, generated once and stored in the database. */
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
 * A keyed hash that the audit trail stores in place of an e-mail address or a network. Equal values have
 * equal fingerprints. Keyed, because a plain hash of every IPv4 network could be enumerated in a minute.
 */
export type Fingerprint = (of: 'address' | 'network', value: string) => string

export async function openFingerprint(database: Kysely<Database>): Promise<Fingerprint> {
  const key = await installationSecret(database, 'fingerprint-key')
  return (of, value) => createHmac('sha256', key).update(`${of}|${value}`).digest('hex').slice(0, 32)
}
