import { updatePassword } from '@aitai/contract/routes/passwords.ts'
import { checkNewPassword } from '../../accounts/new-password-check.ts'
import { checkOwnPassword } from '../../accounts/own-password.ts'
import { setPassword } from '../../accounts/password-update.ts'
import { requireChangeable } from '../../accounts/second-factor/confirmation.ts'
import type { AppContext } from '../../context.ts'
import { recordAuditEvent } from '../../database/audit-events.ts'
import { failed } from '../../http/failures.ts'
import { passwordChangedMail } from '../../messages/account-mails.ts'
import { enqueueMessage } from '../../messages/outbox.ts'
import { serve } from '../serve.ts'

/** Changes the password of a signed-in user who knows the current one (docs/specification.md §5, §7). */
export function changePasswordCalls(app: AppContext): void {
  const { installation, limits, sessions } = app

  serve(app, updatePassword, async ({ oldPassword, password, passwordConfirmation }, session) => {
    const { userId, tokenHash } = session
    await requireChangeable(app, session)
    limits.passwordTries.check(userId)
    await checkNewPassword(app, userId, {
      password,
      confirmation: passwordConfirmation,
      field: 'passwordConfirmation',
    })
    const person = await checkOwnPassword(app, userId, oldPassword, 'oldPassword')
    if (oldPassword.normalize('NFKC') === password.normalize('NFKC'))
      throw failed(400, 'PASSWORD_SAME', { field: 'password' })
    const hash = await app.passwords.hash(password)
    await sessions.endAtDesk(userId, tokenHash, async (trx) => {
      const at = app.now()
      await setPassword(trx, userId, { hash, temporaryUntil: null })
      await enqueueMessage(
        trx,
        passwordChangedMail('changed', person, installation.brand.productName, at),
        at,
      )
      await recordAuditEvent(trx, { actor: userId, action: 'passwordChanged', subject: userId }, at)
    })
    return { status: 'OK' as const }
  })
}
