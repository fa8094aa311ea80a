import { cleanEmail, cleanPhone } from '@aitai/contract/routes/console/account-fields.ts'
import type { Selectable, Transaction } from 'kysely'
import { createTemporaryPassword, temporaryPasswordMs } from '../../accounts/password-hashing.ts'
import { setPassword } from '../../accounts/password-update.ts'
import { providerUseOf } from '../../accounts/sign-on/provider-use.ts'
import { unlessTaken } from '../../database/database-errors.ts'
import { decryptPhone, encryptPhone } from '../../database/encryption/encrypted-columns.ts'
import type { Database, PersonTable } from '../../database/schema.ts'
import { contactSubject } from '../../messages/account-mails.ts'
import { enqueueMessage } from '../../messages/outbox.ts'
import {
  type AdminContext,
  type AdminRefusal,
  type AdminReply,
  adminRefusal,
  adminResult,
  cleanName,
  countReferenceChange,
  recordAdminEvent,
} from '../admin-context.ts'
import { addressFault, requireAddress, unlessDomainTaken } from './address-domain.ts'
import { findRequestedUser, type UserRequest } from './user-changes.ts'
import { deletePendingLogins, signOut } from './user-sign-out.ts'
import {
  findUser,
  languageOf,
  providerWelcomeMail,
  temporaryPasswordMail,
  wrongEmail,
  wrongName,
  wrongPhone,
  wrongTwoFactor,
} from './users.ts'

interface UserChange extends UserRequest {
  /** What the user signs in with from then on. */
  readonly newEmail?: string
  readonly firstName?: string
  readonly lastName?: string
  readonly phone?: string
  readonly twoFactor?: boolean
  readonly language?: 'en' | 'ja'
  /** Whether a trader is a desk head of the institution (docs/rules.md §15). Takes effect at once. */
  readonly deskHead?: boolean
}

type Details = Pick<
  Selectable<PersonTable>,
  'email' | 'first_name' | 'last_name' | 'phone' | 'two_factor' | 'language' | 'desk_head'
>

/** The name of each detail in the request, the result and the audit trail. */
const detailNames = {
  email: 'email',
  first_name: 'firstName',
  last_name: 'lastName',
  phone: 'phone',
  two_factor: 'twoFactor',
  language: 'language',
  desk_head: 'deskHead',
} as const satisfies Record<keyof Details, string>

/**
 * Changes what is known about a user, or grants and withdraws what a desk head may do. Private values stay out of the
 * audit trail. If the address changes before the user has signed in, the first temporary password may have gone to a
 * stranger: it becomes invalid, and a new one goes to the new address. So does the mail to a user of a provider.
 */
export async function changeUser(admin: AdminContext, request: UserChange): Promise<AdminReply> {
  const found = await findRequestedUser(admin, request)
  if ('refusal' in found) return found
  const { reason } = found
  const person = { ...found.person, phone: await decryptPhone(admin.db, found.person) }
  const after = changedDetails(person, request)
  if ('refusal' in after) return after
  const keys = (Object.keys(detailNames) as (keyof Details)[]).filter((key) => after[key] !== person[key])
  const changed = keys.map((key) => detailNames[key])
  if (changed.length === 0) return adminResult({ email: person.email, changed, invitedAgain: false })

  const taken = adminRefusal('USER_EXISTS', `There is a user with the e-mail ${after.email} already.`)
  if (changed.includes('email') && (await findUser(admin, after.email))) return taken
  const owned = { ...person, email: after.email }
  const fault = changed.includes('email') ? await addressFault(admin.db, owned) : null
  if (fault) return fault
  const invitation =
    changed.includes('email') && person.active === 1
      ? await newInvitation(admin, { ...person, ...after })
      : null
  const write = async (trx: Transaction<Database>): Promise<void> => {
    // A code or a link that was sent to the previous number or address must not be accepted any more.
    await deletePendingLogins(trx, [person.id])
    await updateMessages(trx, person, after)
    if (invitation) {
      if (invitation.password) await setPassword(trx, person.id, invitation.password)
      await enqueueMessage(trx, invitation.mail, admin.now())
    }
    const stored = { ...after, phone: await encryptPhone(trx, person.id, after.phone) }
    // Only what changes, so that another operator's change of another detail is not undone.
    const values = Object.fromEntries(keys.map((key) => [key, stored[key]]))
    await trx.updateTable('person').set(values).where('id', '=', person.id).execute()
    const deskHead = changed.includes('deskHead') ? { deskHead: after.desk_head === 1 } : {}
    const event = { action: 'userChanged', subject: person.id, reason, details: { changed, ...deskHead } }
    await recordAdminEvent(trx, admin, event)
    if (changed.includes('email')) await requireAddress(trx, owned)
    await countReferenceChange(trx)
  }
  if (invitation) {
    const left = await unlessDomainTaken(unlessTaken(signOut(admin, [person], write), taken))
    if ('refusal' in left) return left
  } else {
    const written = admin.db.transaction().execute(write)
    const refused = await unlessDomainTaken(
      unlessTaken<typeof taken | null>(
        written.then(() => null),
        taken,
      ),
    )
    if (refused) return refused
  }
  await admin.referenceChanged()
  return adminResult({ email: after.email, changed, invitedAgain: invitation !== null })
}

/** The invitation of somebody who has never signed in, with a new temporary password if there is one; else null. */
async function newInvitation(admin: AdminContext, person: Selectable<PersonTable>) {
  if ((await providerUseOf(admin.db, person.id)) === 'ONLY')
    return person.provider_subject === null
      ? { password: null, mail: await providerWelcomeMail(person, admin) }
      : null
  if (person.first_login !== 1) return null
  const password = createTemporaryPassword()
  const hash = await admin.passwords.hash(password)
  return {
    password: { hash, temporaryUntil: admin.now() + temporaryPasswordMs },
    mail: await temporaryPasswordMail('welcome', person, password, admin),
  }
}

/**
 * Messages to a former address or number are deleted: what waits may hold secrets, and nobody would find the rest when
 * the user is erased. Requests for a call get the present name.
 */
async function updateMessages(
  trx: Transaction<Database>,
  before: Selectable<PersonTable>,
  after: Details,
): Promise<void> {
  const former = [
    ...(before.email === after.email ? [] : [before.email]),
    // An SMS goes to whatever phone the user has when it is sent.
    ...(before.phone === after.phone ? [] : [before.id]),
  ]
  if (former.length > 0) await trx.deleteFrom('outbox').where('recipient', 'in', former).execute()
  const [subject, present] = [contactSubject(before), contactSubject(after)]
  if (subject !== present)
    await trx.updateTable('outbox').set({ subject: present }).where('subject', '=', subject).execute()
}

/** The details after a change, or the refusal. */
function changedDetails(
  person: Selectable<PersonTable>,
  request: UserChange,
): Details | { readonly refusal: AdminRefusal } {
  const email = request.newEmail === undefined ? person.email : cleanEmail(request.newEmail)
  if (!email) return wrongEmail(request.newEmail ?? '')
  const first = request.firstName === undefined ? person.first_name : cleanName(request.firstName)
  const last = request.lastName === undefined ? person.last_name : cleanName(request.lastName)
  if (first === null || last === null) return wrongName
  const phone = request.phone === undefined ? person.phone : cleanPhone(request.phone)
  if (request.phone !== undefined && phone === null) return wrongPhone
  const twoFactor = request.twoFactor ?? person.two_factor === 1
  if (twoFactor && phone === null) return wrongTwoFactor
  const deskHead = request.deskHead ?? person.desk_head === 1
  if (deskHead && person.role !== 'TRADER')
    return adminRefusal('INVALID', 'Only a TRADER can be a desk head of the institution.', 'deskHead')
  return {
    email,
    first_name: first,
    last_name: last,
    phone,
    two_factor: Number(twoFactor),
    language: request.language === undefined ? person.language : languageOf[request.language],
    desk_head: Number(deskHead),
  }
}
