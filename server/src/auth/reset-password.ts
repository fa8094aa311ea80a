import { setTimeout as wait } from 'node:timers/promises'
import { forgotPassword, passwordResetTokenStatus, resetPassword } from '@aitai/contract/accounts.ts'
import type { Kysely } from 'kysely'
import type { App } from '../app.ts'
import { record } from '../audit.ts'
import { networkOf } from '../call-limits.ts'
import type { Database } from '../database/schema.ts'
import { failed } from '../failures.ts'
import { post } from '../mail/outbox.ts'
import { serve } from '../serve.ts'
import { askForLink } from './forgot-password.ts'
import { type Addressee, passwordNotice, resetMs } from './letters.ts'
import { cleanEmail } from './log-in.ts'
import { checkNewPassword } from './new-password.ts'
import { hashPassword, versionOf } from './password.ts'
import { setPassword } from './set-password.ts'
import { hashOfToken } from './tokens.ts'

/**
 * Much longer than the work takes, for whomever it is done: the answer leaves with the timer, and what is
 * left of a difference (some ten microseconds could be measured) is over by then.
 */
const answerAfterMs = 25

/** A new password for someone who forgot the old one, by a link in a mail (specification 4 and 7). */
export function resetPasswordCalls(app: App): void {
  const { database, limits, now, sessions } = app

  serve(app, forgotPassword, async ({ email }, { address }) => {
    const network = networkOf(address)
    limits.forgotsPerNetwork.take(network)
    await Promise.all([askForLink(app, cleanEmail(email), network), wait(answerAfterMs)])
    return { status: 'OK' as const }
  })

  serve(app, passwordResetTokenStatus, async ({ resetToken }, { address }) => {
    limits.tokenChecksPerNetwork.take(networkOf(address))
    const link = await openLink(database, resetToken, now())
    const passwordResetTokenStatus = link ? 'PASSWORD_TOKEN_OK' : 'PASSWORD_TOKEN_EXPIRED'
    return { passwordResetTokenStatus } as const
  })

  serve(app, resetPassword, async ({ password, confirmPassword, resetToken }, { address }) => {
    limits.resetsPerNetwork.take(networkOf(address))
    const link = await openLink(database, resetToken, now())
    if (!link) throw expired()
    const { userId } = link
    await checkNewPassword(app, userId, { password, again: confirmPassword, field: 'confirmPassword' })
    const hash = await hashPassword(password)
    await sessions.endAll(userId, 'LOGGED_OUT', null, async (trx) => {
      const at = now()
      // Once: whoever comes second with it finds it gone.
      const { numUpdatedRows } = await trx
        .updateTable('password_reset')
        .set({ used_at: at })
        .where('token_hash', '=', link.tokenHash)
        .where('used_at', 'is', null)
        .executeTakeFirst()
      if (numUpdatedRows === 0n || !(await openLink(trx, resetToken, at, 'used'))) throw expired()
      await setPassword(trx, userId, { hash, temporaryUntil: null })
      await post(trx, passwordNotice('reset', link.person, at), at)
      const details = { network: app.fingerprint('network', networkOf(address)) }
      await record(trx, { actor: userId, action: 'passwordReset', subject: userId, details }, at)
    })
    return { status: 'OK' as const }
  })
}

/**
 * Unknown, used, old, replaced by a newer one, or of a password that was changed since: all one to the
 * asker.
 */
const expired = () => failed(400, 'PASSWORD_TOKEN_EXPIRED', { field: 'resetToken' })

interface Link {
  readonly tokenHash: string
  readonly userId: string
  readonly person: Addressee
}

/** The link of a token, as long as it opens anything. Looking uses nothing up. */
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
    .where('at', '>', at - resetMs)
    .where('used_at', use === 'unused' ? 'is' : 'is not', null)
    .where('active', '=', 1)
    .executeTakeFirst()
  if (!row || row.password_version !== versionOf(row.password_hash)) return null
  return { tokenHash: row.token_hash, userId: row.userId, person: row }
}
