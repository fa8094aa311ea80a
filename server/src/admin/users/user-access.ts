import { clearLoginLimits, resetWrongCodes } from '../../accounts/account-unlock.ts'
import {
  type AdminContext,
  type AdminReply,
  adminRefusal,
  adminResult,
  cleanReason,
  missingReason,
  recordAdminEvent,
} from '../admin-context.ts'
import { serverElsewhere } from '../journal/journal-commands.ts'
import { findRequestedUser, type UserRequest, unknownUser } from './user-changes.ts'
import { type SignedOutUser, signOut } from './user-sign-out.ts'
import { cleanPhone, findUser, languageOf, phoneFault, twoFactorFault } from './users.ts'

/**
 * Takes back what too many wrong passwords or codes have done to an account. What a server counts in memory
 * is cleared where it runs.
 */
export async function unlockUser(office: AdminContext, asked: UserRequest): Promise<AdminReply> {
  const found = await findRequestedUser(office, asked)
  if ('refusal' in found) return found
  const { person, reason } = found
  const wrongCodes = await office.db.transaction().execute(async (trx) => {
    const before = await resetWrongCodes(trx, person.id)
    const details = { wrongCodes: before }
    await recordAdminEvent(trx, office, { action: 'userUnlocked', subject: person.id, reason, details })
    return before
  })
  const { running } = office
  if (running !== null && running !== 'elsewhere') clearLoginLimits(running.limits, person.email)
  return adminResult({ email: person.email, wrongCodes, limitsCleared: running !== 'elsewhere' })
}

export interface SessionsRequest {
  readonly email: string
  /** Ends them, for a reason. */
  readonly end?: boolean
  readonly reason?: string
}

/** The open sessions of a user, without anything that would open one; and ends them if that is asked. */
export async function userSessions(office: AdminContext, asked: SessionsRequest): Promise<AdminReply> {
  const person = await findUser(office, asked.email)
  if (!person) return unknownUser(asked.email)
  const rows = await office.db
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
  if (!asked.end) return adminResult({ email: person.email, sessions })
  const left = await endedFor(office, person, asked.reason ?? '')
  return 'refusal' in left ? left : adminResult({ email: person.email, sessionsEnded: left.ended, sessions })
}

async function endedFor(office: AdminContext, person: SignedOutUser, given: string) {
  const reason = cleanReason(given)
  if (!reason) return missingReason
  if (office.running === 'elsewhere') return { refusal: serverElsewhere }
  return await signOut(office, [person], (trx) =>
    recordAdminEvent(trx, office, { action: 'sessionsEnded', subject: person.id, reason }),
  )
}

export interface UserChange extends UserRequest {
  readonly phone?: string
  readonly twoFactor?: boolean
  readonly language?: 'en' | 'ja'
}

/** Changes how a user is reached. What it was and is stays out of the audit trail: a number is a secret. */
export async function changeUser(office: AdminContext, asked: UserChange): Promise<AdminReply> {
  const found = await findRequestedUser(office, asked)
  if ('refusal' in found) return found
  const { person, reason } = found
  const phone = asked.phone === undefined ? person.phone : cleanPhone(asked.phone)
  if (asked.phone !== undefined && phone === null) return adminRefusal('INVALID', phoneFault)
  const twoFactor = asked.twoFactor ?? person.two_factor === 1
  if (twoFactor && phone === null) return adminRefusal('INVALID', twoFactorFault)
  const language = asked.language === undefined ? person.language : languageOf[asked.language]
  const changed = [
    ...(phone === person.phone ? [] : ['phone']),
    ...(twoFactor === (person.two_factor === 1) ? [] : ['twoFactor']),
    ...(language === person.language ? [] : ['language']),
  ]
  if (changed.length > 0)
    await office.db.transaction().execute(async (trx) => {
      const now = { phone, two_factor: Number(twoFactor), language }
      await trx.updateTable('person').set(now).where('id', '=', person.id).execute()
      // A code that went to the number before must not open anything any more.
      await trx.deleteFrom('login_attempt').where('user_id', '=', person.id).execute()
      await recordAdminEvent(trx, office, {
        action: 'userChanged',
        subject: person.id,
        reason,
        details: { changed },
      })
    })
  return adminResult({ email: person.email, changed })
}
