import { cleanReason } from '@aitai/contract/routes/console/reason.ts'
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
import { findFirm, unknownFirm } from './brokers.ts'

interface FirmRename {
  /** The institution, by its present name. */
  readonly firm: string
  readonly to: string
  readonly reason: string
}

/** Changes the name of an institution. Its id, which all records hold, stays. Refuses the name of another one. */
export async function renameFirm(admin: AdminContext, request: FirmRename): Promise<AdminReply> {
  const firm = await findFirm(admin, request.firm)
  if (!firm) return unknownFirm(request.firm)
  const name = cleanName(request.to)
  if (!name) return adminRefusal('INVALID', 'An institution needs a name of up to 100 characters.', 'name')
  const reason = cleanReason(request.reason)
  if (!reason) return missingReason
  const before = firm.name
  const changed = before !== name
  const writing = admin.db.transaction().execute(async (trx) => {
    const others = await trx.selectFrom('firm').select('name').where('id', '<>', firm.id).execute()
    if (others.some((other) => isSameName(other.name, name))) return true
    if (!changed) return false
    await trx
      .updateTable('firm')
      .set({ name, folded_name: foldedName(name) })
      .where('id', '=', firm.id)
      .execute()
    const details = { before, after: name }
    await recordAdminEvent(trx, admin, { action: 'firmRenamed', subject: firm.id, reason, details })
    await countReferenceChange(trx)
    return false
  })
  const isTaken = await unlessTaken(writing, true)
  if (isTaken) return adminRefusal('FIRM_EXISTS', `There is an institution named ${name} already.`)
  if (changed) await admin.referenceChanged()
  return adminResult({ before, name, changed })
}
