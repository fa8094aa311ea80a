import { passwordLength } from '@aitai/contract/user.ts'
import type { Kysely } from 'kysely'
import type { Database } from '../database/schema.ts'
import { failed } from '../http/failures.ts'
import type { ReferenceData } from '../reference/reference-data.ts'
import { checkPasswordPolicy } from './password-policy.ts'

interface NewPasswordDeps {
  readonly database: Kysely<Database>
  readonly reference: Pick<ReferenceData, 'names'>
}

interface NewPassword {
  readonly password: string
  readonly again: string
  /** What the confirmation is called in the body, for the failure. */
  readonly field: 'passwordConfirmation' | 'confirmPassword'
}

/** Fails with 400 and the reason where a user may not have this password (quality 2.3). */
export async function checkNewPassword(
  { database, reference }: NewPasswordDeps,
  userId: string,
  { password, again, field }: NewPassword,
): Promise<void> {
  if (password.normalize('NFKC') !== again.normalize('NFKC'))
    throw failed(400, 'PASSWORD_MISMATCH', { field })
  const person = await database
    .selectFrom('person')
    .leftJoin('firm', 'firm.id', 'person.firm_id')
    .leftJoin('broker', 'broker.id', 'person.broker_id')
    .select(['email', 'first_name', 'last_name', 'firm.name as firm', 'broker.name as broker'])
    .where('person.id', '=', userId)
    .executeTakeFirstOrThrow()
  const names = [person.first_name, person.last_name, person.firm ?? '', person.broker ?? '']
  const rics = new Set([...reference.names().equities.values()].map(({ security }) => security.ric))
  const fault = checkPasswordPolicy(password, { email: person.email, names, rics })
  if (fault) throw failed(400, fault, { field: 'password', variables: { ...passwordLength } })
}
