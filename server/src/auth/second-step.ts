import { requestTwoFactor, updateTempPassword, verifyTwoFactor } from '@aitai/contract/user.ts'
import type { App } from '../app.ts'
import { failed, unauthorized } from '../failures.ts'
import { serve } from '../serve.ts'
import { openSession } from './log-in.ts'
import { checkPasswordPolicy, hashPassword, passwordLength } from './password.ts'

/** The code by SMS, and the first own password (specification 7). */
export function secondStepCalls(app: App): void {
  const { attempts, database } = app

  serve(app, requestTwoFactor, async (_, attempt) => {
    await attempts.send(attempt)
    return { status: 'SENT' as const }
  })

  serve(app, verifyTwoFactor, async ({ otp }, attempt) => {
    if (!(await attempts.redeem(attempt, otp))) throw unauthorized('2FA_CODE_INVALID')
    const person = await database
      .selectFrom('person')
      .select(['id', 'first_login'])
      .where('id', '=', attempt.userId)
      .where('active', '=', 1)
      .executeTakeFirst()
    if (!person) throw unauthorized('NOT_SIGNED_IN')
    return { status: 'verified' as const, access_token: await openSession(app, person) }
  })

  serve(app, updateTempPassword, async ({ password, passwordConfirmation }, { userId }) => {
    const person = await database
      .selectFrom('person')
      .select('email')
      .where('id', '=', userId)
      .where('first_login', '=', 1)
      .executeTakeFirst()
    // Set already: a session that was opened with the temporary password must not change the own one.
    if (!person) throw failed(403, 'FORBIDDEN')
    if (password.normalize('NFKC') !== passwordConfirmation.normalize('NFKC'))
      throw failed(400, 'PASSWORD_MISMATCH', { field: 'passwordConfirmation' })
    const fault = checkPasswordPolicy(password, person.email)
    if (fault) throw failed(400, fault, { field: 'password', variables: { ...passwordLength } })
    await database
      .updateTable('person')
      .set({ password_hash: await hashPassword(password), first_login: 0, temporary_until: null })
      .where('id', '=', userId)
      .where('first_login', '=', 1)
      .execute()
    return { status: 'OK' as const }
  })
}
