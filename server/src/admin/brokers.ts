import type { RequiredFactor } from '@aitai/contract/codes.ts'
import { cleanShortName } from '@aitai/contract/routes/console/account-fields.ts'
import { cleanReason } from '@aitai/contract/routes/console/reason.ts'
import type { Transaction } from 'kysely'
import { requiredFactorIn } from '../accounts/second-factor/required-factor.ts'
import { unlessTaken } from '../database/database-errors.ts'
import type { Database } from '../database/schema.ts'
import { randomId } from '../random.ts'
import {
  type AdminContext,
  type AdminReply,
  adminRefusal,
  adminResult,
  cleanName,
  countReferenceChange,
  foldedName,
  isSameName,
  missingReason,
  optionalReason,
  recordAdminEvent,
} from './admin-context.ts'

interface NewBroker {
  readonly name: string
  readonly shortName: string
  /** Contact details of the dealing desk, shown to traders after a match. The broker's name if omitted. */
  readonly contact?: string
  /** Whether it may intermediate between a cash and a swap side (docs/rules.md §5). */
  readonly swapEnabled?: boolean
  /** Why, for the audit trail. */
  readonly reason?: string
}

export const wrongBrokerName = adminRefusal(
  'INVALID',
  'A broker needs a name of up to 100 characters.',
  'name',
)
export const wrongContact = adminRefusal(
  'INVALID',
  'A contact is one line of up to 100 characters.',
  'contact',
)

/** Adds an executing broker. Refuses a name or short name that exists. */
export async function addBroker(admin: AdminContext, request: NewBroker): Promise<AdminReply> {
  const name = cleanName(request.name)
  const shortName = cleanShortName(request.shortName)
  if (!name) return wrongBrokerName
  if (!shortName)
    return adminRefusal(
      'INVALID',
      'A short name is up to 12 letters and digits, without spaces.',
      'shortName',
    )
  const contact = request.contact === undefined ? name : cleanName(request.contact)
  if (!contact) return wrongContact
  const reason = optionalReason(request.reason)
  if (reason === null) return missingReason
  const brokerId = randomId()
  const swapEnabled = request.swapEnabled ?? false
  const writing = admin.db.transaction().execute(async (trx) => {
    const brokers = await trx.selectFrom('broker').select(['name', 'short_name']).execute()
    if (brokers.some((broker) => isSameName(broker.name, name))) return `named ${name}`
    if (brokers.some((broker) => isSameName(broker.short_name, shortName)))
      return `with the short name ${shortName}`
    await trx
      .insertInto('broker')
      .values({ id: brokerId, ...brokerColumns({ name, shortName, contact, swapEnabled }) })
      .execute()
    const details = { name, shortName, swapEnabled }
    await recordAdminEvent(trx, admin, { action: 'brokerAdded', subject: brokerId, reason, details })
    await countReferenceChange(trx)
    return null
  })
  const taken = await unlessTaken(writing, `named ${name} or with the short name ${shortName}`)
  if (taken) return adminRefusal('BROKER_EXISTS', `There is a broker ${taken} already.`)
  await admin.referenceChanged()
  return adminResult({ brokerId, name, shortName, contact, swapEnabled })
}

type BrokerColumns = Required<Pick<NewBroker, 'name' | 'shortName' | 'contact' | 'swapEnabled'>>

/** The columns of a new broker, but for its id. */
export const brokerColumns = ({ name, shortName, contact, swapEnabled }: BrokerColumns) => ({
  name,
  short_name: shortName,
  folded_name: foldedName(name),
  folded_short_name: foldedName(shortName),
  contact,
  swap_enabled: Number(swapEnabled),
  active: 1,
})

interface BrokerAssignment {
  /** The institution, by its name. */
  readonly firm: string
  /** The broker, by its short name. */
  readonly shortName: string
  /** Why, for the audit trail. */
  readonly reason?: string
}

/** Enables a broker for an institution. Idempotent: `changed` says whether anything changed. */
export const assignBroker = (admin: AdminContext, request: BrokerAssignment): Promise<AdminReply> =>
  setAssigned(admin, request, true)

/**
 * Disables a broker for an institution, whose adverts that name no other broker then match nobody. Idempotent:
 * `changed` says whether anything changed.
 */
export const unassignBroker = (admin: AdminContext, request: BrokerAssignment): Promise<AdminReply> =>
  setAssigned(admin, request, false)

async function setAssigned(
  admin: AdminContext,
  request: BrokerAssignment,
  wanted: boolean,
): Promise<AdminReply> {
  const firm = await findFirm(admin, request.firm)
  if (!firm) return unknownFirm(request.firm)
  const broker = await findBroker(admin, request.shortName)
  if (!broker) return unknownBroker(request.shortName)
  const reason = optionalReason(request.reason)
  if (reason === null) return missingReason
  const row = { firm_id: firm.id, broker_id: broker.id }
  const changed = await admin.db.transaction().execute(async (trx) => {
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
    await recordAdminEvent(trx, admin, { action, subject: broker.id, reason, details })
    await countReferenceChange(trx)
    return true
  })
  if (changed) await admin.referenceChanged()
  return adminResult({ firm: firm.name, shortName: broker.short_name, changed })
}

export const unknownBroker = (shortName: string) =>
  adminRefusal('BROKER_UNKNOWN', `There is no broker with the short name ${shortName}.`)

interface BrokerRequest {
  /** The broker, by its short name. */
  readonly shortName: string
  readonly reason: string
}

export const disableBroker = (admin: AdminContext, request: BrokerRequest): Promise<AdminReply> =>
  setActive(admin, request, false)

export const enableBroker = (admin: AdminContext, request: BrokerRequest): Promise<AdminReply> =>
  setActive(admin, request, true)

/**
 * Sets whether adverts may match through a broker (docs/rules.md §3). Its users can still sign in, because they
 * may have agreements of the day to confirm.
 */
async function setActive(admin: AdminContext, request: BrokerRequest, active: boolean): Promise<AdminReply> {
  const broker = await findBroker(admin, request.shortName)
  if (!broker) return unknownBroker(request.shortName)
  const reason = cleanReason(request.reason)
  if (!reason) return missingReason
  const changed = await admin.db.transaction().execute(async (trx) => {
    if (!(await setRowActive(trx, 'broker', broker.id, active))) return false
    const action = active ? 'brokerEnabled' : 'brokerDisabled'
    await recordAdminEvent(trx, admin, { action, subject: broker.id, reason })
    await countReferenceChange(trx)
    return true
  })
  await admin.referenceChanged()
  return adminResult({ shortName: broker.short_name, active, changed })
}

/** A broker as it is listed. */
export interface PrintedBroker {
  readonly name: string
  readonly shortName: string
  readonly contact: string
  readonly swapEnabled: boolean
  readonly active: boolean
  /** What its people have to sign in with. */
  readonly requiredFactor: RequiredFactor
  /** The names of the institutions that may use it. */
  readonly firms: readonly string[]
  /** The number of its active users. */
  readonly users: number
}

/** The brokers by name, with the institutions for which they are enabled. Shows nothing about adverts. */
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
    brokers.map(
      ({ id, name, short_name, contact, swap_enabled, active, required_factor }): PrintedBroker => ({
        name,
        shortName: short_name,
        contact,
        swapEnabled: swap_enabled === 1,
        active: active === 1,
        requiredFactor: requiredFactorIn(required_factor),
        firms: enabled.filter(({ broker_id }) => broker_id === id).map(({ firm }) => firm),
        users: people.filter(({ broker_id }) => broker_id === id).length,
      }),
    ),
  )
}

export const unknownFirm = (name = '') =>
  adminRefusal('FIRM_UNKNOWN', `There is no institution named ${name}.`)

/** Sets whether an institution or a broker is active. Returns whether that changed anything. */
export async function setRowActive(
  trx: Transaction<Database>,
  table: 'firm' | 'broker',
  id: string,
  active: boolean,
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable(table)
    .set({ active: Number(active) })
    .where('id', '=', id)
    .where('active', '=', Number(!active))
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export async function findFirm({ db }: Pick<AdminContext, 'db'>, name: string) {
  const firms = await db.selectFrom('firm').select(['id', 'name']).execute()
  return firms.find((firm) => isSameName(firm.name, name))
}

export async function findBroker({ db }: Pick<AdminContext, 'db'>, shortName: string) {
  const brokers = await db
    .selectFrom('broker')
    .select(['id', 'name', 'short_name', 'contact', 'required_factor'])
    .execute()
  return brokers.find((broker) => isSameName(broker.short_name, shortName))
}
