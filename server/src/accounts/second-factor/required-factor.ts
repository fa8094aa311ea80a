import type { RequiredFactor } from '@aitai/contract/codes.ts'
import type { Kysely, Transaction } from 'kysely'
import type { Database } from '../../database/schema.ts'
import type { SessionKind } from '../session-rows.ts'
import { hasFactor } from './factor-rows.ts'

/** The setting of staff. Without it a passkey is required: only the demonstration sets another value at first. */
export const staffFactor = 'staff.required-factor'

/**
 * How long a user whom no second factor protects can add the first passkey where one is required: after the first own
 * password, or after an operator has removed all factors. Later the password alone opens nothing.
 */
export const firstPasskeyMs = 72 * 3_600_000
/** The same after an institution, a broker or the operator begins to require passkeys of people who have none. */
export const introductionMs = 14 * 24 * 3_600_000

/** What a stored value requires. An unknown one requires the stronger factor. */
export const requiredFactorIn = (value: string | null | undefined): RequiredFactor =>
  value === 'any' ? 'any' : 'passkey'

interface FactorState {
  readonly required: RequiredFactor
  /** Whether the temporary password has not been replaced. */
  readonly isFirstLogin: boolean
  readonly hasPasskey: boolean
  /** Whether the password alone does not sign in. */
  readonly hasSecondStep: boolean
  /** Until when the first passkey can be added after the password alone; null for never. Milliseconds UTC. */
  readonly addUntil: number | null
}

/** What a user has to sign in with, as the institution, the broker or the operator requires, and what the user has. */
async function factorStateOf(database: Kysely<Database>, userId: string): Promise<FactorState> {
  const state = await findFactorState(database, userId)
  if (!state) throw new Error(`no user ${userId}`)
  return state
}

/** The same; undefined for an id that nobody has, after the same queries. */
async function findFactorState(database: Kysely<Database>, userId: string): Promise<FactorState | undefined> {
  const row = await database
    .selectFrom('person')
    .leftJoin('firm', 'firm.id', 'person.firm_id')
    .leftJoin('broker', 'broker.id', 'person.broker_id')
    .leftJoin('setting', (join) => join.on('setting.name', '=', staffFactor))
    .select(['person.role', 'person.two_factor', 'person.first_login', 'person.passkey_add_until'])
    .select(['firm.required_factor as of_firm', 'broker.required_factor as of_broker'])
    .select('setting.value as of_staff')
    .where('person.id', '=', userId)
    .executeTakeFirst()
  const hasPasskey = await hasFactor(database, 'passkey', userId)
  const hasAuthenticator = await hasFactor(database, 'authenticator', userId)
  if (!row) return undefined
  const required = row.role === 'STAFF' ? row.of_staff : (row.of_firm ?? row.of_broker)
  return {
    required: requiredFactorIn(required),
    isFirstLogin: row.first_login === 1,
    hasPasskey,
    hasSecondStep: row.two_factor === 1 || hasAuthenticator,
    addUntil: row.passkey_add_until,
  }
}

/** Whether a passkey is required of a user. */
export const isPasskeyRequired = async (database: Kysely<Database>, userId: string): Promise<boolean> =>
  (await factorStateOf(database, userId)).required === 'passkey'

/** Whether a user who has a passkey must use it: then no code of any kind signs in. */
export async function mustUsePasskey(database: Kysely<Database>, userId: string): Promise<boolean> {
  const { required, hasPasskey } = await factorStateOf(database, userId)
  return required === 'passkey' && hasPasskey
}

/**
 * Whether the right password begins a sign-in. It does not where a passkey is required, the user has none and nothing
 * but the password: whoever learned it could add a passkey of their own. Then an operator has to help. False for an id
 * that nobody has, after the same queries: a log-in asks for unknown addresses, too.
 */
export async function mayBeginByPassword(
  database: Kysely<Database>,
  userId: string,
  at: number,
): Promise<boolean> {
  const state = await findFactorState(database, userId)
  if (!state) return false
  if (state.required === 'any' || state.hasPasskey || state.hasSecondStep || state.isFirstLogin) return true
  return state.addUntil !== null && state.addUntil > at
}

/** The session that a completed log-in opens: one for everything, or for the first password or passkey alone. */
export async function sessionKindFor(
  database: Kysely<Database>,
  userId: string,
  by: 'passkey' | 'password' | 'code',
): Promise<Exclude<SessionKind, 'oms'>> {
  const { isFirstLogin, required } = await factorStateOf(database, userId)
  if (isFirstLogin) return 'firstLogin'
  return required === 'passkey' && by !== 'passkey' ? 'firstPasskey' : 'session'
}

/** Lets users add their first passkey after the password alone until a time, in milliseconds UTC. */
export async function letAddPasskey(
  trx: Transaction<Database>,
  userIds: readonly string[],
  until: number,
): Promise<void> {
  if (userIds.length === 0) return
  await trx.updateTable('person').set({ passkey_add_until: until }).where('id', 'in', userIds).execute()
}

/** Whose people are meant: those of an institution, of a broker, or staff. */
type People = { readonly firm_id: string } | { readonly broker_id: string } | { readonly role: 'STAFF' }

/** Gives those who have no passkey time to add one, from when passkeys begin to be required of them. */
export async function introducePasskeys(trx: Transaction<Database>, of: People, at: number): Promise<void> {
  const [[column, value] = []] = Object.entries(of) as ['firm_id' | 'broker_id' | 'role', string][]
  if (column === undefined || value === undefined) return
  const people = await trx
    .selectFrom('person')
    .leftJoin('passkey', 'passkey.user_id', 'person.id')
    .select('person.id')
    .where(`person.${column}`, '=', value)
    .where('passkey.id', 'is', null)
    .execute()
  await letAddPasskey(
    trx,
    people.map(({ id }) => id),
    at + introductionMs,
  )
}
