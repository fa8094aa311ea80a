import { writtenName } from '@aitai/contract/routes/console/account-fields.ts'
import type { Kysely } from 'kysely'
import type { Database } from '../../database/schema.ts'

/** The names of users by their ids; ids of nobody, null and names that were typed are left out. */
export async function userNames(
  db: Kysely<Database>,
  some: readonly (string | null)[],
): Promise<ReadonlyMap<string, string>> {
  const ids = [...new Set(some)].filter((id) => id !== null)
  if (ids.length === 0) return new Map()
  const people = await db
    .selectFrom('person')
    .select(['id', 'first_name', 'last_name'])
    .where('id', 'in', ids)
    .execute()
  return new Map(
    people.map(({ id, first_name, last_name }) => [
      id,
      writtenName({ firstName: first_name, lastName: last_name }),
    ]),
  )
}
