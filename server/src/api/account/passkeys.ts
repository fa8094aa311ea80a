import { passkeys as limits } from '@aitai/contract/codes.ts'
import { beginPasskey, confirmPasskey, removePasskey, renamePasskey } from '@aitai/contract/routes/account.ts'
import type { Transaction } from 'kysely'
import { checkOwnPassword } from '../../accounts/own-password.ts'
import { markConfirmed, requireChangeable } from '../../accounts/second-factor/confirmation.ts'
import {
  removePasskey as removeOne,
  renamePasskey as renameOne,
} from '../../accounts/second-factor/passkeys.ts'
import { requireOwnCredentials } from '../../accounts/sign-on/provider-use.ts'
import type { AppContext } from '../../context.ts'
import { recordAuditEvent } from '../../database/audit-events.ts'
import type { Database } from '../../database/schema.ts'
import { failed, invalid, notFound } from '../../http/failures.ts'
import { mailSecondFactorChange } from '../../messages/second-factor-mails.ts'
import { serve } from '../serve.ts'

/**
 * Passkeys of a signed-in user (docs/decisions/0150-passkeys.md). Every change needs the password again and is in the
 * audit trail; what changes the ways to sign in is mailed to the user.
 */
export function passkeyCalls(app: AppContext): void {
  const { database, installation, now, passkeys, sessions } = app
  const product = installation.brand.productName

  const record = (
    trx: Transaction<Database>,
    userId: string,
    action: 'passkeyAdded' | 'passkeyRenamed' | 'passkeyRemoved',
    passkey: string,
  ): Promise<void> =>
    recordAuditEvent(trx, { actor: userId, action, subject: userId, details: { passkey } }, now())

  serve(app, beginPasskey, async ({ name: given, password }, session) => {
    const name = usableName(given)
    await requireChangeable(app, session)
    const { email } = await checkOwnPassword(app, session.userId, password)
    if ((await passkeys.list(session.userId)).length >= limits.most) throw tooMany()
    return await passkeys.begin(session, { name, email })
  })

  serve(app, confirmPasskey, async ({ credential }, session) => {
    const { userId } = session
    const result = await passkeys.confirm(session, credential, async (trx, id) => {
      await record(trx, userId, 'passkeyAdded', id)
      await markConfirmed(trx, session.tokenHash, now())
      await mailSecondFactorChange(trx, userId, 'passkeyAdded', { product, at: now() })
    })
    if ('refused' in result)
      throw result.refused === 'TOO_MANY' ? tooMany() : failed(409, 'PASSKEY_NOT_ADDED')
    // The user signs in with it: the session was opened without one.
    if (session.kind === 'firstPasskey') await sessions.end(session, 'LOGGED_OUT')
    return { recoveryCodes: result.recoveryCodes && [...result.recoveryCodes] }
  })

  serve(app, renamePasskey, async ({ id, name: given, password }, { userId }) => {
    const name = usableName(given)
    await requireOwnCredentials(database, userId)
    await checkOwnPassword(app, userId, password)
    const isRenamed = await database.transaction().execute(async (trx) => {
      if (!(await renameOne(trx, { userId, id, name }))) return false
      await record(trx, userId, 'passkeyRenamed', id)
      return true
    })
    if (!isRenamed) throw notFound()
    return { status: 'OK' as const }
  })

  serve(app, removePasskey, async ({ id, password }, session) => {
    const { userId } = session
    await requireChangeable(app, session)
    await checkOwnPassword(app, userId, password)
    const outcome = await database.transaction().execute(async (trx) => {
      const result = await removeOne(trx, userId, id)
      if (result !== 'REMOVED') return result
      // A sign-in that waits for its second step may be that of whoever has the device.
      await trx.deleteFrom('login_attempt').where('user_id', '=', userId).execute()
      await record(trx, userId, 'passkeyRemoved', id)
      await mailSecondFactorChange(trx, userId, 'passkeyRemoved', { product, at: now() })
      return result
    })
    if (outcome === 'NONE') throw notFound()
    if (outcome === 'LAST') throw failed(409, 'LAST_PASSKEY')
    return { status: 'OK' as const }
  })
}

const tooMany = () => failed(409, 'TOO_MANY_PASSKEYS', { variables: { most: limits.most } })

function usableName(given: string): string {
  const name = given.normalize('NFC').trim()
  if (name === '') throw invalid('name')
  return name
}
