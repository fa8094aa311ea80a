import { dayMs } from '@aitai/engine/calendar/trading-days.ts'
import type { Kysely, Transaction } from 'kysely'
import type { Retention } from '../../config.ts'
import type { Database } from '../schema.ts'
import {
  addDataKey,
  type DataKeys,
  dataKeysOf,
  keyDelayMs,
  readDataKeys,
  wrapKey,
  wrappingIdOf,
} from './data-keys.ts'
import { decryptPhone, decryptValue, encryptPhone, encryptValue } from './encrypted-columns.ts'

/** Beyond the day for which replies are stored, in milliseconds: then nothing uses a replaced key any more. */
const replacedKeyMs = dayMs + 3_600_000

/**
 * Reads the data keys for a server that starts, and encrypts those with the present secret that only an older one
 * opens. The only process of a database also deletes what older secrets open. Throws ConfigError if the secrets are
 * not those of the database.
 */
export async function openDataKeys(
  db: Kysely<Database>,
  secrets: readonly Buffer[],
  isAlone: boolean,
): Promise<void> {
  await dataKeysOf(db)
  const [present] = secrets
  if (isAlone) await finishRotation(db, secrets)
  else if (present) await db.transaction().execute((trx) => addWrappings(trx, secrets, present))
}

/**
 * Encrypts with the present secret what only an older one opens, and deletes what the older ones open. Only once no
 * process needs them. Another secret than these may be newer, so what it opens stays.
 */
export async function finishRotation(db: Kysely<Database>, secrets: readonly Buffer[]): Promise<void> {
  const [present, ...older] = secrets
  if (!present || older.length === 0) return
  await db.transaction().execute(async (trx) => {
    // A process may have added a key with an older secret, and ended.
    await addWrappings(trx, secrets, present)
    await trx.deleteFrom('data_key_wrap').where('wrapped_by', 'in', older.map(wrappingIdOf)).execute()
  })
}

/** Encrypts every data key with one more secret, unless it is already. */
async function addWrappings(
  trx: Transaction<Database>,
  secrets: readonly Buffer[],
  added: Buffer,
): Promise<void> {
  for (const { id, key } of await readDataKeys(trx, secrets))
    if (key)
      await trx
        .insertInto('data_key_wrap')
        .values(wrapKey(added, { id, key }))
        .onConflict((conflict) => conflict.columns(['key_id', 'wrapped_by']).doNothing())
        .execute()
}

/**
 * Encrypts the data keys with a new secret as well, so that servers start with it and with the present one: all must be
 * restarted with the new one before it is rotated again.
 */
export async function rotateDataSecret(
  trx: Transaction<Database>,
  { present, next }: { readonly present: readonly Buffer[]; readonly next: Buffer },
): Promise<void> {
  for (const secret of [next, ...present.slice(0, 1)]) await addWrappings(trx, present, secret)
  const kept = [next, ...present.slice(0, 1)].map(wrappingIdOf)
  await trx.deleteFrom('data_key_wrap').where('wrapped_by', 'not in', kept).execute()
}

/** Adds a data key for columns, which takes the place of the present one. Returns when, in milliseconds UTC. */
export async function replaceColumnKey(
  trx: Transaction<Database>,
  secrets: readonly Buffer[],
  now: number,
): Promise<number> {
  const usableFrom = now + keyDelayMs
  await addDataKey(trx, secrets, 'columns', usableFrom)
  return usableFrom
}

/**
 * What the process that writes does regularly: a new key for locate passwords each day, the destruction of those that
 * are older than the retention, and the encryption of columns with the present key.
 */
export async function sweepDataKeys(
  db: Kysely<Database>,
  secrets: readonly Buffer[],
  now: number,
  { locatePasswordDays }: Retention,
): Promise<void> {
  const keys = await dataKeysOf(db)
  await keys.reload(db)
  const daily = keys.all.filter(({ purpose }) => purpose === 'locatePasswords')
  const newest = daily.at(-1)
  if (newest && newest.usableFrom <= now - dayMs) {
    await db.transaction().execute((trx) => addDataKey(trx, secrets, 'locatePasswords', now + keyDelayMs))
    await keys.reload(db)
  }
  for (const [i, { id, key }] of daily.entries()) {
    const replacedAt = daily[i + 1]?.usableFrom
    const isOver = replacedAt !== undefined && replacedAt <= now - locatePasswordDays * dayMs
    if (key && isOver) await destroyKey(db, id, now)
  }
  await encryptColumnsAgain(db, keys, now)
  await keys.reload(db)
}

async function destroyKey(db: Kysely<Database>, id: string, at: number): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await trx.deleteFrom('data_key_wrap').where('key_id', '=', id).execute()
    await trx.updateTable('data_key').set({ destroyed_at: at }).where('id', '=', id).execute()
  })
}

/** Encrypts phones, client secrets and waiting messages with the present key, then destroys the keys before it. */
async function encryptColumnsAgain(db: Kysely<Database>, keys: DataKeys, now: number): Promise<void> {
  const present = keys.current('columns')
  const replaced = keys.all.filter(
    ({ purpose, key, usableFrom }) => purpose === 'columns' && key && usableFrom < present.usableFrom,
  )
  // Another process may have read the new key a little later.
  if (replaced.length === 0 || present.usableFrom > now - keyDelayMs) return
  await db.transaction().execute(async (trx) => {
    const people = await trx
      .selectFrom('person')
      .select(['id', 'phone'])
      .where('phone', 'is not', null)
      .where('phone', 'not like', `${present.id}.%`)
      .execute()
    for (const person of people) {
      const phone = await encryptPhone(trx, person.id, await decryptPhone(trx, person))
      await trx.updateTable('person').set({ phone }).where('id', '=', person.id).execute()
    }
    const providers = await trx
      .selectFrom('sign_in_provider')
      .select(['owner_id', 'client_secret'])
      .where('client_secret', 'not like', `${present.id}.%`)
      .execute()
    for (const { owner_id, client_secret } of providers) {
      const position = { column: 'sign_in_provider.client_secret', row: owner_id } as const
      const text = decryptValue(keys, client_secret, position)
      if (text === null) continue
      await trx
        .updateTable('sign_in_provider')
        .set({ client_secret: encryptValue(keys, text, position) })
        .where('owner_id', '=', owner_id)
        .where('client_secret', '=', client_secret)
        .execute()
    }
    const messages = await trx
      .selectFrom('outbox')
      .select(['id', 'letter_id', 'body'])
      .where('body', '!=', '')
      .where('body', 'not like', `${present.id}.%`)
      .execute()
    for (const { id, letter_id, body } of messages) {
      const position = { column: 'outbox.body', row: letter_id } as const
      const text = decryptValue(keys, body, position)
      if (text === null) continue
      await trx
        .updateTable('outbox')
        .set({ body: encryptValue(keys, text, position) })
        .where('id', '=', id)
        .where('body', '=', body)
        .execute()
    }
  })
  if (present.usableFrom > now - replacedKeyMs) return
  for (const { id } of replaced) await destroyKey(db, id, now)
}
