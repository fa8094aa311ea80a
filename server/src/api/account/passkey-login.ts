import {
  beginPasskeyLogin,
  beginPasskeyStep,
  passkeyLogin,
  verifyPasskey,
} from '@aitai/contract/routes/session.ts'
import { verifyPasskeySignIn } from '../../accounts/passkey-sign-in.ts'
import { sessionKindFor } from '../../accounts/second-factor/required-factor.ts'
import type { AppContext } from '../../context.ts'
import { unauthorized } from '../../http/failures.ts'
import { networkOf } from '../../http/networks.ts'
import { serve } from '../serve.ts'
import { userInfo } from '../users.ts'

/** Sign-in with a passkey, alone or as the second step after the password (docs/decisions/0150-passkeys.md). */
export function passkeyLoginCalls(app: AppContext): void {
  const { attempts, database, passkeys, sessions } = app

  serve(app, beginPasskeyLogin, () => passkeys.request(null))

  serve(app, passkeyLogin, async ({ credential }, { address }) => {
    const network = networkOf(address)
    const { person, passkeyId } = await verifyPasskeySignIn(app, { credential, network })
    const proof = {
      passwordVersion: null,
      passkeyId,
      isConfirmed: true,
      network: app.fingerprint('network', network),
    }
    const kind = await sessionKindFor(database, person.id, 'passkey')
    const { token, startedAt } = await sessions.open(person.id, kind, proof)
    return { token, user: await userInfo(app, { userId: person.id, kind, startedAt }) }
  })

  serve(app, beginPasskeyStep, (_, attempt) => passkeys.request(attempt))

  serve(app, verifyPasskey, async ({ credential }, attempt) => {
    const network = app.fingerprint('network', networkOf(attempt.address))
    const passwordVersion = await attempts.redeemPasskey(attempt, credential, network)
    if (passwordVersion === null) throw unauthorized('PASSKEY_REFUSED')
    const kind = await sessionKindFor(database, attempt.userId, 'passkey')
    const { token } = await sessions.open(attempt.userId, kind, {
      passwordVersion,
      isConfirmed: true,
      network,
    })
    return { status: 'verified' as const, access_token: token }
  })
}
