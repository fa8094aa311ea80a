import { markSessionsEnded } from '../accounts/session-rows.ts'
import { randomId } from '../random.ts'
import {
  type AdminContext,
  type AdminReply,
  adminRefusal,
  adminResult,
  cleanName,
  cleanReason,
  countReferenceChange,
  isSameName,
  missingReason,
  optionalReason,
  recordAdminEvent,
} from './admin-context.ts'
import { findFirm } from './brokers.ts'
import { serverElsewhere } from './journal/journal-commands.ts'
import { deletePendingLogins, signOut } from './users/user-sign-out.ts'

export interface NewFirm {
  readonly name: string
  /** Institutions of one group never meet (rules 3, E2). */
  readonly affiliateGroup?: string
  /** Why, for the audit trail. */
  readonly reason?: string
}

/** Adds an institution. Refuses a name that is there already. */
export async function addFirm(office: AdminContext, asked: NewFirm): Promise<AdminReply> {
  const name = cleanName(asked.name)
  if (!name) return adminRefusal('INVALID', 'An institution needs a name of up to 100 characters.')
  const affiliateGroup = asked.affiliateGroup === undefined ? null : cleanName(asked.affiliateGroup)
  if (asked.affiliateGroup !== undefined && !affiliateGroup)
    return adminRefusal('INVALID', 'An affiliate group needs a name of up to 100 characters.')
  const reason = optionalReason(asked.reason)
  if (reason === null) return missingReason
  const firmId = randomId()
  const added = await office.db.transaction().execute(async (trx) => {
    const firms = await trx.selectFrom('firm').select('name').execute()
    if (firms.some((firm) => isSameName(firm.name, name))) return false
    await trx
      .insertInto('firm')
      .values({ id: firmId, name, affiliate_group: affiliateGroup, active: 1 })
      .execute()
    const details = { name, affiliateGroup }
    await recordAdminEvent(trx, office, { action: 'firmAdded', subject: firmId, reason, details })
    await countReferenceChange(trx)
    return true
  })
  if (!added) return adminRefusal('FIRM_EXISTS', `There is an institution named ${name} already.`)
  await office.referenceChanged()
  return adminResult({ firmId, name, affiliateGroup })
}

/** The institutions by name, with their brokers. Totals of people only. */
export async function listFirms({ db }: AdminContext): Promise<AdminReply> {
  const firms = await db.selectFrom('firm').selectAll().orderBy('name').execute()
  const enabled = await db
    .selectFrom('firm_broker')
    .innerJoin('broker', 'broker.id', 'firm_broker.broker_id')
    .select(['firm_id', 'short_name'])
    .orderBy('short_name')
    .execute()
  const people = await db.selectFrom('person').select('firm_id').where('active', '=', 1).execute()
  return adminResult(
    firms.map(({ id, name, affiliate_group, active }) => ({
      name,
      affiliateGroup: affiliate_group,
      active: active === 1,
      brokers: enabled.filter(({ firm_id }) => firm_id === id).map(({ short_name }) => short_name),
      users: people.filter(({ firm_id }) => firm_id === id).length,
    })),
  )
}

export interface FirmRequest {
  /** The institution, by its name. */
  readonly firm: string
  readonly reason: string
}

/**
 * Shuts an institution out at once: its people cannot sign in, what they sent is paused, and it may use no
 * broker, so that an open locate of it comes to nothing. Asked again, it ends what may have been left open.
 */
export async function disableFirm(office: AdminContext, asked: FirmRequest): Promise<AdminReply> {
  if (office.running === 'elsewhere') return { refusal: serverElsewhere }
  const answer = await setActive(office, asked, false)
  if ('refusal' in answer) return answer
  const { firm, changed } = answer
  // The brokers first: whoever is being signed out must not be handed to one meanwhile.
  await office.referenceChanged()
  const people = await office.db
    .selectFrom('person')
    .select(['id', 'role'])
    .where('firm_id', '=', firm.id)
    .execute()
  const left = await signOut(office, people)
  if ('refusal' in left) return left
  return adminResult({ firm: firm.name, active: false, changed, sessionsEnded: left.ended })
}

/** Lets an institution in again, with the brokers it had. */
export async function enableFirm(office: AdminContext, asked: FirmRequest): Promise<AdminReply> {
  const answer = await setActive(office, asked, true)
  if ('refusal' in answer) return answer
  await office.referenceChanged()
  return adminResult({ firm: answer.firm.name, active: true, changed: answer.changed })
}

/** Sets whether an institution takes part, if it was not so already, and closes the doors of its people. */
async function setActive(office: AdminContext, asked: FirmRequest, active: boolean) {
  const reason = cleanReason(asked.reason)
  if (!reason) return missingReason
  const firm = await findFirm(office, asked.firm)
  if (!firm) return adminRefusal('FIRM_UNKNOWN', `There is no institution named ${asked.firm}.`)
  const changed = await office.db.transaction().execute(async (trx) => {
    const people = await trx.selectFrom('person').select('id').where('firm_id', '=', firm.id).execute()
    const userIds = people.map(({ id }) => id)
    await deletePendingLogins(trx, userIds)
    const { numUpdatedRows } = await trx
      .updateTable('firm')
      .set({ active: Number(active) })
      .where('id', '=', firm.id)
      .where('active', '=', Number(!active))
      .executeTakeFirst()
    if (numUpdatedRows === 0n) return false
    // A log-in that was under way while the institution was disabled must not come to life now.
    if (active) for (const id of userIds) await markSessionsEnded(trx, id, null, 'LOGGED_OUT', office.now())
    const action = active ? 'firmEnabled' : 'firmDisabled'
    await recordAdminEvent(trx, office, { action, subject: firm.id, reason })
    await countReferenceChange(trx)
    return true
  })
  return { firm, changed }
}
