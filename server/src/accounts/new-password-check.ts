import { passwordLength } from '@aitai/contract/user.ts'
import type { App } from '../app.ts'
import { failed } from '../http/failures.ts'
import { checkPasswordPolicy } from './password-policy.ts'

interface Asked {
  readonly password: string
  readonly again: string
  /** What the confirmation is called in the body, for the failure. */
  readonly field: 'passwordConfirmation' | 'confirmPassword'
}

/** Fails with 400 and the reason where a user may not have this password (quality 2.3). */
export async function checkNewPassword(
  { database, reference }: App,
  userId: string,
  { password, again, field }: Asked,
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
