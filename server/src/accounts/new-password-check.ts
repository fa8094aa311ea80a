import { passwordLength } from '@aitai/contract/codes.ts'
import type { Installation } from '@aitai/contract/schemas/installation.ts'
import type { Kysely } from 'kysely'
import type { Database } from '../database/schema.ts'
import { failed } from '../http/failures.ts'
import type { ReferenceData } from '../reference/reference-data.ts'
import { checkPasswordPolicy } from './password-policy.ts'

interface NewPasswordDeps {
  readonly database: Kysely<Database>
  readonly installation: Pick<Installation, 'brand'>
  readonly reference: Pick<ReferenceData, 'names'>
}

interface NewPasswordInput {
  readonly password: string
  readonly confirmation: string
  /** The name of the confirmation field in the request body, for the failure. */
  readonly field: 'passwordConfirmation' | 'confirmPassword'
}

/** Throws 400 with the reason if the user may not use this password: see `checkPasswordPolicy`. */
export async function checkNewPassword(
  { database, installation, reference }: NewPasswordDeps,
  userId: string,
  { password, confirmation, field }: NewPasswordInput,
): Promise<void> {
  if (password.normalize('NFKC') !== confirmation.normalize('NFKC'))
    throw failed(400, 'PASSWORD_MISMATCH', { field })
  const person = await database
    .selectFrom('person')
    .leftJoin('firm', 'firm.id', 'person.firm_id')
    .leftJoin('broker', 'broker.id', 'person.broker_id')
    .select(['email', 'first_name', 'last_name', 'firm.name as firm', 'broker.name as broker'])
    .where('person.id', '=', userId)
    .executeTakeFirstOrThrow()
  const product = installation.brand.productName
  const names = [person.first_name, person.last_name, person.firm ?? '', person.broker ?? '', product]
  const rics = new Set([...reference.names().equities.values()].map(({ security }) => security.ric))
  const fault = checkPasswordPolicy(password, { email: person.email, names, rics })
  if (!fault) return
  throw failed(400, fault, { field: 'password', variables: { ...passwordLength } }, { product })
}
