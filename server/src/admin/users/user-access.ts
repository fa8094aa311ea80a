import { clearLoginLimits, resetWrongCodes } from '../../accounts/account-unlock.ts'
import {
  type AdminContext,
  type AdminReply,
  adminRefusal,
  adminResult,
  cleanReason,
  countReferenceChange,
  missingReason,
  recordAdminEvent,
} from '../admin-context.ts'
import { serverOnOtherMachine } from '../journal/journal-commands.ts'
import { findRequestedUser, type UserRequest, unknownUser } from './user-changes.ts'
import { type SignedOutUser, signOut } from './user-sign-out.ts'
import { cleanPhone, findUser, languageOf, phoneFault, twoFactorFault } from './users.ts'

/** Unlocks an account after too many wrong passwords or codes, and clears the running server's limits for it. */
export async function unlockUser(admin: AdminContext, request: UserRequest): Promise<AdminReply> {
  const found = await findRequestedUser(admin, request)
  if ('refusal' in found) return found
  const { person, reason } = found
  const wrongCodes = await admin.db.transaction().execute(async (trx) => {
    const before = await resetWrongCodes(trx, person.id)
    const details = { wrongCodes: before }
    await recordAdminEvent(trx, admin, { action: 'userUnlocked', subject: person.id, reason, details })
    return before
  })
  const { running } = admin
  if (running !== null && running !== 'elsewhere') clearLoginLimits(running.limits, person.email)
  return adminResult({ email: person.email, wrongCodes, limitsCleared: running !== 'elsewhere' })
}

interface SessionsRequest {
  readonly email: string
  /** Ends the sessions; needs a reason. */
  readonly end?: boolean
  readonly reason?: string
}

/** Lists the open sessions of a user, without tokens, and ends them if requested. */
export async function userSessions(admin: AdminContext, request: SessionsRequest): Promise<AdminReply> {
  const person = await findUser(admin, request.email)
  if (!person) return unknownUser(request.email)
  const rows = await admin.db
    .selectFrom('session')
    .select(['kind', 'started_at', 'seen_at'])
    .where('user_id', '=', person.id)
    .where('ended', 'is', null)
    .execute()
  const sessions = rows.map(({ kind, started_at, seen_at }) => ({
    kind,
    startedAt: new Date(started_at).toISOString(),
    lastSeen: new Date(seen_at).toISOString(),
  }))
  if (!request.end) return adminResult({ email: person.email, sessions })
  const left = await endUserSessions(admin, person, request.reason ?? '')
  return 'refusal' in left ? left : adminResult({ email: person.email, sessionsEnded: left.ended, sessions })
}

async function endUserSessions(admin: AdminContext, person: SignedOutUser, given: string) {
  const reason = cleanReason(given)
  if (!reason) return missingReason
  if (admin.running === 'elsewhere') return { refusal: serverOnOtherMachine }
  return await signOut(admin, [person], (trx) =>
    recordAdminEvent(trx, admin, { action: 'sessionsEnded', subject: person.id, reason }),
  )
}

interface UserChange extends UserRequest {
  readonly phone?: string
  readonly twoFactor?: boolean
  readonly language?: 'en' | 'ja'
  /** Whether a trader is a desk head of the institution (docs/rules.md §15). Takes effect at once. */
  readonly deskHead?: boolean
}

/**
 * Changes a user's phone, two-factor setting or language, or grants and withdraws what a desk head may do. Private
 * values stay out of the audit trail.
 */
export async function changeUser(admin: AdminContext, request: UserChange): Promise<AdminReply> {
  const found = await findRequestedUser(admin, request)
  if ('refusal' in found) return found
  const { person, reason } = found
  const phone = request.phone === undefined ? person.phone : cleanPhone(request.phone)
  if (request.phone !== undefined && phone === null) return adminRefusal('INVALID', phoneFault)
  const twoFactor = request.twoFactor ?? person.two_factor === 1
  if (twoFactor && phone === null) return adminRefusal('INVALID', twoFactorFault)
  const language = request.language === undefined ? person.language : languageOf[request.language]
  const deskHead = request.deskHead ?? person.desk_head === 1
  if (deskHead && person.role !== 'TRADER')
    return adminRefusal('INVALID', 'Only a TRADER can be a desk head of the institution.')
  const isDeskChanged = deskHead !== (person.desk_head === 1)
  const changed = [
    ...(phone === person.phone ? [] : ['phone']),
    ...(twoFactor === (person.two_factor === 1) ? [] : ['twoFactor']),
    ...(language === person.language ? [] : ['language']),
    ...(isDeskChanged ? ['deskHead'] : []),
  ]
  if (changed.length > 0)
    await admin.db.transaction().execute(async (trx) => {
      const now = { phone, two_factor: Number(twoFactor), language, desk_head: Number(deskHead) }
      await trx.updateTable('person').set(now).where('id', '=', person.id).execute()
      // A code that was sent to the previous number must not be accepted any more.
      await trx.deleteFrom('login_attempt').where('user_id', '=', person.id).execute()
      await recordAdminEvent(trx, admin, {
        action: 'userChanged',
        subject: person.id,
        reason,
        details: { changed, ...(isDeskChanged ? { deskHead } : {}) },
      })
      if (isDeskChanged) await countReferenceChange(trx)
    })
  if (isDeskChanged) await admin.referenceChanged()
  return adminResult({ email: person.email, changed })
}
