import { login, logout } from '@aitai/contract/user.ts'
import type { Selectable } from 'kysely'
import type { App } from '../app.ts'
import { networkOf } from '../call-limits.ts'
import type { PersonTable } from '../database/schema.ts'
import { failed, unauthorized } from '../failures.ts'
import { serve } from '../serve.ts'
import { userInfo } from '../user.ts'
import { isPassword } from './password.ts'

type Person = Selectable<PersonTable>

/** An address as it is kept: people write it in any case, and on a Japanese keyboard in any width. */
export const cleanEmail = (email: string): string => email.normalize('NFKC').trim().toLowerCase()

/** Log-in and log-out (specification 4, Login; rules 16). */
export function logInCalls(app: App): void {
  serve(app, login, async ({ email, password }, { address }) => {
    const person = await personOf(app, { email: cleanEmail(email), password, network: networkOf(address) })
    if (person.two_factor === 1)
      throw unauthorized('2FA_REQUIRED', { token: await app.attempts.begin(person.id) })
    return { token: await openSession(app, person), user: await userInfo(app, person.id) }
  })

  serve(app, logout, async (_, session) => {
    await app.sessions.end(session, 'LOGGED_OUT')
    return { status: 'OK' as const }
  })
}

/** Opens the session of someone who has shown all that is asked for, and gives its token. */
export const openSession = (app: App, person: Pick<Person, 'id' | 'first_login'>): Promise<string> =>
  app.sessions.open(person.id, person.first_login === 1 ? 'firstLogin' : 'session')

interface Claim {
  readonly email: string
  readonly password: string
  readonly network: string
}

/**
 * The person with this address and password, or one and the same failure after the same time. Only failures
 * use up the limits; how many may be under way at once, the queue of the hashes bounds.
 */
async function personOf(app: App, { email, password, network }: Claim): Promise<Person> {
  const { loginsPerAccount, loginsPerNetwork } = app.limits
  loginsPerNetwork.check(network)
  loginsPerAccount.check(email)
  const person = await app.database
    .selectFrom('person')
    .selectAll()
    .where('email', '=', email)
    .executeTakeFirst()
  const isRight = await isPassword(password, person?.password_hash ?? null)
  if (person && isRight && mayEnter(person, app.now())) return person
  loginsPerNetwork.charge(network)
  loginsPerAccount.charge(email)
  throw failed(403, 'ACCESS_DENIED', { reason: 'ACCESS_DENIED' })
}

const mayEnter = ({ active, temporary_until }: Person, at: number): boolean =>
  active === 1 && (temporary_until === null || temporary_until > at)
