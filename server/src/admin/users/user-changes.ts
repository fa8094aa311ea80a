import { cleanReason } from '@aitai/contract/routes/console/reason.ts'
import { isoTime } from '@aitai/engine/calendar/iso-times.ts'
import type { Selectable, Transaction } from 'kysely'
import { createTemporaryPassword, temporaryPasswordMs } from '../../accounts/password-hashing.ts'
import { setPassword } from '../../accounts/password-update.ts'
import { providerUseOf } from '../../accounts/sign-on/provider-use.ts'
import type { Database, PersonTable } from '../../database/schema.ts'
import { enqueueMessage } from '../../messages/outbox.ts'
import {
  type AdminContext,
  type AdminRefusal,
  type AdminReply,
  adminRefusal,
  adminResult,
  countReferenceChange,
  missingReason,
  recordAdminEvent,
} from '../admin-context.ts'
import { serverOnOtherMachine } from '../journal/journal-commands.ts'
import { deletePendingLogins, signOut } from './user-sign-out.ts'
import { findUser, managedByProvider, temporaryPasswordMail, unknownUser } from './users.ts'

export interface UserRequest {
  readonly email: string
  readonly reason: string
}

type Person = Selectable<PersonTable>

/** The requested user and the cleaned reason, or a refusal. */
export async function findRequestedUser(
  admin: AdminContext,
  request: UserRequest,
): Promise<{ person: Person; reason: string } | { refusal: AdminRefusal }> {
  const person = await findUser(admin, request.email)
  if (!person) return unknownUser(request.email)
  const reason = cleanReason(request.reason)
  return reason ? { person, reason } : missingReason
}

/** Sets whether a user may sign in. Returns false, without writing, if nothing changes. */
async function setActive(
  trx: Transaction<Database>,
  admin: AdminContext,
  { id }: Person,
  active: boolean,
  reason: string,
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('person')
    .set({ active: Number(active) })
    .where('id', '=', id)
    .where('active', '=', Number(!active))
    .executeTakeFirst()
  if (numUpdatedRows === 0n) return false
  const action = active ? 'userEnabled' : 'userDisabled'
  await recordAdminEvent(trx, admin, { action, subject: id, reason })
  await countReferenceChange(trx)
  return true
}

/**
 * Disables a user at once: sessions, codes and reset links become invalid and adverts are paused. Repeating the
 * command completes one that failed halfway.
 */
export async function disableUser(admin: AdminContext, request: UserRequest): Promise<AdminReply> {
  const found = await findRequestedUser(admin, request)
  if ('refusal' in found) return found
  if (admin.running === 'elsewhere') return { refusal: serverOnOtherMachine }
  const { person, reason } = found
  const changed = await admin.db.transaction().execute(async (trx) => {
    await deletePendingLogins(trx, [person.id])
    return await setActive(trx, admin, person, false, reason)
  })
  const left = await signOut(admin, [person])
  if ('refusal' in left) return left
  await admin.referenceChanged()
  return adminResult({ email: person.email, active: false, changed, sessionsEnded: left.ended })
}

/** Enables a user again, with the old password. */
export async function enableUser(admin: AdminContext, request: UserRequest): Promise<AdminReply> {
  const found = await findRequestedUser(admin, request)
  if ('refusal' in found) return found
  const { person, reason } = found
  const changed = await admin.db.transaction().execute((trx) => setActive(trx, admin, person, true, reason))
  await admin.referenceChanged()
  return adminResult({ email: person.email, active: true, changed })
}

/**
 * Mails a new temporary password, as for a new user. The old password becomes invalid and all sessions end. The
 * operator never sees the password.
 */
export async function resetUser(admin: AdminContext, request: UserRequest): Promise<AdminReply> {
  const found = await findRequestedUser(admin, request)
  if ('refusal' in found) return found
  if (admin.running === 'elsewhere') return { refusal: serverOnOtherMachine }
  const { person, reason } = found
  if (person.active !== 1)
    return adminRefusal('USER_DISABLED', 'This user is disabled. Enable the user first.')
  if ((await providerUseOf(admin.db, person.id)) === 'ONLY') return managedByProvider(person.email)
  const password = createTemporaryPassword()
  const hash = await admin.passwords.hash(password)
  const until = admin.now() + temporaryPasswordMs
  const mail = await temporaryPasswordMail('reset', person, password, admin)
  const left = await signOut(admin, [person], async (trx) => {
    await setPassword(trx, person.id, { hash, temporaryUntil: until })
    await enqueueMessage(trx, mail, admin.now())
    await recordAdminEvent(trx, admin, { action: 'passwordReplaced', subject: person.id, reason })
  })
  if ('refusal' in left) return left
  const temporaryUntil = isoTime(until)
  return adminResult({ email: person.email, temporaryUntil, sessionsEnded: left.ended })
}
