import { randomBytes } from 'node:crypto'
import type { DialectAdapter, Kysely, Transaction } from 'kysely'
import { ConfigError } from '../../config.ts'
import type { Database } from '../schema.ts'
import { decryptWith, derivedKey, encryptWith, idOfKey, newKey } from './cipher.ts'

/**
 * What data keys encrypt. Those of locate passwords are replaced every day and destroyed some days later, because the
 * journal cannot be rewritten; those of columns are replaced by an operator, and the columns encrypted again.
 */
export const keyPurposes = ['columns', 'locatePasswords'] as const
export type KeyPurpose = (typeof keyPurposes)[number]

/** How long a new key waits until it is used, in milliseconds, so that every process has read it by then. */
export const keyDelayMs = 120_000

export interface DataKey {
  readonly id: string
  readonly purpose: KeyPurpose
  /** Milliseconds UTC. */
  readonly usableFrom: number
  /** Null once it is destroyed: nobody can decrypt what it has encrypted. */
  readonly key: Buffer | null
}

/** The secrets that data keys are encrypted with, the present one first, and the clock. */
export interface DataKeySecrets {
  readonly secrets: readonly Buffer[]
  /** Milliseconds UTC. */
  readonly now: () => number
}

const wrappingKeyOf = (secret: Buffer): Buffer => derivedKey(secret, 'aitai data keys')

/** The id of a secret in the table of wrapped keys. It reveals nothing about the secret. */
export const wrappingIdOf = (secret: Buffer): string => idOfKey(wrappingKeyOf(secret))

/** A data key as it is stored. */
export const wrapKey = (secret: Buffer, { id, key }: { readonly id: string; readonly key: Buffer }) => ({
  key_id: id,
  wrapped_by: wrappingIdOf(secret),
  wrapped: encryptWith(wrappingKeyOf(secret), key, `data_key\n${id}`),
})

type Secrets = readonly Buffer[]
type WrapRow = Database['data_key_wrap']

/** The data key in one of its wrappings; null if no secret opens one. */
export function unwrapKey(secrets: Secrets, id: string, wraps: readonly WrapRow[]): Buffer | null {
  for (const secret of secrets) {
    const own = wraps.find((wrap) => wrap.key_id === id && wrap.wrapped_by === wrappingIdOf(secret))
    const key = own ? decryptWith(wrappingKeyOf(secret), own.wrapped, `data_key\n${id}`) : null
    if (key) return key
  }
  return null
}

/** Reads and decrypts the data keys. Throws ConfigError if one cannot be decrypted with these secrets. */
export async function readDataKeys(db: Kysely<Database>, secrets: Secrets): Promise<readonly DataKey[]> {
  // In one statement: between two, another process may add a key or destroy one.
  const rows = await db
    .selectFrom('data_key')
    .leftJoin('data_key_wrap', 'key_id', 'id')
    .selectAll()
    .orderBy('usable_from')
    .orderBy('id')
    .execute()
  const wraps = rows.flatMap(({ key_id, wrapped_by, wrapped }) =>
    key_id !== null && wrapped_by !== null && wrapped !== null ? [{ key_id, wrapped_by, wrapped }] : [],
  )
  const keys = new Map(rows.map((row) => [row.id, row]))
  return [...keys.values()].map(({ id, purpose, usable_from: usableFrom, destroyed_at }) => {
    const key = destroyed_at === null ? unwrapKey(secrets, id, wraps) : null
    if (key === null && destroyed_at === null) throw wrongSecret(wraps, id, secrets)
    return { id, purpose: purpose as KeyPurpose, usableFrom, key }
  })
}

function wrongSecret(wraps: readonly WrapRow[], id: string, secrets: Secrets): ConfigError {
  const expected = wraps.filter((wrap) => wrap.key_id === id).map((wrap) => wrap.wrapped_by)
  const given = secrets.map(wrappingIdOf).join(', ')
  return new ConfigError(
    `DATA_SECRET does not fit this database, which was encrypted with ${expected.join(' or ') || 'an unknown one'} ` +
      `(given: ${given}). Put back the secrets file of this installation. For a backup from before a rotation, ` +
      'name the secret of that time in DATA_SECRET_BEFORE.',
  )
}

/** Adds a data key in every wrapping that the secrets give. Usable from `usableFrom`, in milliseconds UTC. */
export async function addDataKey(
  trx: Transaction<Database>,
  secrets: Secrets,
  purpose: KeyPurpose,
  usableFrom: number,
): Promise<void> {
  const [id, key] = [randomBytes(9).toString('base64url'), newKey()]
  const added = await trx
    .insertInto('data_key')
    .values({ id, purpose, usable_from: usableFrom, destroyed_at: null })
    .onConflict((conflict) => conflict.columns(['purpose', 'usable_from']).doNothing())
    .returning('id')
    .executeTakeFirst()
  if (added)
    await trx
      .insertInto('data_key_wrap')
      .values(secrets.map((secret) => wrapKey(secret, { id, key })))
      .execute()
}

/** The data keys of a database, decrypted, as this process knows them. */
export class DataKeys {
  readonly #from: DataKeySecrets
  readonly #derived = new Map<string, Buffer>()
  #keys: readonly DataKey[]

  constructor(from: DataKeySecrets, keys: readonly DataKey[]) {
    this.#from = from
    this.#keys = keys
  }

  get all(): readonly DataKey[] {
    return this.#keys
  }

  /** Reads the keys again, which another process may have added or destroyed. */
  async reload(db: Kysely<Database>): Promise<void> {
    this.#keys = await readDataKeys(db, this.#from.secrets)
    this.#derived.clear()
  }

  /** The key that encrypts now. */
  current(purpose: KeyPurpose): DataKey & { readonly key: Buffer } {
    const now = this.#from.now()
    const usable = this.#keys.filter((each) => each.purpose === purpose && each.key !== null)
    // The first key of all, should a clock have been set back.
    const found = usable.findLast(({ usableFrom }) => usableFrom <= now) ?? usable[0]
    if (!found?.key) throw new Error(`there is no data key for ${purpose}`)
    return { ...found, key: found.key }
  }

  /** The key that encrypts one column now, with the id of its data key. */
  encryptingKey(purpose: KeyPurpose, column: string): { readonly id: string; readonly key: Buffer } {
    const { id, key } = this.current(purpose)
    return { id, key: this.#keyOf(id, key, column) }
  }

  /** The key that encrypted a column; null if it has been destroyed. Throws if there was none. */
  decryptingKey(id: string, column: string): Buffer | null {
    const found = this.#keys.find((each) => each.id === id)
    if (!found) throw new Error(`data key ${id} is unknown`)
    return found.key && this.#keyOf(id, found.key, column)
  }

  /** Whether a data key still decrypts. */
  has(id: string): boolean {
    return this.#keys.some((each) => each.id === id && each.key !== null)
  }

  #keyOf(id: string, key: Buffer, column: string): Buffer {
    const name = `${id} ${column}`
    const derived = this.#derived.get(name) ?? derivedKey(key, `aitai ${column}`)
    this.#derived.set(name, derived)
    return derived
  }
}

/** By the adapter, which a database and its transactions share. */
const attached = new WeakMap<DialectAdapter, { from: () => DataKeySecrets; loaded: DataKeys | null }>()

/**
 * Names the secrets for the encrypted columns of a database, unless they are named already. They are read when they are
 * first needed.
 */
export function useDataKeySecrets(db: Kysely<Database>, from: () => DataKeySecrets): void {
  const { adapter } = db.getExecutor()
  if (!attached.has(adapter)) attached.set(adapter, { from, loaded: null })
}

/** In the transaction that there is already, or in one of its own. */
const inTransaction = (
  db: Kysely<Database>,
  run: (trx: Transaction<Database>) => Promise<void>,
): Promise<void> => (db.isTransaction ? run(db as Transaction<Database>) : db.transaction().execute(run))

/**
 * The data keys of a database, or of the database of a transaction. The first call reads them, and creates the first
 * ones. Throws ConfigError if the secrets are not those of the database.
 */
export async function dataKeysOf(db: Kysely<Database>): Promise<DataKeys> {
  const entry = attached.get(db.getExecutor().adapter)
  if (!entry) throw new Error('this database has no secrets for its encrypted columns')
  if (entry.loaded) return entry.loaded
  const from = entry.from()
  const { secrets } = from
  let keys = await readDataKeys(db, secrets)
  const missing = keyPurposes.filter((purpose) => !keys.some((each) => each.purpose === purpose && each.key))
  // Two processes that start together create the same first key: its time is the start of the count.
  await inTransaction(db, async (trx) => {
    for (const purpose of missing) await addDataKey(trx, secrets, purpose, keys.length === 0 ? 0 : from.now())
  })
  if (missing.length > 0) keys = await readDataKeys(db, secrets)
  const loaded = new DataKeys(from, keys)
  // The transaction may still be rolled back, and the new keys with it.
  if (missing.length === 0 || !db.isTransaction) entry.loaded = loaded
  return loaded
}

/** The data keys that `dataKeysOf` has read: for views, which cannot wait. */
export function loadedDataKeysOf(db: Kysely<Database>): DataKeys {
  const loaded = attached.get(db.getExecutor().adapter)?.loaded
  if (!loaded) throw new Error('the data keys of this database have not been read')
  return loaded
}
