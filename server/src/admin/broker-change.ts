import type { RequiredFactor } from '@aitai/contract/codes.ts'
import { cleanReason } from '@aitai/contract/routes/console/reason.ts'
import { introducePasskeys, requiredFactorIn } from '../accounts/second-factor/required-factor.ts'
import { unlessTaken } from '../database/database-errors.ts'
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
  recordAdminEvent,
} from './admin-context.ts'
import { findBroker, unknownBroker, wrongBrokerName, wrongContact } from './brokers.ts'

interface BrokerChange {
  /** The broker, by its short name. */
  readonly shortName: string
  /** Unchanged if omitted. */
  readonly name?: string
  readonly contact?: string
  /** What its people have to sign in with, from the next sign-in. */
  readonly requiredFactor?: RequiredFactor
  readonly reason: string
}

/**
 * Changes the name or the contact of a broker, or what its people have to sign in with. The audit trail has the name,
 * but not the contact, which may be the telephone number of a person.
 */
export async function changeBroker(admin: AdminContext, request: BrokerChange): Promise<AdminReply> {
  const broker = await findBroker(admin, request.shortName)
  if (!broker) return unknownBroker(request.shortName)
  const name = request.name === undefined ? broker.name : cleanName(request.name)
  if (!name) return wrongBrokerName
  const contact = request.contact === undefined ? broker.contact : cleanName(request.contact)
  if (!contact) return wrongContact
  const factorBefore = requiredFactorIn(broker.required_factor)
  const requiredFactor = request.requiredFactor ?? factorBefore
  const reason = cleanReason(request.reason)
  if (!reason) return missingReason
  const changed = [
    ...(name === broker.name ? [] : ['name']),
    ...(contact === broker.contact ? [] : ['contact']),
    ...(requiredFactor === factorBefore ? [] : ['requiredFactor']),
  ]
  const writing = admin.db.transaction().execute(async (trx) => {
    const others = await trx.selectFrom('broker').select('name').where('id', '<>', broker.id).execute()
    if (others.some((other) => isSameName(other.name, name))) return true
    if (changed.length === 0) return false
    const values = { name, folded_name: foldedName(name), contact, required_factor: requiredFactor }
    await trx.updateTable('broker').set(values).where('id', '=', broker.id).execute()
    const names = changed.includes('name') ? { before: broker.name, after: name } : {}
    const factors = changed.includes('requiredFactor') ? { requiredFactor } : {}
    if (factorBefore !== requiredFactor && requiredFactor === 'passkey')
      await introducePasskeys(trx, { broker_id: broker.id }, admin.now())
    const details = { changed, ...names, ...factors }
    await recordAdminEvent(trx, admin, { action: 'brokerChanged', subject: broker.id, reason, details })
    await countReferenceChange(trx)
    return false
  })
  const isTaken = await unlessTaken(writing, true)
  if (isTaken) return adminRefusal('BROKER_EXISTS', `There is a broker named ${name} already.`)
  if (changed.length > 0) await admin.referenceChanged()
  const shown = { shortName: broker.short_name, name, contact, requiredFactor }
  return adminResult({ ...shown, changed: changed.length > 0 })
}
