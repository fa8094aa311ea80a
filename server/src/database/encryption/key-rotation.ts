import { dayMs } from '@aitai/engine/calendar/trading-days.ts'
import { type Kysely, sql, type Transaction } from 'kysely'
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
import { decryptValue, type EncryptedColumn, encryptValue, ForgedValue } from './encrypted-columns.ts'

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

/** The columns whose values outlive their data key, with the columns that identify a row. */
const rewrittenColumns = [
  { table: 'person', column: 'phone', row: ['id'] },
  { table: 'sign_in_provider', column: 'client_secret', row: ['owner_id'] },
  // As in `messageText`.
  { table: 'outbox', column: 'body', row: ['letter_id', 'kind', 'recipient'] },
  { table: 'approval', column: 'args', row: ['id'] },
  { table: 'approval', column: 'shown', row: ['id'] },
] as const

async function encryptColumnAgain(
  trx: Transaction<Database>,
  keys: DataKeys,
  presentKeyId: string,
  { table, column, row }: (typeof rewrittenColumns)[number],
): Promise<void> {
  const name = sql.ref(column)
  const key = sql.join(
    row.map((each) => sql.ref(each)),
    sql` || '.' || `,
  )
  const { rows } = await sql<{ id: string; value: string }>`
    select ${key} as id, ${name} as value from ${sql.table(table)}
    where ${name} <> '' and ${name} not like ${`${presentKeyId}.%`}`.execute(trx)
  for (const { id, value } of rows) {
    const position = { column: `${table}.${column}` as EncryptedColumn, row: id }
    const text = textUnlessForged(keys, value, position)
    if (text === null) continue
    // Not over a value that was changed meanwhile.
    await sql`update ${sql.table(table)} set ${name} = ${encryptValue(keys, text, position)}
      where ${key} = ${id} and ${name} = ${value}`.execute(trx)
  }
}

/** A value that was tampered with stays as it is, and must not keep all others from being encrypted. */
function textUnlessForged(...value: Parameters<typeof decryptValue>): string | null {
  try {
    return decryptValue(...value)
  } catch (error) {
    if (error instanceof ForgedValue) return null
    throw error
  }
}

/** Encrypts columns with the present key where an older one did, then destroys the older ones. */
async function encryptColumnsAgain(db: Kysely<Database>, keys: DataKeys, now: number): Promise<void> {
  const present = keys.current('columns')
  const replaced = keys.all.filter(
    ({ purpose, key, usableFrom }) => purpose === 'columns' && key && usableFrom < present.usableFrom,
  )
  // Another process may have read the new key a little later.
  if (replaced.length === 0 || present.usableFrom > now - keyDelayMs) return
  await db.transaction().execute(async (trx) => {
    for (const column of rewrittenColumns) await encryptColumnAgain(trx, keys, present.id, column)
  })
  if (present.usableFrom > now - replacedKeyMs) return
  for (const { id } of replaced) await destroyKey(db, id, now)
}
