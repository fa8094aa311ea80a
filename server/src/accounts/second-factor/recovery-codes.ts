import { createHash, randomInt } from 'node:crypto'
import { recoveryCodeLength } from '@aitai/contract/codes.ts'
import type { Kysely, Transaction } from 'kysely'
import type { Database } from '../../database/schema.ts'

/** How many a user gets at once. */
const recoveryCodeCount = 10

/** 32 characters, so five bits each, without those that are confused: I and 1, O and 0. */
const alphabet = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'
const groupLength = 4

/** 24 random characters, so 120 bits, in groups of four with hyphens between them. */
const newRecoveryCode = (): string =>
  Array.from({ length: recoveryCodeLength / groupLength }, () =>
    Array.from({ length: groupLength }, () => alphabet[randomInt(alphabet.length)]).join(''),
  ).join('-')

/** The characters of a recovery code as it is typed: in full width, in small letters, with or without hyphens. */
const charactersOf = (typed: string): string =>
  typed
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[^A-Z0-9]/g, '')

/** Of 112 random bits or more a plain hash cannot be reversed (OWASP ASVS 5.0, 6.5.2). It is bound to the user. */
const hashOf = (userId: string, code: string): string =>
  createHash('sha256')
    .update(`recovery code|${userId}|${charactersOf(code)}`)
    .digest('hex')

/** Replaces the user's recovery codes, and returns the new ones, which are stored only as hashes. */
export async function replaceRecoveryCodes(trx: Transaction<Database>, userId: string): Promise<string[]> {
  const codes = Array.from({ length: recoveryCodeCount }, newRecoveryCode)
  await deleteRecoveryCodes(trx, userId)
  await trx
    .insertInto('recovery_code')
    .values(codes.map((code) => ({ user_id: userId, code_hash: hashOf(userId, code) })))
    .execute()
  return codes
}

/** Uses a recovery code up; false for one that is wrong or was used. */
export async function useRecoveryCode(
  trx: Transaction<Database>,
  userId: string,
  code: string,
): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom('recovery_code')
    .where('user_id', '=', userId)
    .where('code_hash', '=', hashOf(userId, code))
    .executeTakeFirst()
  return numDeletedRows > 0n
}

export async function countRecoveryCodes(database: Kysely<Database>, userId: string): Promise<number> {
  const rows = await database
    .selectFrom('recovery_code')
    .select('user_id')
    .where('user_id', '=', userId)
    .execute()
  return rows.length
}

export async function deleteRecoveryCodes(trx: Transaction<Database>, userId: string): Promise<void> {
  await trx.deleteFrom('recovery_code').where('user_id', '=', userId).execute()
}
