import { accountSecurity, endOthers } from '@aitai/contract/routes/account.ts'
import type { AccountSecurity } from '@aitai/contract/schemas/account.ts'
import type { Kysely } from 'kysely'
import { countRecoveryCodes } from '../../accounts/second-factor/recovery-codes.ts'
import { isPasskeyRequired } from '../../accounts/second-factor/required-factor.ts'
import { loginAttemptMs } from '../../accounts/second-factor/two-factor.ts'
import { providerUseOf } from '../../accounts/sign-on/provider-use.ts'
import type { AppContext } from '../../context.ts'
import { recordAuditEvent } from '../../database/audit-events.ts'
import { decryptPhone } from '../../database/encryption/encrypted-columns.ts'
import type { Database } from '../../database/schema.ts'
import { resetLinkMs } from '../../messages/account-mails.ts'
import { serve } from '../serve.ts'

const maxSignIns = 20

/** The results that the owner sees, by the audit event. */
const results = {
  loginSucceeded: 'SIGNED_IN',
  loginFailed: 'WRONG_PASSWORD',
  codeFailed: 'WRONG_CODE',
  passkeyFailed: 'WRONG_PASSKEY',
} as const

/** The security tab of the profile: the account's recent sign-ins, and ending all of its other sessions. */
export function accountSecurityCalls(app: AppContext): void {
  const { database, sessions, now } = app

  serve(app, accountSecurity, async (_input, { userId, tokenHash, startedAt }) => {
    const person = await database
      .selectFrom('person')
      .select(['id', 'phone', 'two_factor'])
      .where('id', '=', userId)
      .executeTakeFirstOrThrow()
    const phone = await decryptPhone(database, person)
    const others = await otherSessions(database, userId, tokenHash, now())
    return {
      // A user without two-factor authentication may still have a phone number stored.
      phone: phone === null || person.two_factor === 0 ? null : masked(phone),
      authenticators: await app.authenticators.list(userId),
      passkeys: await app.passkeys.list(userId),
      provider: await providerUseOf(database, userId),
      isPasskeyRequired: await isPasskeyRequired(database, userId),
      recoveryCodes: await countRecoveryCodes(database, userId),
      signIns: await signInsOf(database, userId, startedAt),
      othersOpen: others,
    }
  })

  serve(app, endOthers, async (_input, { userId, tokenHash }) => {
    let ended = 0
    const sessionsEnded = await sessions.endAtDesk(userId, tokenHash, async (trx) => {
      for (const table of ['login_attempt', 'password_reset'] as const)
        ended += (await trx.deleteFrom(table).where('user_id', '=', userId).returning('user_id').execute())
          .length
      await recordAuditEvent(trx, { actor: userId, action: 'othersEnded', subject: userId }, now())
    })
    return { ended: ended + sessionsEnded }
  })
}

/** Masks a phone number, for example +8190••••••12, so that only its owner recognises it. */
const masked = (phone: string): string =>
  `${phone.slice(0, 3)}${'•'.repeat(Math.max(0, phone.length - 5))}${phone.slice(-2)}`

async function signInsOf(
  database: Kysely<Database>,
  userId: string,
  startedAt: number,
): Promise<AccountSecurity['signIns']> {
  const attempts = database
    .selectFrom('audit')
    .select(['at', 'action', 'details'])
    .where('subject', '=', userId)
  const rows = await attempts
    .where('action', 'in', Object.keys(results))
    .orderBy('seq', 'desc')
    .limit(maxSignIns)
    .execute()
  // It may be older than the latest attempts.
  const current = await attempts
    .where('action', '=', 'loginSucceeded')
    .where('at', '=', startedAt)
    .executeTakeFirst()
  const here = current && networkIn(current.details)
  return rows.map(({ at, action, details }) => {
    const result = results[action as keyof typeof results]
    const network = networkIn(details)
    return {
      at,
      result,
      isThis: result === 'SIGNED_IN' && at === startedAt,
      network: !here || !network ? 'UNKNOWN' : network === here ? 'SAME' : 'OTHER',
    }
  })
}

/** The keyed hash of the network in the details of an audit event; empty for a session that needed no log-in. */
const networkIn = (details: string): string => (JSON.parse(details) as { network?: string }).network ?? ''

async function otherSessions(
  database: Kysely<Database>,
  userId: string,
  tokenHash: string,
  at: number,
): Promise<number> {
  const open = await Promise.all([
    database
      .selectFrom('session')
      .select('user_id')
      .where('user_id', '=', userId)
      .where('ended', 'is', null)
      .where('token_hash', '!=', tokenHash)
      .execute(),
    database
      .selectFrom('login_attempt')
      .select('user_id')
      .where('user_id', '=', userId)
      .where('started_at', '>', at - loginAttemptMs)
      .execute(),
    database
      .selectFrom('password_reset')
      .select('user_id')
      .where('user_id', '=', userId)
      .where('at', '>', at - resetLinkMs)
      .execute(),
  ])
  return open.flat().length
}
