import { requestTwoFactor, twoFactorOptions, verifyTwoFactor } from '@aitai/contract/routes/session.ts'
import { sessionKindFor } from '../../accounts/credentials.ts'
import type { AppContext } from '../../context.ts'
import { unauthorized } from '../../http/failures.ts'
import { networkOf } from '../../http/networks.ts'
import { serve } from '../serve.ts'

/** The second step of a sign-in: by SMS (docs/specification.md §7), an authenticator app or a recovery code. */
export function secondStepCalls(app: AppContext): void {
  const { attempts, database, sessions } = app

  const networkHashOf = (address: string): string => app.fingerprint('network', networkOf(address))

  serve(app, twoFactorOptions, async (_, { userId }) => ({ methods: await attempts.methodsOf(userId) }))

  serve(app, requestTwoFactor, async (_, attempt) => {
    await attempts.send(attempt, networkHashOf(attempt.address))
    return { status: 'SENT' as const }
  })

  serve(app, verifyTwoFactor, async ({ otp, method }, attempt) => {
    const network = networkHashOf(attempt.address)
    const passwordVersion = await attempts.redeem(attempt, { otp, method }, network)
    if (passwordVersion === null) throw unauthorized('2FA_CODE_INVALID')
    const person = await database
      .selectFrom('person')
      .select(['id', 'first_login'])
      .where('id', '=', attempt.userId)
      .executeTakeFirstOrThrow()
    const { token } = await sessions.open(person.id, sessionKindFor(person), { passwordVersion, network })
    return { status: 'verified' as const, access_token: token }
  })
}
