import type { Kysely, Selectable } from 'kysely'
import { recordAuditEventAlone } from '../database/audit-events.ts'
import type { Database, PersonTable } from '../database/schema.ts'
import { accountKey, type CallLimits } from '../http/call-limits.ts'
import { failed } from '../http/failures.ts'
import type { Fingerprint } from './installation-secrets.ts'
import type { PasswordHasher } from './password-hashing.ts'
import { mayBeginByPassword } from './second-factor/required-factor.ts'
import { maxWrongCodes } from './second-factor/two-factor.ts'
import { ownerOfPerson } from './sign-on/provider-rows.ts'
import { isKnownNetwork, isUsualNetwork } from './usual-networks.ts'

export type LoginCandidate = Selectable<PersonTable> & {
  readonly firm_active: number | null
  /** 0 if the user signs in with a provider alone; null if there is none. */
  readonly others_allowed: number | null
}

/** The user with this address or id, and whether the user's institution is active. */
export const findLoginCandidate = (
  database: Kysely<Database>,
  user: { readonly email: string } | { readonly id: string },
): Promise<LoginCandidate | undefined> =>
  database
    .selectFrom('person')
    .leftJoin('firm', 'firm.id', 'person.firm_id')
    .leftJoin('sign_in_provider', (join) => join.on('sign_in_provider.owner_id', '=', ownerOfPerson))
    .selectAll('person')
    .select(['firm.active as firm_active', 'others_allowed'])
    .where('email' in user ? 'person.email' : 'person.id', '=', 'email' in user ? user.email : user.id)
    .executeTakeFirst()

interface CredentialDeps {
  readonly database: Kysely<Database>
  readonly passwords: PasswordHasher
  readonly fingerprint: Fingerprint
  readonly limits: Pick<CallLimits, 'loginsPerAccount' | 'loginsPerNetwork' | 'loginsPerAccountAnywhere'>
  readonly now: () => number
}

interface Claim {
  readonly email: string
  readonly password: string
  readonly network: string
}

/**
 * Returns the user with this address and password. Throws the same 403 in all other cases, after the same work
 * (two lookups, one hash, one audit event). Only failures count against the limits; the hash queue limits
 * concurrency.
 *
 * Failures in a network from which somebody has signed in do not count for the whole network: otherwise one
 * visitor could lock a whole institution out of its own address. There each account is limited alone.
 */
export async function verifyCredentials(deps: CredentialDeps, claim: Claim): Promise<LoginCandidate> {
  const { email, password, network } = claim
  const { loginsPerAccount, loginsPerNetwork, loginsPerAccountAnywhere } = deps.limits
  const networkHash = deps.fingerprint('network', network)
  const isKnown = await isKnownNetwork(deps.database, networkHash, deps.now())
  if (!isKnown) loginsPerNetwork.check(network)
  loginsPerAccount.check(accountKey(network, email))
  // The limit across networks does not apply to the usual ones, so that nobody elsewhere can lock the owner out.
  if (!(await isUsualNetwork(deps.database, { email }, networkHash))) loginsPerAccountAnywhere.check(email)
  const person = await findLoginCandidate(deps.database, { email })
  const { database, now } = deps
  // Before the password is known to be right, and for nobody as well: otherwise the time would tell.
  const mayBegin = await mayBeginByPassword(database, person?.id ?? '', now())
  const isCorrect = await deps.passwords.verify(password, person?.password_hash ?? null, { network, isKnown })
  if (person && isCorrect && mayBegin && maySignIn(person, now())) return person
  loginsPerNetwork.charge(network)
  loginsPerAccount.charge(accountKey(network, email))
  loginsPerAccountAnywhere.charge(email)
  await recordFailure(deps, claim, person)
  throw failed(403, 'ACCESS_DENIED', { reason: 'ACCESS_DENIED' })
}

/** Records known and unknown accounts alike, with neither address nor network in clear text. */
const recordFailure = (deps: CredentialDeps, { email, network }: Claim, person: LoginCandidate | undefined) =>
  recordAuditEventAlone(
    deps.database,
    {
      actor: '',
      action: 'loginFailed',
      subject: person?.id ?? '',
      outcome: 'REFUSED',
      details: {
        address: deps.fingerprint('address', email),
        network: deps.fingerprint('network', network),
      },
    },
    deps.now(),
  )

/**
 * Whether a password or a passkey may sign a user in. False for a disabled user or institution, an expired temporary
 * password, too many wrong codes, or people who sign in with a provider alone.
 */
export const maySignIn = (
  { active, firm_active, others_allowed, temporary_until, wrong_codes }: LoginCandidate,
  at: number,
): boolean =>
  active === 1 &&
  firm_active !== 0 &&
  others_allowed !== 0 &&
  wrong_codes < maxWrongCodes &&
  (temporary_until === null || temporary_until > at)

/** Stores the password again at today's hash cost, now that its text is known. */
export async function storeUpgradedHash(
  { database, passwords }: Pick<CredentialDeps, 'database' | 'passwords'>,
  person: LoginCandidate,
  password: string,
): Promise<void> {
  const password_hash = await passwords.upgrade(password, person.password_hash)
  if (password_hash === null) return
  await database
    .updateTable('person')
    .set({ password_hash })
    .where('id', '=', person.id)
    .where('password_hash', '=', person.password_hash)
    .execute()
}
