import type { Kysely, Transaction } from 'kysely'
import type { Database } from '../../database/schema.ts'
import { randomId } from '../../random.ts'
import type { InstallationSecrets } from '../installation-secrets.ts'
import { newAuthenticatorKey, openKey, sealKey, stepOfCode } from './authenticator-keys.ts'
import { deleteUselessRecoveryCodes, listFactors } from './factor-rows.ts'
import { countRecoveryCodes, deleteRecoveryCodes, replaceRecoveryCodes } from './recovery-codes.ts'

/** How long a new authenticator can be confirmed, in milliseconds, and with how many codes. */
export const authenticatorSetupMs = 10 * 60_000
const triesPerSetup = 5

/** How many codes of one authenticator are right at a time: one step before and after the present one counts. */
const rightCodes = 3

interface Sources {
  readonly database: Kysely<Database>
  readonly secrets: InstallationSecrets
  /** Milliseconds UTC. */
  readonly now: () => number
}

/** The session in which an authenticator is set up. */
interface SetupSession {
  readonly userId: string
  readonly tokenHash: string
}

/** The result of a code for a new authenticator. Recovery codes are null for a user who has some. */
export type ConfirmedSetup =
  | { readonly refused: 'CODE' | 'SETUP' }
  | { readonly id: string; readonly recoveryCodes: readonly string[] | null }

/** The authenticator apps of users. Their keys leave this class only while one is set up. */
export class Authenticators {
  readonly #database: Kysely<Database>
  readonly #secrets: InstallationSecrets
  readonly #now: () => number

  constructor({ database, secrets, now }: Sources) {
    this.#database = database
    this.#secrets = secrets
    this.#now = now
  }

  /** Starts to add an authenticator, and returns its key. It replaces one that was not confirmed. */
  async begin({ userId, tokenHash }: SetupSession, name: string): Promise<string> {
    const key = newAuthenticatorKey()
    const [id, sealed] = [randomId(), this.#seal.bind(this)]
    const fresh = { id, name, session_hash: tokenHash, started_at: this.#now(), tries: 0 }
    await this.#database.transaction().execute(async (trx) => {
      await trx.deleteFrom('authenticator_setup').where('user_id', '=', userId).execute()
      await trx
        .insertInto('authenticator_setup')
        .values({ user_id: userId, ...fresh, sealed_key: sealed(key, userId, id) })
        .execute()
    })
    return key
  }

  /**
   * Adds the authenticator that was begun in this session, if the code is right. That code cannot be used to sign in.
   * After five wrong ones it has to be begun again. `record` runs in the same transaction.
   */
  async confirm(
    { userId, tokenHash }: SetupSession,
    code: string,
    record: (trx: Transaction<Database>, id: string) => Promise<void>,
  ): Promise<ConfirmedSetup> {
    const at = this.#now()
    return await this.#database.transaction().execute(async (trx): Promise<ConfirmedSetup> => {
      const setup = await trx
        .updateTable('authenticator_setup')
        .set((row) => ({ tries: row('tries', '+', 1) }))
        .where('user_id', '=', userId)
        .where('session_hash', '=', tokenHash)
        .where('started_at', '>', at - authenticatorSetupMs)
        .where('tries', '<', triesPerSetup)
        .returningAll()
        .executeTakeFirst()
      if (!setup) return { refused: 'SETUP' }
      const { id, name, sealed_key } = setup
      const key = this.#open({ id, user_id: userId, sealed_key })
      const step = key === null ? null : stepOfCode(key, digitsOf(code), at)
      if (step === null) return { refused: 'CODE' }
      await trx.deleteFrom('authenticator_setup').where('user_id', '=', userId).execute()
      await trx
        .insertInto('authenticator')
        .values({ id, user_id: userId, name, sealed_key, added_at: at, used_at: null, last_step: step })
        .execute()
      const has = await countRecoveryCodes(trx, userId)
      const recoveryCodes = has > 0 ? null : await replaceRecoveryCodes(trx, userId)
      await record(trx, id)
      return { id, recoveryCodes }
    })
  }

  /** The user's authenticators, the oldest first, without their keys. */
  list(userId: string) {
    return listFactors(this.#database, 'authenticator', userId)
  }

  /**
   * Redeems a code of any of the user's authenticators, which can be used once: neither it nor an older one of the same
   * authenticator is right afterwards. Also returns how many codes would have been right.
   */
  async redeem(
    trx: Transaction<Database>,
    userId: string,
    code: string,
  ): Promise<{ readonly isRight: boolean; readonly rightCodes: number }> {
    const at = this.#now()
    const rows = await trx
      .selectFrom('authenticator')
      .select(['id', 'user_id', 'sealed_key'])
      .where('user_id', '=', userId)
      .execute()
    let isRight = false
    for (const row of rows) {
      const key = this.#open(row)
      const step = key === null ? null : stepOfCode(key, digitsOf(code), at)
      if (key === null || step === null || isRight) continue
      // In one statement, so that of two simultaneous sign-ins with one code only one succeeds.
      const { numUpdatedRows } = await trx
        .updateTable('authenticator')
        // Encrypted again, with the present secret of the installation.
        .set({ last_step: step, used_at: at, sealed_key: this.#seal(key, userId, row.id) })
        .where('id', '=', row.id)
        .where('last_step', '<', step)
        .executeTakeFirst()
      isRight = numUpdatedRows > 0n
    }
    return { isRight, rightCodes: rows.length * rightCodes }
  }

  #seal(key: string, userId: string, id: string): string {
    return sealKey(this.#secrets.of['two-factor'], key, ownerOf(userId, id))
  }

  #open({ id, user_id, sealed_key }: StoredKey): string | null {
    return openKey(this.#secrets.twoFactorKeys, { sealed: sealed_key, owner: ownerOf(user_id, id) })
  }
}

interface StoredKey {
  readonly id: string
  readonly user_id: string
  readonly sealed_key: string
}

const ownerOf = (userId: string, id: string): string => `${userId}|${id}`

/** The digits of a code as it is typed: in full width, in groups. */
export const digitsOf = (typed: string): string => typed.normalize('NFKC').replace(/[\s-]/g, '')

/** Removes one authenticator of a user, with the last factor the recovery codes as well; false if there is none. */
export async function removeAuthenticator(
  trx: Transaction<Database>,
  userId: string,
  id: string,
): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom('authenticator')
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .executeTakeFirst()
  if (numDeletedRows === 0n) return false
  await deleteUselessRecoveryCodes(trx, userId)
  return true
}

/** Removes the authenticator apps of a user with the recovery codes, and returns how many apps those were. */
export async function removeAllAuthenticators(trx: Transaction<Database>, userId: string): Promise<number> {
  await trx.deleteFrom('authenticator_setup').where('user_id', '=', userId).execute()
  await deleteRecoveryCodes(trx, userId)
  const removed = await trx
    .deleteFrom('authenticator')
    .where('user_id', '=', userId)
    .returning('id')
    .execute()
  return removed.length
}

/** Encrypts the keys that an older secret encrypts with `present`, before the older one is forgotten. */
export async function resealAuthenticators(
  trx: Transaction<Database>,
  older: Buffer,
  present: Buffer,
): Promise<void> {
  const rows = await trx.selectFrom('authenticator').select(['id', 'user_id', 'sealed_key']).execute()
  for (const { id, user_id, sealed_key } of rows) {
    const owner = ownerOf(user_id, id)
    const key = openKey([older], { sealed: sealed_key, owner })
    if (key === null) continue
    await trx
      .updateTable('authenticator')
      .set({ sealed_key: sealKey(present, key, owner) })
      .where('id', '=', id)
      .execute()
  }
}
