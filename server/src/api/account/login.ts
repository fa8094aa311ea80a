import { normalizeEmail } from '@aitai/contract/routes/console/account-fields.ts'
import { credentialLogin, login, logout } from '@aitai/contract/routes/session.ts'
import { verifyApiCredential } from '../../accounts/api-credentials.ts'
import { storeUpgradedHash, verifyCredentials } from '../../accounts/credentials.ts'
import { passwordVersionOf } from '../../accounts/password-hashing.ts'
import { sessionKindFor } from '../../accounts/second-factor/required-factor.ts'
import type { AppContext } from '../../context.ts'
import { unauthorized } from '../../http/failures.ts'
import { networkOf } from '../../http/networks.ts'
import { serve } from '../serve.ts'
import { userInfo } from '../users.ts'

/** Log-in and log-out (docs/specification.md §4, docs/rules.md §15). */
export function logInCalls(app: AppContext): void {
  serve(app, login, async ({ email, password }, { address }) => {
    const network = networkOf(address)
    const person = await verifyCredentials(app, { email: normalizeEmail(email), password, network })
    await storeUpgradedHash(app, person, password)
    const proof = {
      passwordVersion: passwordVersionOf(person.password_hash),
      network: app.fingerprint('network', network),
    }
    if ((await app.attempts.methodsOf(person.id)).length > 0) {
      const token = await app.attempts.begin(person.id, proof.passwordVersion, proof.network)
      throw unauthorized('2FA_REQUIRED', { token })
    }
    const kind = await sessionKindFor(app.database, person.id, 'password')
    const { token, startedAt } = await app.sessions.open(person.id, kind, proof)
    return { token, user: await userInfo(app, { userId: person.id, kind, startedAt }) }
  })

  serve(app, credentialLogin, async ({ email, credential }, { address }) => {
    const claim = { email: normalizeEmail(email), credential, address }
    const { userId, credentialId } = await verifyApiCredential(app, claim)
    const network = app.fingerprint('network', networkOf(address))
    const proof = { passwordVersion: null, credentialId, network }
    const { token, startedAt } = await app.sessions.open(userId, 'oms', proof)
    return { token, user: await userInfo(app, { userId, kind: 'oms', startedAt }) }
  })

  serve(app, logout, async (_, session) => {
    await app.sessions.end(session, 'LOGGED_OUT')
    return { status: 'OK' as const }
  })
}
