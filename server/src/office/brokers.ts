import { freshId } from '../fresh.ts'
import {
  cleanName,
  countReferenceChange,
  done,
  isSameName,
  type Office,
  type OfficeAnswer,
  refused,
} from './office.ts'

export interface NewBroker {
  readonly name: string
  readonly shortName: string
  /** How its dealing desk is reached, as traders are told after a match. Else its name. */
  readonly contact?: string
  /** May stand between a cash and a swap side (rules 5). */
  readonly swapEnabled?: boolean
}

/** Also stands between semicolons in a file of adverts (rules 18), so it holds none of a list's signs. */
const shortNameForm = /^[\p{L}\p{N}][\p{L}\p{N}.&-]{0,11}$/u

/** Adds an executing broker. Refuses a name or short name that is there already. */
export async function addBroker(office: Office, asked: NewBroker): Promise<OfficeAnswer> {
  const name = cleanName(asked.name)
  const shortName = asked.shortName.normalize('NFKC').trim()
  if (!name) return refused('INVALID', 'A broker needs a name of up to 100 characters.')
  if (!shortNameForm.test(shortName))
    return refused('INVALID', 'A short name is up to 12 letters and digits, without spaces.')
  const contact = asked.contact === undefined ? name : cleanName(asked.contact)
  if (!contact) return refused('INVALID', 'A contact is one line of up to 100 characters.')
  const brokerId = freshId()
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
    await countReferenceChange(trx)
    return null
  })
  if (taken) return refused('BROKER_EXISTS', `There is a broker ${taken} already.`)
  await office.referenceChanged()
  return done({ brokerId, name, shortName, contact, swapEnabled })
}

export interface Assignment {
  /** The institution, by its name. */
  readonly firm: string
  /** The broker, by its short name. */
  readonly shortName: string
}

/** Enables a broker for an institution. Done before, it changes nothing and says so. */
export async function assignBroker(office: Office, asked: Assignment): Promise<OfficeAnswer> {
  const { db } = office
  const firm = await findFirm(office, asked.firm)
  if (!firm) return refused('FIRM_UNKNOWN', `There is no institution named ${asked.firm}.`)
  const broker = await findBroker(office, asked.shortName)
  if (!broker) return refused('BROKER_UNKNOWN', `There is no broker with the short name ${asked.shortName}.`)
  const changed = await db.transaction().execute(async (trx) => {
    const there = await trx
      .selectFrom('firm_broker')
      .select('broker_id')
      .where('firm_id', '=', firm.id)
      .where('broker_id', '=', broker.id)
      .executeTakeFirst()
    if (there) return false
    await trx.insertInto('firm_broker').values({ firm_id: firm.id, broker_id: broker.id }).execute()
    await countReferenceChange(trx)
    return true
  })
  if (changed) await office.referenceChanged()
  return done({ firm: firm.name, shortName: broker.short_name, changed })
}

export async function findFirm({ db }: Office, name: string) {
  const firms = await db.selectFrom('firm').select(['id', 'name']).execute()
  return firms.find((firm) => isSameName(firm.name, name))
}

export async function findBroker({ db }: Office, shortName: string) {
  const brokers = await db.selectFrom('broker').select(['id', 'name', 'short_name']).execute()
  return brokers.find((broker) => isSameName(broker.short_name, shortName))
}
