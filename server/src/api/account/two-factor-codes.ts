import { requestTwoFactor, twoFactorOptions, verifyTwoFactor } from '@aitai/contract/routes/session.ts'
import { sessionKindFor } from '../../accounts/second-factor/required-factor.ts'
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
    const kind = await sessionKindFor(database, attempt.userId, 'code')
    const { token } = await sessions.open(attempt.userId, kind, {
      passwordVersion,
      isConfirmed: true,
      network,
    })
    return { status: 'verified' as const, access_token: token }
  })
}
