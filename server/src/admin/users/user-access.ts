import { cleanReason } from '@aitai/contract/routes/console/reason.ts'
import { isoTime } from '@aitai/engine/calendar/iso-times.ts'
import { clearLoginLimits, resetWrongCodes } from '../../accounts/account-unlock.ts'
import {
  type AdminContext,
  type AdminReply,
  adminResult,
  missingReason,
  recordAdminEvent,
} from '../admin-context.ts'
import { serverOnOtherMachine } from '../journal/journal-commands.ts'
import { findRequestedUser, type UserRequest } from './user-changes.ts'
import { type SignedOutUser, signOut } from './user-sign-out.ts'
import { findUser, unknownUser } from './users.ts'

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
    startedAt: isoTime(started_at),
    lastSeen: isoTime(seen_at),
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
