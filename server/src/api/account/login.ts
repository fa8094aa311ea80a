import { login, logout } from '@aitai/contract/user.ts'
import type { Kysely, Selectable } from 'kysely'
import { passwordVersionOf, upgradedHash, verifyPassword } from '../../accounts/password-hashing.ts'
import { maxWrongCodes } from '../../accounts/two-factor.ts'
import type { App } from '../../app.ts'
import { recordAuditEventAlone } from '../../database/audit-events.ts'
import type { Database, PersonTable } from '../../database/schema.ts'
import { accountKey, networkOf } from '../../http/call-limits.ts'
import { failed, unauthorized } from '../../http/failures.ts'
import { serve } from '../serve.ts'
import { userInfo } from '../users.ts'

/** An address as it is kept: people write it in any case, and on a Japanese keyboard in any width. */
export const normalizeEmail = (email: string): string => email.normalize('NFKC').trim().toLowerCase()

/** Log-in and log-out (specification 4, Login; rules 16). */
export function logInCalls(app: App): void {
  serve(app, login, async ({ email, password }, { address }) => {
    const network = networkOf(address)
    const person = await personOf(app, { email: normalizeEmail(email), password, network })
    await keepUpgraded(app, person, password)
    const passwordVersion = passwordVersionOf(person.password_hash)
    if (person.two_factor === 1)
      throw unauthorized('2FA_REQUIRED', { token: await app.attempts.begin(person.id, passwordVersion) })
    const proof = { passwordVersion, network: app.fingerprint('network', network) }
    const { token, startedAt } = await app.sessions.open(person.id, sessionKindFor(person), proof)
    return { token, user: await userInfo(app, { userId: person.id, startedAt }) }
  })

  serve(app, logout, async (_, session) => {
    await app.sessions.end(session, 'LOGGED_OUT')
    return { status: 'OK' as const }
  })
}

/** What a temporary password opens can only set an own one. */
export const sessionKindFor = ({ first_login }: Pick<Candidate, 'first_login'>): 'firstLogin' | 'session' =>
  first_login === 1 ? 'firstLogin' : 'session'

type Candidate = Selectable<PersonTable> & { readonly firm_active: number | null }

/** Someone by the address, and whether the institution still takes part. */
export const findLoginCandidate = (
  database: Kysely<Database>,
  email: string,
): Promise<Candidate | undefined> =>
  database
    .selectFrom('person')
    .leftJoin('firm', 'firm.id', 'person.firm_id')
    .selectAll('person')
    .select('firm.active as firm_active')
    .where('email', '=', email)
    .executeTakeFirst()

interface Claim {
  readonly email: string
  readonly password: string
  readonly network: string
}

/**
 * The person with this address and password, or one and the same failure after the same work: one look, one
 * hash, one entry in the audit trail. Only failures use up the limits; how many may be under way at once, the
 * queue of the hashes bounds.
 */
async function personOf(app: App, claim: Claim): Promise<Candidate> {
  const { email, password, network } = claim
  const { loginsPerAccount, loginsPerNetwork, loginsPerAccountAnywhere } = app.limits
  loginsPerNetwork.check(network)
  loginsPerAccount.check(accountKey(network, email))
  if (!(await isUsual(app, claim))) loginsPerAccountAnywhere.check(email)
  const person = await findLoginCandidate(app.database, email)
  const isRight = await verifyPassword(password, person?.password_hash ?? null, { network })
  if (person && isRight && maySignIn(person, app.now())) return person
  loginsPerNetwork.charge(network)
  loginsPerAccount.charge(accountKey(network, email))
  loginsPerAccountAnywhere.charge(email)
  await recordFailure(app, claim, person)
  throw failed(403, 'ACCESS_DENIED', { reason: 'ACCESS_DENIED' })
}

/**
 * Whether the account was used from this network before. What others try elsewhere slows nobody down there: a
 * limit on an account alone would be a way to lock its owner out (quality S22).
 */
async function isUsual({ database, fingerprint }: App, { email, network }: Claim): Promise<boolean> {
  const row = await database
    .selectFrom('usual_network')
    .innerJoin('person', 'person.id', 'usual_network.user_id')
    .select('usual_network.at')
    .where('person.email', '=', email)
    .where('network', '=', fingerprint('network', network))
    .executeTakeFirst()
  return row !== undefined
}

/** Of an account that is known and of one that is not alike; neither address nor network in clear. */
const recordFailure = (app: App, { email, network }: Claim, person: Candidate | undefined) =>
  recordAuditEventAlone(
    app.database,
    {
      actor: '',
      action: 'loginFailed',
      subject: person?.id ?? '',
      outcome: 'REFUSED',
      details: {
        address: app.fingerprint('address', email),
        network: app.fingerprint('network', network),
      },
    },
    app.now(),
  )

/** Too many wrong codes in a row, a closed account or institution: like a wrong password, to whoever asks. */
export const maySignIn = (
  { active, firm_active, temporary_until, wrong_codes }: Candidate,
  at: number,
): boolean =>
  active === 1 &&
  firm_active !== 0 &&
  wrong_codes < maxWrongCodes &&
  (temporary_until === null || temporary_until > at)

/** Takes the moment at which a password is known to store it at today's cost. */
async function keepUpgraded({ database }: App, person: Candidate, password: string): Promise<void> {
  const password_hash = await upgradedHash(password, person.password_hash)
  if (password_hash === null) return
  await database
    .updateTable('person')
    .set({ password_hash })
    .where('id', '=', person.id)
    .where('password_hash', '=', person.password_hash)
    .execute()
}
