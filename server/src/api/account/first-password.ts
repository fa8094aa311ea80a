import { updateTempPassword } from '@aitai/contract/routes/passwords.ts'
import { checkNewPassword } from '../../accounts/new-password-check.ts'
import { setPassword } from '../../accounts/password-update.ts'
import { firstPasskeyMs, letAddPasskey } from '../../accounts/second-factor/required-factor.ts'
import type { AppContext } from '../../context.ts'
import { recordAuditEvent } from '../../database/audit-events.ts'
import { failed } from '../../http/failures.ts'
import { serve } from '../serve.ts'

/**
 * Replaces the temporary password by the user's first own one, and ends the session that was opened with it
 * (docs/specification.md §2, §7).
 */
export function firstPasswordCalls(app: AppContext): void {
  const { database, sessions } = app

  serve(app, updateTempPassword, async ({ password, passwordConfirmation }, { userId }) => {
    const person = await database
      .selectFrom('person')
      .select('password_hash')
      .where('id', '=', userId)
      .where('first_login', '=', 1)
      .executeTakeFirst()
    // The user has an own password already: a session opened with the temporary one must not change it.
    if (!person) throw failed(403, 'FORBIDDEN')
    await checkNewPassword(app, userId, {
      password,
      confirmation: passwordConfirmation,
      field: 'passwordConfirmation',
    })
    // The temporary password was sent by mail and may still be in the mailbox.
    if (await app.passwords.verify(password, person.password_hash))
      throw failed(400, 'PASSWORD_SAME', { field: 'password' })
    const hash = await app.passwords.hash(password)
    await sessions.endAtDesk(userId, null, async (trx) => {
      const { numUpdatedRows } = await trx
        .updateTable('person')
        .set({ first_login: 0 })
        .where('id', '=', userId)
        .where('first_login', '=', 1)
        .executeTakeFirst()
      if (numUpdatedRows === 0n) throw failed(403, 'FORBIDDEN')
      await setPassword(trx, userId, { hash, temporaryUntil: null })
      await letAddPasskey(trx, [userId], app.now() + firstPasskeyMs)
      await recordAuditEvent(trx, { actor: userId, action: 'firstPasswordSet', subject: userId }, app.now())
    })
    return { status: 'OK' as const }
  })
}
