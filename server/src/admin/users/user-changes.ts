import type { Selectable, Transaction } from 'kysely'
import {
  createTemporaryPassword,
  hashPassword,
  temporaryPasswordMs,
} from '../../accounts/password-hashing.ts'
import { setPassword } from '../../accounts/password-update.ts'
import type { Database, PersonTable } from '../../database/schema.ts'
import { enqueueMessage } from '../../messages/outbox.ts'
import {
  type AdminContext,
  type AdminRefusal,
  type AdminReply,
  adminRefusal,
  adminResult,
  cleanReason,
  countReferenceChange,
  missingReason,
  recordAdminEvent,
} from '../admin-context.ts'
import { serverElsewhere } from '../journal/journal-commands.ts'
import { deletePendingLogins, signOut } from './user-sign-out.ts'
import { findUser, temporaryPasswordMail } from './users.ts'

export interface UserRequest {
  readonly email: string
  readonly reason: string
}

type Person = Selectable<PersonTable>

/** Who is meant, and why; or what is wrong with that. */
export async function findRequestedUser(
  office: AdminContext,
  asked: UserRequest,
): Promise<{ person: Person; reason: string } | { refusal: AdminRefusal }> {
  const reason = cleanReason(asked.reason)
  if (!reason) return missingReason
  const person = await findUser(office, asked.email)
  return person ? { person, reason } : unknownUser(asked.email)
}

export const unknownUser = (email: string) =>
  adminRefusal('USER_UNKNOWN', `There is no user with the e-mail ${email}.`)

/** Sets whether a user may sign in. False if it was so already; then nothing is written. */
async function setActive(
  trx: Transaction<Database>,
  office: AdminContext,
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
  await recordAdminEvent(trx, office, { action, subject: id, reason })
  await countReferenceChange(trx)
  return true
}

/**
 * Shuts a user out at once: no session, no code, no link lets in any more, and what was sent or live is
 * paused. Asked again, it ends what may have been left open by a command that failed halfway.
 */
export async function disableUser(office: AdminContext, asked: UserRequest): Promise<AdminReply> {
  const found = await findRequestedUser(office, asked)
  if ('refusal' in found) return found
  if (office.running === 'elsewhere') return { refusal: serverElsewhere }
  const { person, reason } = found
  const changed = await office.db.transaction().execute(async (trx) => {
    await deletePendingLogins(trx, [person.id])
    return await setActive(trx, office, person, false, reason)
  })
  const left = await signOut(office, [person])
  if ('refusal' in left) return left
  await office.referenceChanged()
  return adminResult({ email: person.email, active: false, changed, sessionsEnded: left.ended })
}

/** Lets a user sign in again, with the password as it was. */
export async function enableUser(office: AdminContext, asked: UserRequest): Promise<AdminReply> {
  const found = await findRequestedUser(office, asked)
  if ('refusal' in found) return found
  const { person, reason } = found
  const changed = await office.db.transaction().execute((trx) => setActive(trx, office, person, true, reason))
  await office.referenceChanged()
  return adminResult({ email: person.email, active: true, changed })
}

/**
 * A new temporary password by mail, as for a new user; the old one is dead and all sessions end. Whoever asks
 * never sees it.
 */
export async function resetUser(office: AdminContext, asked: UserRequest): Promise<AdminReply> {
  const found = await findRequestedUser(office, asked)
  if ('refusal' in found) return found
  if (office.running === 'elsewhere') return { refusal: serverElsewhere }
  const { person, reason } = found
  if (person.active !== 1)
    return adminRefusal('USER_DISABLED', 'This user is disabled. Enable the user first.')
  const password = createTemporaryPassword()
  const hash = await hashPassword(password)
  const until = office.now() + temporaryPasswordMs
  const left = await signOut(office, [person], async (trx) => {
    await setPassword(trx, person.id, { hash, temporaryUntil: until })
    await enqueueMessage(
      trx,
      temporaryPasswordMail('reset', person, password, office.publicUrl),
      office.now(),
    )
    await recordAdminEvent(trx, office, { action: 'passwordReplaced', subject: person.id, reason })
  })
  if ('refusal' in left) return left
  const temporaryUntil = new Date(until).toISOString()
  return adminResult({ email: person.email, temporaryUntil, sessionsEnded: left.ended })
}
