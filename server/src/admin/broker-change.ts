import { cleanReason } from '@aitai/contract/routes/console/reason.ts'
import {
  type AdminContext,
  type AdminReply,
  adminRefusal,
  adminResult,
  cleanName,
  countReferenceChange,
  isSameName,
  missingReason,
  recordAdminEvent,
} from './admin-context.ts'
import { findBroker, unknownBroker, wrongBrokerName, wrongContact } from './brokers.ts'

interface BrokerChange {
  /** The broker, by its short name. */
  readonly shortName: string
  /** Unchanged if omitted. */
  readonly name?: string
  readonly contact?: string
  readonly reason: string
}

/**
 * Changes the name or the contact of a broker. The audit trail has the name, but not the contact, which may be the
 * telephone number of a person.
 */
export async function changeBroker(admin: AdminContext, request: BrokerChange): Promise<AdminReply> {
  const broker = await findBroker(admin, request.shortName)
  if (!broker) return unknownBroker(request.shortName)
  const name = request.name === undefined ? broker.name : cleanName(request.name)
  if (!name) return wrongBrokerName
  const contact = request.contact === undefined ? broker.contact : cleanName(request.contact)
  if (!contact) return wrongContact
  const reason = cleanReason(request.reason)
  if (!reason) return missingReason
  const changed = [
    ...(name === broker.name ? [] : ['name']),
    ...(contact === broker.contact ? [] : ['contact']),
  ]
  const isTaken = await admin.db.transaction().execute(async (trx) => {
    const others = await trx.selectFrom('broker').select('name').where('id', '<>', broker.id).execute()
    if (others.some((other) => isSameName(other.name, name))) return true
    if (changed.length === 0) return false
    await trx.updateTable('broker').set({ name, contact }).where('id', '=', broker.id).execute()
    const details = { changed, ...(changed.includes('name') ? { before: broker.name, after: name } : {}) }
    await recordAdminEvent(trx, admin, { action: 'brokerChanged', subject: broker.id, reason, details })
    await countReferenceChange(trx)
    return false
  })
  if (isTaken) return adminRefusal('BROKER_EXISTS', `There is a broker named ${name} already.`)
  if (changed.length > 0) await admin.referenceChanged()
  return adminResult({ shortName: broker.short_name, name, contact, changed: changed.length > 0 })
}
