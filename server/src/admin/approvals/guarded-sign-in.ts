import type { RequiredFactor, ShownArgument } from '@aitai/contract/codes.ts'
import { cleanReason } from '@aitai/contract/routes/console/reason.ts'
import { requiredFactorIn } from '../../accounts/second-factor/required-factor.ts'
import { staffOwner } from '../../accounts/sign-on/provider-rows.ts'
import { type AdminContext, missingReason } from '../admin-context.ts'
import { findBroker, unknownBroker } from '../brokers.ts'
import { findOwner, type OwnerRequest, type ProviderOwner } from '../users/sign-on.ts'
import { readStaffFactor } from '../users/staff-sign-in.ts'
import { type Examine, shownOf } from './guard.ts'

/** What makes it easier to sign in as somebody else. Whatever makes it harder protects, and waits for nobody. */

/** Whether passkeys are no longer required. */
export const isWeakened = (now: RequiredFactor, then: RequiredFactor | undefined): boolean =>
  now === 'passkey' && then === 'any'

/** A weakened requirement, before and after. */
export const factorShown: readonly ShownArgument[] = shownOf({
  requiredFactorNow: 'passkey',
  requiredFactor: 'any',
})

export const examineBrokerChange: Examine<'broker change'> = async (
  admin,
  { shortName, requiredFactor, reason },
) => {
  const broker = await findBroker(admin, shortName)
  if (!broker) return unknownBroker(shortName)
  if (!cleanReason(reason)) return missingReason
  if (!isWeakened(requiredFactorIn(broker.required_factor), requiredFactor)) return null
  return { subject: broker.id, shown: [...shownOf({ broker: broker.short_name }), ...factorShown] }
}

export const examineStaffChange: Examine<'staff change'> = async (admin, { requiredFactor, reason }) => {
  if (!cleanReason(reason)) return missingReason
  return isWeakened(await readStaffFactor(admin.db), requiredFactor) ? { shown: factorShown } : null
}

/**
 * A provider that may sign people in who could not before, or ways beside it. Not its new secret alone. Its requester
 * alone has the secret, which is not stored until then.
 */
export const examineProvider: Examine<'sign-on set'> = async (
  admin,
  { clientSecret: _, reason, ...rest },
) => {
  const owner = await findOwner(admin, rest)
  if ('refusal' in owner) return owner
  if (!cleanReason(reason)) return missingReason
  const { issuer, clientId, othersAllowed = false, addressesTrusted = false } = rest
  const domains = rest.domains.map((domain) => domain.trim().toLowerCase())
  const now = await providerNow(admin, owner.id)
  const isSame = now !== null && now.issuer === issuer && now.clientId === clientId
  const isLooser =
    (othersAllowed && !now?.othersAllowed) ||
    (addressesTrusted && !now?.addressesTrusted) ||
    domains.some((domain) => !now?.domains.includes(domain))
  if (isSame && !isLooser) return null
  const values = { issuer, clientId, domains: domains.join(', '), othersAllowed, addressesTrusted }
  return {
    ...subjectOf(owner),
    shown: shownOf({ ...shownOwner(rest, owner), ...values }),
    matched: { owner: owner.id, ...values },
    stored: { ...rest, reason, clientSecret: '' },
  }
}

/** The end of a provider beside which there was no other way. */
export const examineProviderRemoval: Examine<'sign-on remove'> = async (admin, { reason, ...of }) => {
  const owner = await findOwner(admin, of)
  if ('refusal' in owner) return owner
  if (!cleanReason(reason)) return missingReason
  const now = await providerNow(admin, owner.id)
  if (now === null || now.othersAllowed) return null
  return { ...subjectOf(owner), shown: shownOf({ ...shownOwner(of, owner), issuer: now.issuer }) }
}

/** The affected object in the audit trail; none for staff. */
const subjectOf = ({ id }: ProviderOwner) => (id === staffOwner ? {} : { subject: id })

const shownOwner = ({ firm, broker }: OwnerRequest, { name }: ProviderOwner) => ({
  ...(firm === undefined ? {} : { firm: name }),
  ...(broker === undefined ? {} : { broker: name }),
})

async function providerNow({ db }: AdminContext, ownerId: string) {
  const row = await db
    .selectFrom('sign_in_provider')
    .select(['issuer', 'client_id', 'others_allowed', 'addresses_trusted'])
    .where('owner_id', '=', ownerId)
    .executeTakeFirst()
  if (!row) return null
  const domains = await db
    .selectFrom('sign_in_domain')
    .select('domain')
    .where('owner_id', '=', ownerId)
    .execute()
  return {
    issuer: row.issuer,
    clientId: row.client_id,
    othersAllowed: row.others_allowed === 1,
    addressesTrusted: row.addresses_trusted === 1,
    domains: domains.map(({ domain }) => domain),
  }
}
