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

export interface NewBroker {
  readonly name: string
  readonly shortName: string
  /** How its dealing desk is reached, as traders are told after a match. Else its name. */
  readonly contact?: string
  /** May stand between a cash and a swap side (rules 5). */
  readonly swapEnabled?: boolean
  /** Why, for the audit trail. */
  readonly reason?: string
}

/** Also stands between semicolons in a file of adverts (rules 18), so it holds none of a list's signs. */
const shortNameForm = /^[\p{L}\p{N}][\p{L}\p{N}.&-]{0,11}$/u

/** Adds an executing broker. Refuses a name or short name that is there already. */
export async function addBroker(office: AdminContext, asked: NewBroker): Promise<AdminReply> {
  const name = cleanName(asked.name)
  const shortName = asked.shortName.normalize('NFKC').trim()
  if (!name) return adminRefusal('INVALID', 'A broker needs a name of up to 100 characters.')
  if (!shortNameForm.test(shortName))
    return adminRefusal('INVALID', 'A short name is up to 12 letters and digits, without spaces.')
  const contact = asked.contact === undefined ? name : cleanName(asked.contact)
  if (!contact) return adminRefusal('INVALID', 'A contact is one line of up to 100 characters.')
  const reason = optionalReason(asked.reason)
  if (reason === null) return missingReason
  const brokerId = randomId()
  const swapEnabled = asked.swapEnabled ?? false
  const taken = await office.db.transaction().execute(async (trx) => {
    const brokers = await trx.selectFrom('broker').select(['name', 'short_name']).execute()
    if (brokers.some((broker) => isSameName(broker.name, name))) return `named ${name}`
    if (brokers.some((broker) => isSameName(broker.short_name, shortName)))
      return `with the short name ${shortName}`
    await trx
      .insertInto('broker')
      .values({
        id: brokerId,
        name,
        short_name: shortName,
        contact,
        swap_enabled: Number(swapEnabled),
        active: 1,
      })
      .execute()
    const details = { name, shortName, swapEnabled }
    await recordAdminEvent(trx, office, { action: 'brokerAdded', subject: brokerId, reason, details })
    await countReferenceChange(trx)
    return null
  })
  if (taken) return adminRefusal('BROKER_EXISTS', `There is a broker ${taken} already.`)
  await office.referenceChanged()
  return adminResult({ brokerId, name, shortName, contact, swapEnabled })
}

export interface BrokerAssignment {
  /** The institution, by its name. */
  readonly firm: string
  /** The broker, by its short name. */
  readonly shortName: string
  /** Why, for the audit trail. */
  readonly reason?: string
}

/** Enables a broker for an institution. Done before, it changes nothing and says so. */
export const assignBroker = (office: AdminContext, asked: BrokerAssignment): Promise<AdminReply> =>
  assigned(office, asked, true)

/**
 * Takes a broker from an institution: its adverts that name no other broker meet nobody any more. Done
 * before, it changes nothing and says so.
 */
export const unassignBroker = (office: AdminContext, asked: BrokerAssignment): Promise<AdminReply> =>
  assigned(office, asked, false)

async function assigned(office: AdminContext, asked: BrokerAssignment, wanted: boolean): Promise<AdminReply> {
  const reason = optionalReason(asked.reason)
  if (reason === null) return missingReason
  const firm = await findFirm(office, asked.firm)
  if (!firm) return adminRefusal('FIRM_UNKNOWN', `There is no institution named ${asked.firm}.`)
  const broker = await findBroker(office, asked.shortName)
  if (!broker) return unknownBroker(asked.shortName)
  const row = { firm_id: firm.id, broker_id: broker.id }
  const changed = await office.db.transaction().execute(async (trx) => {
    const there = await trx
      .selectFrom('firm_broker')
      .select('broker_id')
      .where('firm_id', '=', firm.id)
      .where('broker_id', '=', broker.id)
      .executeTakeFirst()
    if ((there !== undefined) === wanted) return false
    if (wanted) await trx.insertInto('firm_broker').values(row).execute()
    else
      await trx
        .deleteFrom('firm_broker')
        .where('firm_id', '=', firm.id)
        .where('broker_id', '=', broker.id)
        .execute()
    const action = wanted ? 'brokerAssigned' : 'brokerUnassigned'
    const details = { firmId: firm.id }
    await recordAdminEvent(trx, office, { action, subject: broker.id, reason, details })
    await countReferenceChange(trx)
    return true
  })
  if (changed) await office.referenceChanged()
  return adminResult({ firm: firm.name, shortName: broker.short_name, changed })
}

const unknownBroker = (shortName: string) =>
  adminRefusal('BROKER_UNKNOWN', `There is no broker with the short name ${shortName}.`)

export interface BrokerRequest {
  /** The broker, by its short name. */
  readonly shortName: string
  readonly reason: string
}

export const disableBroker = (office: AdminContext, asked: BrokerRequest): Promise<AdminReply> =>
  setActive(office, asked, false)

export const enableBroker = (office: AdminContext, asked: BrokerRequest): Promise<AdminReply> =>
  setActive(office, asked, true)

/**
 * Sets whether adverts may meet over a broker (rules 3, E8). Its people can still sign in: agreements of the
 * day wait for their confirmation.
 */
async function setActive(office: AdminContext, asked: BrokerRequest, active: boolean): Promise<AdminReply> {
  const reason = cleanReason(asked.reason)
  if (!reason) return missingReason
  const broker = await findBroker(office, asked.shortName)
  if (!broker) return unknownBroker(asked.shortName)
  const changed = await office.db.transaction().execute(async (trx) => {
    const { numUpdatedRows } = await trx
      .updateTable('broker')
      .set({ active: Number(active) })
      .where('id', '=', broker.id)
      .where('active', '=', Number(!active))
      .executeTakeFirst()
    if (numUpdatedRows === 0n) return false
    const action = active ? 'brokerEnabled' : 'brokerDisabled'
    await recordAdminEvent(trx, office, { action, subject: broker.id, reason })
    await countReferenceChange(trx)
    return true
  })
  await office.referenceChanged()
  return adminResult({ shortName: broker.short_name, active, changed })
}

/** The brokers by name, with the institutions they are enabled for. Which adverts name them is not shown. */
export async function listBrokers({ db }: AdminContext): Promise<AdminReply> {
  const brokers = await db.selectFrom('broker').selectAll().orderBy('name').execute()
  const enabled = await db
    .selectFrom('firm_broker')
    .innerJoin('firm', 'firm.id', 'firm_broker.firm_id')
    .select(['broker_id', 'firm.name as firm'])
    .orderBy('firm.name')
    .execute()
  const people = await db.selectFrom('person').select('broker_id').where('active', '=', 1).execute()
  return adminResult(
    brokers.map(({ id, name, short_name, contact, swap_enabled, active }) => ({
      name,
      shortName: short_name,
      contact,
      swapEnabled: swap_enabled === 1,
      active: active === 1,
      firms: enabled.filter(({ broker_id }) => broker_id === id).map(({ firm }) => firm),
      users: people.filter(({ broker_id }) => broker_id === id).length,
    })),
  )
}

export async function findFirm({ db }: AdminContext, name: string) {
  const firms = await db.selectFrom('firm').select(['id', 'name']).execute()
  return firms.find((firm) => isSameName(firm.name, name))
}

export async function findBroker({ db }: AdminContext, shortName: string) {
  const brokers = await db.selectFrom('broker').select(['id', 'name', 'short_name']).execute()
  return brokers.find((broker) => isSameName(broker.short_name, shortName))
}
