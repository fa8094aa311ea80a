import { cleanReason } from '@aitai/contract/routes/console/reason.ts'
import { isoTime } from '@aitai/engine/calendar/iso-times.ts'
import type { Kysely } from 'kysely'
import { removeAllAuthenticators } from '../../accounts/second-factor/authenticators.ts'
import { removeAllPasskeys } from '../../accounts/second-factor/passkeys.ts'
import { countRecoveryCodes } from '../../accounts/second-factor/recovery-codes.ts'
import { firstPasskeyMs, letAddPasskey } from '../../accounts/second-factor/required-factor.ts'
import type { Database } from '../../database/schema.ts'
import { mailSecondFactorChange } from '../../messages/second-factor-mails.ts'
import {
  type AdminContext,
  type AdminReply,
  adminResult,
  missingReason,
  recordAdminEvent,
} from '../admin-context.ts'
import { deletePendingLogins } from './user-sign-out.ts'
import { findUser, unknownUser } from './users.ts'

interface AuthenticatorsRequest {
  readonly email: string
  /** Removes them, the passkeys and the recovery codes; needs a reason. */
  readonly remove?: boolean
  readonly reason?: string
}

interface Factor {
  readonly name: string
  readonly addedAt: string
  readonly lastUsedAt: string | null
}

/** The second factors of a user as they are listed, the oldest first. */
export interface PrintedFactors {
  readonly email: string
  readonly authenticators: readonly Factor[]
  readonly passkeys: readonly Factor[]
  readonly recoveryCodes: number
  /** Whether a code by SMS is required. */
  readonly sms: boolean
}

/** Lists the authenticator apps and passkeys of a user, without their keys, and removes them if requested. */
export async function userAuthenticators(
  admin: AdminContext,
  request: AuthenticatorsRequest,
): Promise<AdminReply> {
  const { db, now } = admin
  const person = await findUser(admin, request.email)
  if (!person) return unknownUser(request.email)
  const { id, email } = person
  const authenticators = await factorsOf(db, 'authenticator', id)
  const passkeys = await factorsOf(db, 'passkey', id)
  const recoveryCodes = await countRecoveryCodes(db, id)
  const printed: PrintedFactors = {
    email,
    authenticators,
    passkeys,
    recoveryCodes,
    sms: person.two_factor === 1,
  }
  if (!request.remove) return adminResult(printed)
  const reason = cleanReason(request.reason ?? '')
  if (!reason) return missingReason
  const product = await admin.productName()
  const removed = await db.transaction().execute(async (trx) => {
    // A sign-in that waits for its second step may be that of whoever has the telephone.
    await deletePendingLogins(trx, [id])
    const counts = {
      authenticators: await removeAllAuthenticators(trx, id),
      passkeys: await removeAllPasskeys(trx, id),
    }
    await letAddPasskey(trx, [id], now() + firstPasskeyMs)
    const details = { ...counts, recoveryCodes }
    await recordAdminEvent(trx, admin, { action: 'authenticatorsRemoved', subject: id, reason, details })
    await mailSecondFactorChange(trx, id, 'secondFactorsReset', { product, at: now() })
    return counts.authenticators + counts.passkeys
  })
  return adminResult({ ...printed, removed })
}

/** What a user has of one kind, the oldest first. */
async function factorsOf(
  db: Kysely<Database>,
  table: 'authenticator' | 'passkey',
  userId: string,
): Promise<Factor[]> {
  const rows = await db
    .selectFrom(table)
    .select(['name', 'added_at', 'used_at'])
    .where('user_id', '=', userId)
    .orderBy('added_at')
    .execute()
  return rows.map(({ name, added_at, used_at }) => ({
    name,
    addedAt: isoTime(added_at),
    lastUsedAt: isoTime(used_at),
  }))
}
