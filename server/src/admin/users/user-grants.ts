import type { StaffGrant } from '@aitai/contract/codes.ts'
import type { Transaction } from 'kysely'
import { grantsOf } from '../../accounts/staff-grants.ts'
import type { Database } from '../../database/schema.ts'
import {
  type AdminContext,
  type AdminReply,
  adminRefusal,
  adminResult,
  recordAdminEvent,
} from '../admin-context.ts'
import { findRequestedUser, type UserRequest } from './user-changes.ts'

interface GrantRequest extends UserRequest {
  readonly grant: StaffGrant
}

/** What adding and revoking a grant print as JSON. */
export interface GrantChange {
  readonly email: string
  /** The grants that the user has now. */
  readonly grants: readonly StaffGrant[]
  /** False if it was so already. */
  readonly changed: boolean
}

/** Gives a user of staff a grant. It holds for the next call, without a new sign-in. */
export const addGrant = (admin: AdminContext, request: GrantRequest): Promise<AdminReply> =>
  changeGrant(admin, request, 'grantAdded', async (trx, row) => {
    const inserted = await trx
      .insertInto('staff_grant')
      .values(row)
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst()
    return inserted.numInsertedOrUpdatedRows
  })

/** Takes a grant away. The next call of a running session is refused. */
export const revokeGrant = (admin: AdminContext, request: GrantRequest): Promise<AdminReply> =>
  changeGrant(admin, request, 'grantRevoked', async (trx, { user_id, name }) => {
    const deleted = await trx
      .deleteFrom('staff_grant')
      .where('user_id', '=', user_id)
      .where('name', '=', name)
      .executeTakeFirst()
    return deleted.numDeletedRows
  })

type Write = (
  trx: Transaction<Database>,
  row: { user_id: string; name: StaffGrant },
) => Promise<bigint | undefined>

async function changeGrant(
  admin: AdminContext,
  request: GrantRequest,
  action: 'grantAdded' | 'grantRevoked',
  write: Write,
): Promise<AdminReply> {
  const found = await findRequestedUser(admin, request)
  if ('refusal' in found) return found
  const { person, reason } = found
  const { grant } = request
  if (person.role !== 'STAFF') return adminRefusal('INVALID', 'Only STAFF have grants.', 'grant')
  const changed = await admin.db.transaction().execute(async (trx) => {
    if ((await write(trx, { user_id: person.id, name: grant })) !== 1n) return false
    await recordAdminEvent(trx, admin, { action, subject: person.id, reason, details: { grant } })
    return true
  })
  const grants = await grantsOf(admin.db, person.id)
  return adminResult({ email: person.email, grants, changed } satisfies GrantChange)
}
