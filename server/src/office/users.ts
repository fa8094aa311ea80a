import type { Role } from '@aitai/contract/words.ts'
import { type Language, textIn } from '@aitai/messages/texts.ts'
import {
  checkPasswordPolicy,
  hashPassword,
  passwordLength,
  temporaryPassword,
  temporaryPasswordMs,
} from '../auth/password.ts'
import { freshId } from '../fresh.ts'
import { type Letter, post } from '../mail/outbox.ts'
import { findBroker, findFirm } from './brokers.ts'
import { cleanName, countReferenceChange, done, type Office, type OfficeAnswer, refused } from './office.ts'

export interface NewUser {
  readonly email: string
  readonly firstName: string
  readonly lastName: string
  readonly role: Role
  /** The institution of a trader, by its name. */
  readonly firm?: string
  /** The broker of a broker's user, by its short name. */
  readonly broker?: string
  readonly phone?: string
  readonly twoFactor?: boolean
  readonly language?: 'en' | 'ja'
  /** The user's own password: the account is ready. Without, a temporary one goes to the outbox. */
  readonly password?: string
}

/** How people name a language, and how the texts do. */
const languageOf = { en: 'En', ja: 'Jp' } as const satisfies Record<string, Language>

const emailForm = /^[^\s@"<>(),;:\\[\]]{1,64}@[\p{L}\p{N}-]+(\.[\p{L}\p{N}-]+)+$/u
const phoneForm = /^\+[1-9]\d{6,14}$/

/** Where a role belongs: in words why this is wrong, or null. */
export function placeFault({ role, firm, broker }: Pick<NewUser, 'role' | 'firm' | 'broker'>): string | null {
  if (role === 'TRADER' && (firm === undefined || broker !== undefined))
    return 'A TRADER belongs to an institution: give --firm and no --broker.'
  if (role === 'BROKER' && (broker === undefined || firm !== undefined))
    return 'A BROKER belongs to a broker: give --broker and no --firm.'
  if (role === 'STAFF' && (firm !== undefined || broker !== undefined))
    return 'STAFF belong to the platform: give neither --firm nor --broker.'
  return null
}

interface Checked {
  readonly email: string
  readonly firstName: string
  readonly lastName: string
  readonly phone: string | null
}

/** What a user is stored as, or in words what is wrong with it. */
function checked(asked: NewUser): Checked | string {
  const email = asked.email.normalize('NFKC').trim().toLowerCase()
  if (email.length > 254 || !emailForm.test(email)) return `${asked.email} is not an e-mail address.`
  const [firstName, lastName] = [cleanName(asked.firstName), cleanName(asked.lastName)]
  if (!firstName || !lastName) return 'A user needs a first and a last name of up to 100 characters.'
  const phone = asked.phone === undefined ? null : asked.phone.normalize('NFKC').replace(/[\s().-]/g, '')
  if (phone !== null && !phoneForm.test(phone))
    return 'A phone number starts with + and the country, such as +81 90 1234 5678.'
  if (asked.twoFactor && phone === null) return 'Two-factor sign-in needs a phone number for the code.'
  return placeFault(asked) ?? { email, firstName, lastName, phone }
}

const passwordFaults = {
  PASSWORD_LENGTH: `The password must have ${passwordLength.min} to ${passwordLength.max} characters.`,
  PASSWORD_GUESSABLE: 'The password is too easy to guess.',
} as const

/** Adds a user. Refuses a known e-mail, an unknown institution or broker, and a poor password. */
export async function addUser(office: Office, asked: NewUser): Promise<OfficeAnswer> {
  const user = checked(asked)
  if (typeof user === 'string') return refused('INVALID', user)
  const firm = asked.firm === undefined ? null : await findFirm(office, asked.firm)
  if (firm === undefined) return refused('FIRM_UNKNOWN', `There is no institution named ${asked.firm}.`)
  const broker = asked.broker === undefined ? null : await findBroker(office, asked.broker)
  if (broker === undefined)
    return refused('BROKER_UNKNOWN', `There is no broker with the short name ${asked.broker}.`)
  const fault = asked.password === undefined ? null : checkPasswordPolicy(asked.password, user.email)
  if (fault) return refused(fault, passwordFaults[fault])

  const password = asked.password ?? temporaryPassword()
  const isTemporary = asked.password === undefined
  const language = languageOf[asked.language ?? 'en']
  const at = office.now()
  const row = {
    id: freshId(),
    email: user.email,
    first_name: user.firstName,
    last_name: user.lastName,
    role: asked.role,
    firm_id: firm?.id ?? null,
    broker_id: broker?.id ?? null,
    phone: user.phone,
    language,
    two_factor: Number(asked.twoFactor ?? false),
    password_hash: await hashPassword(password),
    temporary_until: isTemporary ? at + temporaryPasswordMs : null,
    first_login: Number(isTemporary),
    active: 1,
  }
  const added = await office.db.transaction().execute(async (trx) => {
    const there = await trx
      .selectFrom('person')
      .select('id')
      .where('email', '=', user.email)
      .executeTakeFirst()
    if (there) return false
    await trx.insertInto('person').values(row).execute()
    if (isTemporary) await post(trx, welcome(user, language, password, office.publicUrl), at)
    await countReferenceChange(trx)
    return true
  })
  if (!added) return refused('USER_EXISTS', `There is a user with the e-mail ${user.email} already.`)
  await office.referenceChanged()
  return done({ userId: row.id, ...(await listed(office)).find(({ email }) => email === user.email) })
}

/** The mail with a temporary password, in the user's language. */
function welcome(user: Checked, language: Language, password: string, url: string): Letter {
  const { email, firstName, lastName } = user
  const hours = temporaryPasswordMs / 3_600_000
  const values = { firstName, lastName, email, password, url, hours }
  return {
    kind: 'mail',
    recipient: email,
    subject: textIn(language, 'mail.welcome.subject'),
    body: textIn(language, 'mail.welcome.body', values),
  }
}

/** The users by e-mail, without anything secret. */
export const listUsers = async (office: Office): Promise<OfficeAnswer> => done(await listed(office))

async function listed({ db }: Office) {
  const people = await db
    .selectFrom('person')
    .leftJoin('firm', 'firm.id', 'person.firm_id')
    .leftJoin('broker', 'broker.id', 'person.broker_id')
    .selectAll('person')
    .select(['firm.name as firm', 'broker.short_name as broker'])
    .orderBy('email')
    .execute()
  return people.map((person) => ({
    email: person.email,
    firstName: person.first_name,
    lastName: person.last_name,
    role: person.role,
    firm: person.firm,
    broker: person.broker,
    phone: person.phone,
    language: person.language === languageOf.ja ? 'ja' : 'en',
    twoFactor: person.two_factor === 1,
    firstLogin: person.first_login === 1,
    active: person.active === 1,
  }))
}
