import { cleanEmail, cleanPhone } from '@aitai/contract/routes/console/account-fields.ts'
import { cleanReason } from '@aitai/contract/routes/console/reason.ts'
import { domainOf } from '../../accounts/sign-on/provider-rows.ts'
import { grantsOf } from '../../accounts/staff-grants.ts'
import { decryptPhone } from '../../database/encryption/encrypted-columns.ts'
import {
  type AdminContext,
  adminRefusal,
  isDemonstration,
  missingReason,
  optionalReason,
} from '../admin-context.ts'
import { findBroker, findFirm } from '../brokers.ts'
import type { AdminCommandArgs } from '../command-arguments.ts'
import { findRequestedUser } from '../users/user-changes.ts'
import { checkNewUser, findUser, unknownUser } from '../users/users.ts'
import { type Examine, shownOf } from './guard.ts'

/**
 * What lets somebody else sign in as a user: of staff, who then could approve in that name, or of an institution or a
 * broker, whose IOIs or executions would be seen. Users of staff without a grant count: they may be given one.
 */

/**
 * A user of an institution or a broker whose address is in no domain of its people or of its sign-in provider: whoever
 * adds the user may read the mail with the password. In an own domain only its people can. Names that are typed in the
 * demonstration add whom they like: its accounts are everybody's anyway.
 */
export const examineNewUser: Examine<'user add'> = async (admin, args) => {
  if (args.role === 'STAFF' || (admin.userId === null && isDemonstration(admin))) return null
  const user = checkNewUser(args)
  if ('refusal' in user) return user
  if (optionalReason(args.reason) === null) return missingReason
  const { firm, broker } = args
  const owner = firm === undefined ? await findBroker(admin, broker ?? '') : await findFirm(admin, firm)
  // The command refuses it.
  if (!owner || (await findUser(admin, user.email))) return null
  if ((await domainsOf(admin, owner.id)).has(domainOf(user.email))) return null
  return { shown: shownOf({ firm, broker, user: user.email }) }
}

/** The domains of an institution or a broker: of the addresses of its people, and of its sign-in provider. */
async function domainsOf({ db }: AdminContext, ownerId: string): Promise<ReadonlySet<string>> {
  const people = await db
    .selectFrom('person')
    .select('email')
    .where(({ or, eb }) => or([eb('firm_id', '=', ownerId), eb('broker_id', '=', ownerId)]))
    .execute()
  const ofProvider = await db
    .selectFrom('sign_in_domain')
    .select('domain')
    .where('owner_id', '=', ownerId)
    .execute()
  return new Set([...people.map(({ email }) => domainOf(email)), ...ofProvider.map(({ domain }) => domain)])
}

/** A new temporary password. */
export const examineReset: Examine<'user reset'> = async (admin, args) => {
  const found = await findRequestedUser(admin, args)
  if ('refusal' in found) return found
  const { id, role, email, active } = found.person
  // The command refuses a disabled user.
  if (role !== 'STAFF' || active !== 1) return null
  return { subject: id, shown: shownOf({ user: email }) }
}

/** The removal of all second factors. */
export const examineAuthenticators: Examine<'user authenticators'> = async (admin, args) => {
  if (!args.remove) return null
  const person = await findUser(admin, args.email)
  if (!person) return unknownUser(args.email)
  if (!cleanReason(args.reason ?? '')) return missingReason
  return person.role === 'STAFF' ? { subject: person.id, shown: shownOf({ user: person.email }) } : null
}

/**
 * Another address, to which a password can be sent; for staff also another telephone number, or codes by SMS on or off;
 * for a trader to become a desk head, who sees the IOIs of all colleagues. That it ends protects, and waits for nobody.
 */
export const examineUserChange: Examine<'user change'> = async (admin, args) => {
  const found = await findRequestedUser(admin, args)
  if ('refusal' in found) return found
  const { person } = found
  const isOfStaff = person.role === 'STAFF'
  const { newEmail, phone, twoFactor } = args
  // The command refuses a desk head who is no trader.
  const becomesHead = args.deskHead === true && person.role === 'TRADER' && person.desk_head !== 1
  const address = newEmail === undefined || cleanEmail(newEmail) === person.email ? undefined : newEmail
  const ofStaff = {
    phone:
      phone === undefined || cleanPhone(phone) === (await decryptPhone(admin.db, person)) ? undefined : phone,
    twoFactor: twoFactor === undefined || twoFactor === (person.two_factor === 1) ? undefined : twoFactor,
  }
  const changes = shownOf({
    newEmail: address,
    ...(isOfStaff ? ofStaff : {}),
    deskHead: becomesHead || undefined,
  })
  if (changes.length === 0) return null
  const firm = becomesHead ? await firmNameOf(admin, person.firm_id ?? '') : undefined
  return { subject: person.id, shown: [...shownOf({ firm, user: person.email }), ...changes] }
}

/** Of whose IOIs a desk head sees, which the address does not say. */
const firmNameOf = async ({ db }: AdminContext, id: string): Promise<string | undefined> =>
  (await db.selectFrom('firm').select('name').where('id', '=', id).executeTakeFirst())?.name

/** A colleague who was disabled, and has grants. */
export const examineEnabling: Examine<'user enable'> = async (admin, args) => {
  const found = await findRequestedUser(admin, args)
  if ('refusal' in found) return found
  const { id, email, active } = found.person
  if (active === 1 || (await grantsOf(admin.db, id)).length === 0) return null
  return { subject: id, shown: shownOf({ user: email }) }
}

/**
 * Why a user cannot be added; null if there is nothing to say. Whoever has chosen the password could sign in as the
 * user: of staff, once the user is given a grant, or of an institution or a broker at once.
 */
export function chosenPasswordFault(
  admin: Pick<AdminContext, 'userId' | 'running'>,
  { role, password }: AdminCommandArgs<'user add'>,
  holders: readonly { readonly userId: string }[],
) {
  const isKnown = password !== undefined && (role === 'STAFF' || !isDemonstration(admin))
  if (!isKnown || !holders.some(({ userId }) => userId !== admin.userId)) return null
  return adminRefusal(
    'INVALID',
    'A user gets a temporary password by mail, which nobody else reads: give no password.',
    'password',
  )
}
