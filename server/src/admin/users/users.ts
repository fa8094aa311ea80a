import { type ProviderUse, passwordLength, type StaffGrant } from '@aitai/contract/codes.ts'
import { cleanEmail, cleanPhone, normalizeEmail } from '@aitai/contract/routes/console/account-fields.ts'
import { isoTime } from '@aitai/engine/calendar/iso-times.ts'
import type { Language } from '@aitai/messages/texts.ts'
import type { Insertable } from 'kysely'
import { createTemporaryPassword, temporaryPasswordMs } from '../../accounts/password-hashing.ts'
import { checkPasswordPolicy } from '../../accounts/password-policy.ts'
import { firstPasskeyMs } from '../../accounts/second-factor/required-factor.ts'
import { maxWrongCodes } from '../../accounts/second-factor/two-factor.ts'
import { staffOwner } from '../../accounts/sign-on/provider-rows.ts'
import { isProviderAlone, providerUseOf } from '../../accounts/sign-on/provider-use.ts'
import { readGrants } from '../../accounts/staff-grants.ts'
import { newToken } from '../../accounts/tokens.ts'
import { unlessTaken } from '../../database/database-errors.ts'
import { decryptPhone, encryptPhone } from '../../database/encryption/encrypted-columns.ts'
import type { PersonTable } from '../../database/schema.ts'
import { type MailRecipient, mailToOwner } from '../../messages/account-mails.ts'
import { enqueueMessage, type OutboxMessage } from '../../messages/outbox.ts'
import { randomId } from '../../random.ts'
import {
  type AdminContext,
  type AdminRefusal,
  type AdminReply,
  adminRefusal,
  adminResult,
  cleanName,
  countReferenceChange,
  missingReason,
  optionalReason,
  recordAdminEvent,
} from '../admin-context.ts'
import { findBroker, findFirm, unknownBroker, unknownFirm } from '../brokers.ts'
import { requireAddress, unlessDomainTaken } from './address-domain.ts'
import { type Affiliation, affiliationFault } from './affiliation.ts'
import { mailNewMember } from './new-member-mail.ts'

export interface NewUser extends Affiliation {
  readonly email: string
  readonly firstName: string
  readonly lastName: string
  readonly phone?: string
  readonly twoFactor?: boolean
  readonly language?: 'en' | 'ja'
  /** The user's own password. If omitted, a temporary one is mailed. */
  readonly password?: string
  /** Why, for the audit trail. */
  readonly reason?: string
}

/** Maps the languages of the command line to those of the message catalogue. */
export const languageOf = { en: 'En', ja: 'Jp' } as const satisfies Record<string, Language>

interface CheckedUser {
  readonly email: string
  readonly firstName: string
  readonly lastName: string
  readonly phone: string | null
}

export const wrongEmail = (given: string) =>
  adminRefusal('INVALID', `${given} is not an e-mail address.`, 'email')
export const wrongName = adminRefusal(
  'INVALID',
  'A user needs a first and a last name of up to 100 characters.',
  'name',
)
export const wrongPhone = adminRefusal(
  'INVALID',
  'A phone number starts with + and the country, such as +81 90 1234 5678.',
  'phone',
)
export const wrongTwoFactor = adminRefusal(
  'INVALID',
  'Two-factor sign-in needs a phone number for the code.',
  'twoFactor',
)

/** The user with this e-mail address or, as exports show users, with this id. */
export const findUser = ({ db }: Pick<AdminContext, 'db'>, named: string) =>
  db
    .selectFrom('person')
    .selectAll()
    .where(({ or, eb }) => or([eb('email', '=', normalizeEmail(named)), eb('id', '=', named)]))
    .executeTakeFirst()

export const managedByProvider = (email: string) =>
  adminRefusal('MANAGED_BY_PROVIDER', `${email} signs in with a provider alone, and has no password here.`)

export const unknownUser = (named: string) => adminRefusal('USER_UNKNOWN', `There is no user ${named}.`)

/** Validates and normalizes a new user, or returns the refusal. */
export function checkNewUser(request: NewUser): CheckedUser | { readonly refusal: AdminRefusal } {
  const email = cleanEmail(request.email)
  if (!email) return wrongEmail(request.email)
  const [firstName, lastName] = [cleanName(request.firstName), cleanName(request.lastName)]
  if (!firstName || !lastName) return wrongName
  const phone = request.phone === undefined ? null : cleanPhone(request.phone)
  if (request.phone !== undefined && phone === null) return wrongPhone
  if (request.twoFactor && phone === null) return wrongTwoFactor
  const fault = affiliationFault(request)
  return fault === null ? { email, firstName, lastName, phone } : adminRefusal('INVALID', fault, 'role')
}

const passwordFaults = {
  PASSWORD_LENGTH: `The password must have ${passwordLength.min} to ${passwordLength.max} characters.`,
  PASSWORD_GUESSABLE: 'The password is mostly a name, an address, a firm or a stock code.',
  PASSWORD_COMMON: 'The password is on lists of passwords that are tried first.',
} as const

/**
 * Adds a user, and informs the desk heads of the institution. Refuses a known e-mail, an unknown institution or broker,
 * and a poor password.
 */
export async function addUser(admin: AdminContext, request: NewUser): Promise<AdminReply> {
  const user = checkNewUser(request)
  if ('refusal' in user) return user
  const reason = optionalReason(request.reason)
  if (reason === null) return missingReason
  const firm = request.firm === undefined ? null : await findFirm(admin, request.firm)
  if (firm === undefined) return unknownFirm(request.firm)
  const broker = request.broker === undefined ? null : await findBroker(admin, request.broker)
  if (broker === undefined) return unknownBroker(request.broker ?? '')
  const names = [user.firstName, user.lastName, request.firm ?? '', request.broker ?? '']
  const own = request.password
  const fault = own === undefined ? null : checkPasswordPolicy(own, { email: user.email, names })
  if (fault) return adminRefusal(fault, passwordFaults[fault])

  // With a provider as the only way to sign in there is no password: what is stored nobody knows.
  const isManaged = await isProviderAlone(admin.db, firm?.id ?? broker?.id ?? staffOwner)
  if (isManaged && own !== undefined) return managedByProvider(user.email)
  const temporary = isManaged || own !== undefined ? null : createTemporaryPassword()
  const at = admin.now()
  const id = randomId()
  const row = {
    id,
    email: user.email,
    first_name: user.firstName,
    last_name: user.lastName,
    role: request.role,
    firm_id: firm?.id ?? null,
    broker_id: broker?.id ?? null,
    phone: await encryptPhone(admin.db, id, user.phone),
    language: languageOf[request.language ?? 'en'],
    two_factor: Number(request.twoFactor ?? false),
    password_hash: await admin.passwords.hash(own ?? temporary ?? newToken('session')),
    temporary_until: temporary === null ? null : at + temporaryPasswordMs,
    // Whoever gets a password from the operator has as long for the first passkey.
    passkey_add_until: own === undefined ? null : at + firstPasskeyMs,
    first_login: Number(temporary !== null),
    active: 1,
  }
  const mail = isManaged
    ? await providerWelcomeMail(row, admin)
    : temporary === null
      ? null
      : await temporaryPasswordMail('welcome', row, temporary, admin)
  const added = await unlessDomainTaken(insertUser(admin, row, mail, reason))
  if (typeof added === 'object') return added
  if (!added) return adminRefusal('USER_EXISTS', `There is a user with the e-mail ${user.email} already.`)
  await admin.referenceChanged()
  return adminResult(await printedUser(admin, row.id))
}

/** Returns false, without writing, if a user with this e-mail address exists. */
const insertUser = (...added: Parameters<typeof writeUser>): Promise<boolean> =>
  unlessTaken(writeUser(...added), false)

function writeUser(
  admin: AdminContext,
  row: Insertable<PersonTable>,
  mail: OutboxMessage | null,
  reason: string,
): Promise<boolean> {
  const { id, email, role, firm_id: firmId, broker_id: brokerId } = row
  return admin.db.transaction().execute(async (trx) => {
    const there = await trx.selectFrom('person').select('id').where('email', '=', email).executeTakeFirst()
    if (there) return false
    await trx.insertInto('person').values(row).execute()
    if (mail) await enqueueMessage(trx, mail, admin.now())
    await mailNewMember(trx, admin, row)
    const details = { role, firmId, brokerId }
    await recordAdminEvent(trx, admin, { action: 'userAdded', subject: id, reason, details })
    await requireAddress(trx, { firm_id: firmId ?? null, broker_id: brokerId ?? null, email })
    await countReferenceChange(trx)
    return true
  })
}

/** The mail with a temporary password, for a new user or after a reset, in the user's language. */
export async function temporaryPasswordMail(
  reason: 'welcome' | 'reset',
  to: MailRecipient,
  password: string,
  { publicUrl: url, productName }: Pick<AdminContext, 'publicUrl' | 'productName'>,
): Promise<OutboxMessage> {
  const key = reason === 'welcome' ? 'mail.welcome' : 'mail.temporary'
  const texts = { subject: `${key}.subject`, body: `${key}.body` } as const
  const hours = temporaryPasswordMs / 3_600_000
  return mailToOwner(to, await productName(), texts, () => ({ email: to.email, password, url, hours }))
}

/** The mail to a new user who signs in with a provider alone. */
export async function providerWelcomeMail(
  to: MailRecipient,
  { publicUrl: url, productName }: Pick<AdminContext, 'publicUrl' | 'productName'>,
): Promise<OutboxMessage> {
  const texts = { subject: 'mail.welcome.subject', body: 'mail.welcomeProvider.body' } as const
  return mailToOwner(to, await productName(), texts, () => ({ email: to.email, url }))
}

/** A user as commands print one, without secrets. */
export interface PrintedUser {
  /** What the audit trail and the journal call the user. */
  readonly userId: string
  readonly email: string
  readonly firstName: string
  readonly lastName: string
  readonly role: string
  readonly firm: string | null
  /** The short name. */
  readonly broker: string | null
  readonly phone: string | null
  readonly language: 'en' | 'ja'
  readonly twoFactor: boolean
  /** Whether the user has yet to set an own password. */
  readonly firstLogin: boolean
  readonly deskHead: boolean
  /** What a user of staff may do; empty for everybody else. */
  readonly grants: readonly StaffGrant[]
  readonly active: boolean
  /** Whether too many wrong codes have locked the account until an operator unlocks it. */
  readonly locked: boolean
  /** Until when a temporary password is valid; null once the user has an own one. */
  readonly temporaryUntil: string | null
  /** Whether a session is open. */
  readonly signedIn: boolean
}

/** The same with what is looked up for one user at a time. */
export interface ShownUser extends PrintedUser {
  /** Whether the user signs in with a provider alone, or beside other ways; null for a user who does not. */
  readonly provider: ProviderUse | null
  /** The last sign-in with a password, a passkey or a credential; null if there was none. */
  readonly lastSignIn: string | null
}

/** All users by e-mail address. */
export const listUsers = async (admin: AdminContext): Promise<AdminReply> =>
  adminResult(await readUsers(admin))

export async function showUser(admin: AdminContext, { email }: { email: string }): Promise<AdminReply> {
  const user = await findUser(admin, email)
  if (!user) return unknownUser(email)
  const printed = await printedUser(admin, user.id)
  const last = await admin.db
    .selectFrom('audit')
    .select('at')
    .where('subject', '=', user.id)
    .where('action', '=', 'loginSucceeded')
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst()
  const provider = await providerUseOf(admin.db, user.id)
  return adminResult({ ...printed, provider, lastSignIn: isoTime(last?.at ?? null) })
}

/** The user with this id. */
export const printedUser = async (admin: AdminContext, id: string): Promise<PrintedUser | undefined> =>
  (await readUsers(admin, id))[0]

/** All users, or the one with this id. */
async function readUsers({ db }: AdminContext, id?: string): Promise<PrintedUser[]> {
  const people = await db
    .selectFrom('person')
    .leftJoin('firm', 'firm.id', 'person.firm_id')
    .leftJoin('broker', 'broker.id', 'person.broker_id')
    .selectAll('person')
    .select(['firm.name as firm', 'broker.short_name as broker'])
    .$if(id !== undefined, (rows) => rows.where('person.id', '=', id ?? ''))
    .orderBy('email')
    .execute()
  const grants = await readGrants(db)
  const sessions = await db.selectFrom('session').select('user_id').where('ended', 'is', null).execute()
  const signedIn = new Set(sessions.map(({ user_id }) => user_id))
  const phones = new Map<string, string | null>()
  for (const person of people) phones.set(person.id, await decryptPhone(db, person))
  return people.map((person) => ({
    userId: person.id,
    email: person.email,
    firstName: person.first_name,
    lastName: person.last_name,
    role: person.role,
    firm: person.firm,
    broker: person.broker,
    phone: phones.get(person.id) ?? null,
    language: person.language === languageOf.ja ? 'ja' : 'en',
    twoFactor: person.two_factor === 1,
    firstLogin: person.first_login === 1,
    deskHead: person.desk_head === 1,
    grants: grants.get(person.id) ?? [],
    active: person.active === 1,
    locked: person.wrong_codes >= maxWrongCodes,
    temporaryUntil: isoTime(person.temporary_until),
    signedIn: signedIn.has(person.id),
  }))
}
