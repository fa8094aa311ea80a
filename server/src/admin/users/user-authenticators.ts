import { cleanReason } from '@aitai/contract/routes/console/reason.ts'
import { removeAllAuthenticators } from '../../accounts/second-factor/authenticators.ts'
import { countRecoveryCodes } from '../../accounts/second-factor/recovery-codes.ts'
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
  /** Removes them and the recovery codes; needs a reason. */
  readonly remove?: boolean
  readonly reason?: string
}

/** Lists the authenticator apps of a user, without their keys, and removes them if requested. */
export async function userAuthenticators(
  admin: AdminContext,
  request: AuthenticatorsRequest,
): Promise<AdminReply> {
  const { db, now } = admin
  const person = await findUser(admin, request.email)
  if (!person) return unknownUser(request.email)
  const { id, email } = person
  const rows = await db
    .selectFrom('authenticator')
    .select(['name', 'added_at', 'used_at'])
    .where('user_id', '=', id)
    .orderBy('added_at')
    .execute()
  const authenticators = rows.map(({ name, added_at, used_at }) => ({
    name,
    addedAt: new Date(added_at).toISOString(),
    lastUsedAt: used_at === null ? null : new Date(used_at).toISOString(),
  }))
  const recoveryCodes = await countRecoveryCodes(db, id)
  const printed = { email, authenticators, recoveryCodes, sms: person.two_factor === 1 }
  if (!request.remove) return adminResult(printed)
  const reason = cleanReason(request.reason ?? '')
  if (!reason) return missingReason
  const product = await admin.productName()
  const removed = await db.transaction().execute(async (trx) => {
    // A sign-in that waits for its second step may be that of whoever has the telephone.
    await deletePendingLogins(trx, [id])
    const count = await removeAllAuthenticators(trx, id)
    const details = { authenticators: count, recoveryCodes }
    await recordAdminEvent(trx, admin, { action: 'authenticatorsRemoved', subject: id, reason, details })
    await mailSecondFactorChange(trx, id, 'secondFactorsReset', { product, at: now() })
    return count
  })
  return adminResult({ ...printed, removed })
}
