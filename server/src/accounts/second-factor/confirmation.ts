import type { ConfirmationCode } from '@aitai/contract/codes.ts'
import type { PasskeyResponse } from '@aitai/contract/schemas/session.ts'
import type { Kysely, Transaction } from 'kysely'
import { recordAuditEvent } from '../../database/audit-events.ts'
import type { Database } from '../../database/schema.ts'
import type { CallLimits } from '../../http/call-limits.ts'
import { failed } from '../../http/failures.ts'
import type { Session } from '../session-rows.ts'
import { requireOwnCredentials } from '../sign-on/provider-use.ts'
import { hasFactor } from './factor-rows.ts'
import type { Passkeys } from './passkeys.ts'
import type { LoginAttempts } from './two-factor.ts'

/** How long a session counts as confirmed, in milliseconds: for one change, with its typing. */
export const confirmationMs = 5 * 60_000

type ConfirmedSession = Pick<Session, 'tokenHash' | 'userId' | 'kind'>

/**
 * Throws 403 unless the user has given a passkey or a code in this session within the last five minutes, at its start
 * or since, or has signed in at the provider again. Whoever has neither passkey nor app, in a session that no provider
 * has opened, has nothing to confirm with, and is prompted for the password alone.
 *
 * A session that can only add a first passkey has been opened with whatever second factor there is.
 */
export async function requireConfirmation(
  { database, now }: { readonly database: Kysely<Database>; readonly now: () => number },
  { tokenHash, userId, kind }: ConfirmedSession,
): Promise<void> {
  if (kind === 'firstPasskey') return
  const row = await database
    .selectFrom('session')
    .select(['confirmed_at', 'provider_sid'])
    .where('token_hash', '=', tokenHash)
    .executeTakeFirst()
  const isByProvider = row !== undefined && row.provider_sid !== null
  const hasOwn =
    (await hasFactor(database, 'passkey', userId)) || (await hasFactor(database, 'authenticator', userId))
  if (!isByProvider && !hasOwn) return
  if ((row?.confirmed_at ?? 0) <= now() - confirmationMs) throw failed(403, 'CONFIRMATION_REQUIRED')
}

/** The same before the user changes how to sign in. Throws 409 for a user of whom a provider manages that. */
export async function requireChangeable(
  deps: { readonly database: Kysely<Database>; readonly now: () => number },
  session: ConfirmedSession,
): Promise<void> {
  await requireOwnCredentials(deps.database, session.userId)
  await requireConfirmation(deps, session)
}

interface ConfirmationDeps {
  readonly database: Kysely<Database>
  readonly attempts: LoginAttempts
  readonly passkeys: Passkeys
  readonly limits: Pick<CallLimits, 'passwordTries'>
  readonly now: () => number
}

/** Confirms a session by a code of an app or a recovery code. Throws 400 for a wrong one. */
export async function confirmByCode(
  deps: ConfirmationDeps,
  session: ConfirmedSession,
  given: { readonly otp: string; readonly method: ConfirmationCode },
): Promise<void> {
  const { attempts, database, limits } = deps
  await requireOwnCredentials(database, session.userId)
  limits.passwordTries.check(session.userId)
  if (await attempts.checkCode(session.userId, given))
    return await database.transaction().execute((trx) => recordConfirmed(trx, deps, session))
  limits.passwordTries.charge(session.userId)
  throw failed(400, 'CONFIRMATION_CODE', { field: 'otp' })
}

/** The same by a passkey of the user, which has signed a challenge for this session. */
export async function confirmByPasskey(
  deps: ConfirmationDeps,
  session: ConfirmedSession,
  credential: PasskeyResponse,
): Promise<void> {
  const { database, limits, now, passkeys } = deps
  const { tokenHash, userId } = session
  await requireOwnCredentials(database, userId)
  limits.passwordTries.check(userId)
  const { verified } = await passkeys.verify(credential, { purpose: 'confirm', boundTo: tokenHash })
  const isConfirmed = await database.transaction().execute(async (trx) => {
    if (verified?.userId === userId && (await passkeys.redeem(trx, verified))) {
      await recordConfirmed(trx, deps, session)
      return true
    }
    const failure = { actor: userId, action: 'passkeyFailed', subject: userId, outcome: 'REFUSED' } as const
    await recordAuditEvent(trx, failure, now())
    return false
  })
  if (isConfirmed) return
  limits.passwordTries.charge(userId)
  throw failed(400, 'CONFIRMATION_PASSKEY')
}

/** Records that a session is confirmed from now on. */
export async function recordConfirmed(
  trx: Transaction<Database>,
  { now }: Pick<ConfirmationDeps, 'now'>,
  { tokenHash, userId }: Pick<ConfirmedSession, 'tokenHash' | 'userId'>,
): Promise<void> {
  await markConfirmed(trx, tokenHash, now())
  await recordAuditEvent(trx, { actor: userId, action: 'identityConfirmed', subject: userId }, now())
}

/** Notes that a passkey or a code was given in a session, also the one that has just been added in it. */
export async function markConfirmed(
  trx: Transaction<Database>,
  tokenHash: string,
  at: number,
): Promise<void> {
  await trx.updateTable('session').set({ confirmed_at: at }).where('token_hash', '=', tokenHash).execute()
}
