import type { RequiredFactor } from '@aitai/contract/codes.ts'
import { cleanReason } from '@aitai/contract/routes/console/reason.ts'
import type { Kysely } from 'kysely'
import {
  introducePasskeys,
  requiredFactorIn,
  staffFactor,
} from '../../accounts/second-factor/required-factor.ts'
import type { Database } from '../../database/schema.ts'
import {
  type AdminContext,
  type AdminReply,
  adminResult,
  missingReason,
  recordAdminEvent,
} from '../admin-context.ts'

/** What staff have to sign in with. */
export async function showStaff({ db }: AdminContext): Promise<AdminReply> {
  return adminResult({ requiredFactor: await readStaffFactor(db) })
}

interface StaffChange {
  readonly requiredFactor: RequiredFactor
  readonly reason: string
}

/** Changes what staff have to sign in with, from the next sign-in. */
export async function changeStaff(admin: AdminContext, request: StaffChange): Promise<AdminReply> {
  const reason = cleanReason(request.reason)
  if (!reason) return missingReason
  const { requiredFactor } = request
  const changed = await admin.db.transaction().execute(async (trx) => {
    const before = await readStaffFactor(trx)
    if (before === requiredFactor) return false
    await trx
      .insertInto('setting')
      .values({ name: staffFactor, value: requiredFactor })
      .onConflict((conflict) => conflict.column('name').doUpdateSet({ value: requiredFactor }))
      .execute()
    if (requiredFactor === 'passkey') await introducePasskeys(trx, { role: 'STAFF' }, admin.now())
    const details = { before, after: requiredFactor }
    await recordAdminEvent(trx, admin, { action: 'staffSignInChanged', subject: '', reason, details })
    return true
  })
  return adminResult({ requiredFactor, changed })
}

/** What staff have to sign in with now. */
export async function readStaffFactor(db: Kysely<Database>): Promise<RequiredFactor> {
  const row = await db
    .selectFrom('setting')
    .select('value')
    .where('name', '=', staffFactor)
    .executeTakeFirst()
  return requiredFactorIn(row?.value)
}
