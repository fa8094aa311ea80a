import { authenticators as limits } from '@aitai/contract/codes.ts'
import {
  beginAuthenticator,
  confirmAuthenticator,
  removeAuthenticator,
  renewRecoveryCodes,
} from '@aitai/contract/routes/account.ts'
import type { Transaction } from 'kysely'
import { checkOwnPassword } from '../../accounts/own-password.ts'
import { authenticatorLink } from '../../accounts/second-factor/authenticator-keys.ts'
import { removeAuthenticator as removeOne } from '../../accounts/second-factor/authenticators.ts'
import { markConfirmed, requireChangeable } from '../../accounts/second-factor/confirmation.ts'
import { replaceRecoveryCodes } from '../../accounts/second-factor/recovery-codes.ts'
import type { AppContext } from '../../context.ts'
import { recordAuditEvent } from '../../database/audit-events.ts'
import type { Database } from '../../database/schema.ts'
import { failed, invalid, notFound } from '../../http/failures.ts'
import { mailSecondFactorChange } from '../../messages/second-factor-mails.ts'
import { serve } from '../serve.ts'

/**
 * Authenticator apps and recovery codes of a signed-in user (docs/decisions/0137-authenticator-apps.md). Every change
 * needs the password again, is in the audit trail and is mailed to the user.
 */
export function authenticatorCalls(app: AppContext): void {
  const { attempts, authenticators, database, installation, now } = app
  const product = installation.brand.productName

  /** Records and mails a change in its transaction. */
  async function report(
    trx: Transaction<Database>,
    userId: string,
    action: 'authenticatorAdded' | 'authenticatorRemoved' | 'recoveryCodesRenewed',
    details: Readonly<Record<string, string>> = {},
  ): Promise<void> {
    await recordAuditEvent(trx, { actor: userId, action, subject: userId, details }, now())
    await mailSecondFactorChange(trx, userId, action, { product, at: now() })
  }

  serve(app, beginAuthenticator, async ({ name: given, password }, session) => {
    const name = given.normalize('NFC').trim()
    if (name === '') throw invalid('name')
    await requireChangeable(app, session)
    const { email } = await checkOwnPassword(app, session.userId, password)
    if ((await authenticators.list(session.userId)).length >= limits.most)
      throw failed(409, 'TOO_MANY_AUTHENTICATORS', { variables: { most: limits.most } })
    const key = await authenticators.begin(session, name)
    return { key, link: authenticatorLink(key, product, email) }
  })

  serve(app, confirmAuthenticator, async ({ otp }, session) => {
    const result = await authenticators.confirm(session, otp, async (trx, id) => {
      await report(trx, session.userId, 'authenticatorAdded', { authenticator: id })
      await markConfirmed(trx, session.tokenHash, now())
    })
    if (!('refused' in result)) return { recoveryCodes: result.recoveryCodes && [...result.recoveryCodes] }
    if (result.refused === 'CODE') throw failed(400, 'AUTHENTICATOR_CODE', { field: 'otp' })
    throw failed(409, 'AUTHENTICATOR_SETUP')
  })

  serve(app, removeAuthenticator, async ({ id, password }, session) => {
    const { userId } = session
    await requireChangeable(app, session)
    await checkOwnPassword(app, userId, password)
    const isRemoved = await database.transaction().execute(async (trx) => {
      if (!(await removeOne(trx, userId, id))) return false
      // A sign-in that waits for its second step was begun with the one that is removed.
      await trx.deleteFrom('login_attempt').where('user_id', '=', userId).execute()
      await report(trx, userId, 'authenticatorRemoved', { authenticator: id })
      return true
    })
    if (!isRemoved) throw notFound()
    return { status: 'OK' as const }
  })

  serve(app, renewRecoveryCodes, async ({ password }, session) => {
    const { userId } = session
    await requireChangeable(app, session)
    await checkOwnPassword(app, userId, password)
    if ((await attempts.methodsOf(userId)).length === 0) throw failed(409, 'TWO_FACTOR_OFF')
    const recoveryCodes = await database.transaction().execute(async (trx) => {
      const codes = await replaceRecoveryCodes(trx, userId)
      await report(trx, userId, 'recoveryCodesRenewed')
      return codes
    })
    return { recoveryCodes }
  })
}
