import { setTimeout as wait } from 'node:timers/promises'
import { normalizeEmail } from '@aitai/contract/routes/console/account-fields.ts'
import {
  checkResetToken,
  forgotPassword,
  passwordResetTokenStatus,
  resetPassword,
  sendResetLink,
} from '@aitai/contract/routes/passwords.ts'
import type { BodyOf } from '@aitai/contract/schemas/calls.ts'
import type { Kysely } from 'kysely'
import type { Callers } from '../../accounts/authorization.ts'
import { checkNewPassword } from '../../accounts/new-password-check.ts'
import { passwordVersionOf } from '../../accounts/password-hashing.ts'
import { requestPasswordReset } from '../../accounts/password-reset-links.ts'
import { setPassword } from '../../accounts/password-update.ts'
import { hashOfToken } from '../../accounts/tokens.ts'
import type { AppContext } from '../../context.ts'
import { recordAuditEvent } from '../../database/audit-events.ts'
import type { Database } from '../../database/schema.ts'
import { failed } from '../../http/failures.ts'
import { networkOf } from '../../http/networks.ts'
import { type MailRecipient, passwordChangedMail, resetLinkMs } from '../../messages/account-mails.ts'
import { enqueueMessage } from '../../messages/outbox.ts'
import { serve } from '../serve.ts'

/**
 * The reply is sent when this timer ends, which is well after the work for any address is done. The response
 * time therefore does not reveal whether the address has an account.
 */
const answerAfterMs = 25

/** Resets a forgotten password with a link sent by mail (docs/specification.md §4, §7). */
export function resetPasswordCalls(app: AppContext): void {
  const { database, installation, limits, now, sessions } = app

  const sendLink = async ({ email }: BodyOf<typeof sendResetLink>, { address }: Callers['anyone']) => {
    const network = networkOf(address)
    limits.forgotsPerNetwork.take(network)
    await Promise.all([requestPasswordReset(app, normalizeEmail(email), network), wait(answerAfterMs)])
    return { status: 'OK' as const }
  }
  serve(app, forgotPassword, sendLink)
  serve(app, sendResetLink, sendLink)

  const checkToken = async (
    { resetToken }: BodyOf<typeof checkResetToken>,
    { address }: Callers['anyone'],
  ) => {
    limits.tokenChecksPerNetwork.take(networkOf(address))
    const link = await openLink(database, resetToken, now())
    const passwordResetTokenStatus = link ? 'PASSWORD_TOKEN_OK' : 'PASSWORD_TOKEN_EXPIRED'
    return { passwordResetTokenStatus } as const
  }
  serve(app, passwordResetTokenStatus, checkToken)
  serve(app, checkResetToken, checkToken)

  serve(app, resetPassword, async ({ password, confirmPassword, resetToken }, { address }) => {
    limits.resetsPerNetwork.take(networkOf(address))
    const link = await openLink(database, resetToken, now())
    if (!link) throw expired()
    const { userId } = link
    await checkNewPassword(app, userId, { password, confirmation: confirmPassword, field: 'confirmPassword' })
    const hash = await app.passwords.hash(password)
    await sessions.endAtDesk(userId, null, async (trx) => {
      const at = now()
      // Mark the link as used first, so that it works only once even if two requests use it concurrently.
      const { numUpdatedRows } = await trx
        .updateTable('password_reset')
        .set({ used_at: at })
        .where('token_hash', '=', link.tokenHash)
        .where('used_at', 'is', null)
        .executeTakeFirst()
      if (numUpdatedRows === 0n || !(await openLink(trx, resetToken, at, 'used'))) throw expired()
      await setPassword(trx, userId, { hash, temporaryUntil: null })
      await enqueueMessage(
        trx,
        passwordChangedMail('reset', link.person, installation.brand.productName, at),
        at,
      )
      const details = { network: app.fingerprint('network', networkOf(address)) }
      await recordAuditEvent(trx, { actor: userId, action: 'passwordReset', subject: userId, details }, at)
    })
    return { status: 'OK' as const }
  })
}

/**
 * The reply is the same for a token that is unknown, used, expired, replaced by a newer one, or issued for a
 * password that has since changed.
 */
const expired = () => failed(400, 'PASSWORD_TOKEN_EXPIRED', { field: 'resetToken' })

interface Link {
  readonly tokenHash: string
  readonly userId: string
  readonly person: MailRecipient
}

/** The reset link of a token, or null if it is not valid. Does not use the token up. */
async function openLink(
  database: Kysely<Database>,
  token: string,
  at: number,
  use: 'unused' | 'used' = 'unused',
): Promise<Link | null> {
  const row = await database
    .selectFrom('password_reset')
    .innerJoin('person', 'person.id', 'password_reset.user_id')
    .select(['token_hash', 'person.id as userId', 'password_version', 'password_hash'])
    .select(['email', 'first_name', 'last_name', 'language'])
    .where('token_hash', '=', hashOfToken(token))
    .where('at', '>', at - resetLinkMs)
    .where('used_at', use === 'unused' ? 'is' : 'is not', null)
    .where('active', '=', 1)
    .executeTakeFirst()
  if (!row || row.password_version !== passwordVersionOf(row.password_hash)) return null
  return { tokenHash: row.token_hash, userId: row.userId, person: row }
}
