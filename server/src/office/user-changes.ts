import type { Selectable, Transaction } from 'kysely'
import { hashPassword, temporaryPassword, temporaryPasswordMs } from '../auth/password.ts'
import { setPassword } from '../auth/set-password.ts'
import type { Database, PersonTable } from '../database/schema.ts'
import { post } from '../mail/outbox.ts'
import { elsewhere } from './journalled.ts'
import {
  cleanReason,
  countReferenceChange,
  done,
  noReason,
  type Office,
  type OfficeAnswer,
  type OfficeRefusal,
  recordDeed,
  refused,
} from './office.ts'
import { findUser, letterWith } from './users.ts'
import { closeDoors, signOut } from './users-out.ts'

export interface UserAsked {
  readonly email: string
  readonly reason: string
}

type Person = Selectable<PersonTable>

/** Who is meant, and why; or what is wrong with that. */
export async function meant(
  office: Office,
  asked: UserAsked,
): Promise<{ person: Person; reason: string } | { refusal: OfficeRefusal }> {
  const reason = cleanReason(asked.reason)
  if (!reason) return noReason
  const person = await findUser(office, asked.email)
  return person ? { person, reason } : unknownUser(asked.email)
}

export const unknownUser = (email: string) =>
  refused('USER_UNKNOWN', `There is no user with the e-mail ${email}.`)

/** Sets whether a user may sign in. False if it was so already; then nothing is written. */
async function setActive(
  trx: Transaction<Database>,
  office: Office,
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
  await recordDeed(trx, office, { action, subject: id, reason })
  await countReferenceChange(trx)
  return true
}

/**
 * Shuts a user out at once: no session, no code, no link lets in any more, and what was sent or live is
 * paused. Asked again, it ends what may have been left open by a command that failed halfway.
 */
export async function disableUser(office: Office, asked: UserAsked): Promise<OfficeAnswer> {
  const found = await meant(office, asked)
  if ('refusal' in found) return found
  if (office.running === 'elsewhere') return { refusal: elsewhere }
  const { person, reason } = found
  const changed = await office.db.transaction().execute(async (trx) => {
    await closeDoors(trx, [person.id])
    return await setActive(trx, office, person, false, reason)
  })
  const left = await signOut(office, [person])
  if ('refusal' in left) return left
  await office.referenceChanged()
  return done({ email: person.email, active: false, changed, sessionsEnded: left.ended })
}

/** Lets a user sign in again, with the password as it was. */
export async function enableUser(office: Office, asked: UserAsked): Promise<OfficeAnswer> {
  const found = await meant(office, asked)
  if ('refusal' in found) return found
  const { person, reason } = found
  const changed = await office.db.transaction().execute((trx) => setActive(trx, office, person, true, reason))
  await office.referenceChanged()
  return done({ email: person.email, active: true, changed })
}

/**
 * A new temporary password by mail, as for a new user; the old one is dead and all sessions end. Whoever asks
 * never sees it.
 */
export async function resetUser(office: Office, asked: UserAsked): Promise<OfficeAnswer> {
  const found = await meant(office, asked)
  if ('refusal' in found) return found
  if (office.running === 'elsewhere') return { refusal: elsewhere }
  const { person, reason } = found
  if (person.active !== 1) return refused('USER_DISABLED', 'This user is disabled. Enable the user first.')
  const password = temporaryPassword()
  const hash = await hashPassword(password)
  const until = office.now() + temporaryPasswordMs
  const left = await signOut(office, [person], async (trx) => {
    await setPassword(trx, person.id, { hash, temporaryUntil: until })
    await post(trx, letterWith('reset', person, password, office.publicUrl), office.now())
    await recordDeed(trx, office, { action: 'passwordReplaced', subject: person.id, reason })
  })
  if ('refusal' in left) return left
  const temporaryUntil = new Date(until).toISOString()
  return done({ email: person.email, temporaryUntil, sessionsEnded: left.ended })
}
