import { type StaffGrant, staffGrants } from '@aitai/contract/codes.ts'
import type { Kysely } from 'kysely'
import type { Database } from '../database/schema.ts'

/** The grants of every user who has any, by the user's id and in the order of `staffGrants`. */
export async function readGrants(db: Kysely<Database>): Promise<ReadonlyMap<string, readonly StaffGrant[]>> {
  const rows = await db.selectFrom('staff_grant').selectAll().execute()
  const users = Map.groupBy(rows, ({ user_id }) => user_id)
  return new Map([...users].map(([userId, own]) => [userId, inOrder(own)]))
}

/** The grants of a user; empty for somebody who is not staff. */
export async function grantsOf(db: Kysely<Database>, userId: string): Promise<readonly StaffGrant[]> {
  return inOrder(await db.selectFrom('staff_grant').select('name').where('user_id', '=', userId).execute())
}

const inOrder = (rows: readonly { readonly name: string }[]): readonly StaffGrant[] =>
  staffGrants.filter((grant) => rows.some(({ name }) => name === grant))
