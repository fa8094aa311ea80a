import type { Kysely, Selectable } from 'kysely'
import type { Database, PersonTable } from '../database/schema.ts'
import type { CallLimits } from '../http/call-limits.ts'
import { failed } from '../http/failures.ts'
import type { PasswordHasher } from './password-hashing.ts'

interface PasswordDeps {
  readonly database: Kysely<Database>
  readonly passwords: PasswordHasher
  readonly limits: Pick<CallLimits, 'passwordTries'>
}

/**
 * Returns a signed-in user who has given the current password again. Throws 400 with the field for a wrong one.
 * Attempts are limited, so that a stolen session cannot be used to guess the password.
 */
export async function checkOwnPassword(
  { database, passwords, limits }: PasswordDeps,
  userId: string,
  password: string,
  field: 'password' | 'oldPassword' = 'password',
): Promise<Selectable<PersonTable>> {
  limits.passwordTries.check(userId)
  const person = await database
    .selectFrom('person')
    .selectAll()
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  if (await passwords.verify(password, person.password_hash)) return person
  limits.passwordTries.charge(userId)
  throw failed(400, 'PASSWORD_WRONG', { field })
}
