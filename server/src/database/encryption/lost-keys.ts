import { type Kysely, sql, type Transaction } from 'kysely'
import type { Database } from '../schema.ts'
import { addDataKey, type KeyPurpose, keyPurposes, unwrapKey } from './data-keys.ts'

/** What cannot be read any more, by class. */
export interface LostValues {
  readonly dataKeys: number
  readonly phones: number
  readonly waitingMessages: number
  readonly storedReplies: number
  readonly signInProviders: number
  readonly openRequests: number
  /** Connection agreements whose passwords are encrypted with a lost key. */
  readonly agreements: number
  /** The addresses of users who sign in with codes by SMS, and need a telephone number again. */
  readonly needPhone: readonly string[]
}

interface LostKey {
  readonly id: string
  readonly purpose: KeyPurpose
}

/** The data keys that none of these secrets opens. */
export async function findLostKeys(
  db: Kysely<Database>,
  secrets: readonly Buffer[],
): Promise<readonly LostKey[]> {
  const keys = await db
    .selectFrom('data_key')
    .select(['id', 'purpose'])
    .where('destroyed_at', 'is', null)
    .orderBy('usable_from')
    .execute()
  const wraps = await db.selectFrom('data_key_wrap').selectAll().execute()
  return keys
    .filter(({ id }) => unwrapKey(secrets, id, wraps) === null)
    .map(({ id, purpose }) => ({ id, purpose: purpose as KeyPurpose }))
}

/** Whether a column has a value that one of these keys has encrypted. In JSON a quotation mark precedes the value. */
const encryptedWith = (column: string, keys: readonly LostKey[], isJson = false) => {
  const name = sql.ref(column)
  const tests = keys.map(({ id }) => {
    const escaped = `${id.replaceAll('_', '\\_')}.%`
    return sql<boolean>`${name} like ${isJson ? `%"${escaped}` : escaped} escape '\\'`
  })
  return tests.length === 0 ? sql<boolean>`1 = 0` : sql<boolean>`(${sql.join(tests, sql` or `)})`
}

/** Counts what is lost with these keys. */
export async function countLostValues(db: Kysely<Database>, lost: readonly LostKey[]): Promise<LostValues> {
  const count = async (
    table: 'person' | 'outbox' | 'idempotency' | 'sign_in_provider' | 'journal',
    column: string,
    isJson = false,
  ): Promise<number> => {
    const rows = db.selectFrom(table).select(({ fn }) => fn.countAll().as('rows'))
    const { rows: found } = await rows.where(encryptedWith(column, lost, isJson)).executeTakeFirstOrThrow()
    return Number(found)
  }
  const people = await db
    .selectFrom('person')
    .select('email')
    .where('two_factor', '=', 1)
    .where('active', '=', 1)
    .where(encryptedWith('phone', lost))
    .orderBy('email')
    .execute()
  const requests = await db
    .selectFrom('approval')
    .select('id')
    .where('state', 'in', ['WAITING', 'GRANTED'])
    .where(encryptedWith('args', lost))
    .execute()
  return {
    dataKeys: lost.length,
    phones: await count('person', 'phone'),
    waitingMessages: await count('outbox', 'body'),
    storedReplies: await count('idempotency', 'body'),
    signInProviders: await count('sign_in_provider', 'client_secret'),
    openRequests: requests.length,
    agreements: await count('journal', 'events', true),
    needPhone: people.map(({ email }) => email),
  }
}

/**
 * Gives lost keys up and adds new ones in their place. Telephone numbers are removed, so that they are requested again;
 * waiting messages are given up, and open requests are over. A stored reply stays, so that its request is not carried
 * out a second time; the passwords of agreements stay as they are in the journal, and no view shows them.
 */
export async function replaceLostKeys(
  trx: Transaction<Database>,
  lost: readonly LostKey[],
  secrets: readonly Buffer[],
  at: number,
): Promise<void> {
  await trx.updateTable('person').set({ phone: null }).where(encryptedWith('phone', lost)).execute()
  await trx
    .updateTable('outbox')
    .set({ given_up_at: at, fault: 'the secret that its text was encrypted with is lost', body: '' })
    .where(encryptedWith('body', lost))
    .execute()
  await trx
    .updateTable('approval')
    .set({ state: 'EXPIRED' })
    .where('state', 'in', ['WAITING', 'GRANTED'])
    .where(encryptedWith('args', lost))
    .execute()
  const ids = lost.map(({ id }) => id)
  await trx.deleteFrom('data_key_wrap').where('key_id', 'in', ids).execute()
  await trx.updateTable('data_key').set({ destroyed_at: at }).where('id', 'in', ids).execute()
  for (const purpose of keyPurposes.filter((each) => lost.some((key) => key.purpose === each)))
    await addDataKey(trx, secrets, purpose, at)
}
