import { login, logout } from '@aitai/contract/routes/session.ts'
import {
  normalizeEmail,
  sessionKindFor,
  storeUpgradedHash,
  verifyCredentials,
} from '../../accounts/credentials.ts'
import { passwordVersionOf } from '../../accounts/password-hashing.ts'
import type { AppContext } from '../../context.ts'
import { networkOf } from '../../http/call-limits.ts'
import { unauthorized } from '../../http/failures.ts'
import { serve } from '../serve.ts'
import { userInfo } from '../users.ts'

/** Log-in and log-out (docs/specification.md §4, docs/rules.md §15). */
export function logInCalls(app: AppContext): void {
  serve(app, login, async ({ email, password }, { address }) => {
    const network = networkOf(address)
    const person = await verifyCredentials(app, { email: normalizeEmail(email), password, network })
    await storeUpgradedHash(app, person, password)
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
