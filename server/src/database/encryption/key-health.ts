import type { Kysely } from 'kysely'
import type { Database } from '../schema.ts'
import { dataKeysOf, wrappingIdOf } from './data-keys.ts'
import { decryptPhone, decryptValue, ForgedValue, messageText } from './encrypted-columns.ts'

/** How many data keys can also be opened with another secret than the present one: a rotation is not finished. */
export async function otherWrappings(db: Kysely<Database>, present: Buffer | undefined): Promise<number> {
  const rows = await db.selectFrom('data_key_wrap').select('wrapped_by').execute()
  return rows.filter(({ wrapped_by }) => !present || wrapped_by !== wrappingIdOf(present)).length
}

/** How many phones and waiting messages were changed or readdressed in the database, or copied from other rows. */
export async function unreadableValues(db: Kysely<Database>): Promise<number> {
  const keys = await dataKeysOf(db)
  const people = await db.selectFrom('person').select(['id', 'phone']).execute()
  const messages = await db
    .selectFrom('outbox')
    .select(['letter_id', 'kind', 'recipient', 'body'])
    .where('body', '!=', '')
    .execute()
  const reads = [
    ...people.map((person) => () => decryptPhone(db, person)),
    ...messages.map((message) => async () => decryptValue(keys, message.body, messageText(message))),
  ]
  let count = 0
  for (const read of reads)
    await read().catch((error: unknown) => {
      if (!(error instanceof ForgedValue)) throw error
      count += 1
    })
  return count
}
