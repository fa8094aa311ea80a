import { createHmac, randomInt } from 'node:crypto'
import type { ShownArgument, StaffGrant } from '@aitai/contract/codes.ts'
import { normalizeEmail } from '@aitai/contract/routes/console/account-fields.ts'
import type { Kysely, Selectable, Transaction } from 'kysely'
import { readGrants } from '../../accounts/staff-grants.ts'
import { recordAuditEvent } from '../../database/audit-events.ts'
import { type DataKeys, dataKeysOf } from '../../database/encryption/data-keys.ts'
import { decryptValue, encryptValue, ForgedValue } from '../../database/encryption/encrypted-columns.ts'
import type { Database } from '../../database/schema.ts'
import type { ApprovalTable } from '../../database/sign-in-tables.ts'
import { type AdminContext, recordAdminEvent } from '../admin-context.ts'
import { approvalMs, mayDecide, mostOpenApprovals, type Person } from './approval-rule.ts'
import type { NamedIds } from './approved-ids.ts'

/** A request; what is encrypted in the table has been decrypted. */
export type ApprovalRow = Selectable<ApprovalTable>

/** What was requested may be a telephone number or the secret of a sign-in provider. */
const encrypted = (keys: DataKeys, id: string, column: 'args' | 'shown', value: unknown): string =>
  encryptValue(keys, JSON.stringify(value), { column: `approval.${column}`, row: id })

/** A row as it is stored, decrypted. Nothing is carried out of one that was changed, or whose key was destroyed. */
export async function readableRow(db: Kysely<Database>, row: ApprovalRow): Promise<ApprovalRow> {
  const keys = await dataKeysOf(db)
  const text = (column: 'args' | 'shown'): string | null => {
    try {
      return decryptValue(keys, row[column], { column: `approval.${column}`, row: row.id })
    } catch (error) {
      if (error instanceof ForgedValue) return null
      throw error
    }
  }
  return { ...row, args: text('args') ?? '{}', shown: text('shown') ?? '[]' }
}

/** What was requested, of a row that has been decrypted, and to whom its names led. Empty for one that was changed. */
export function requestIn({ args }: Pick<ApprovalRow, 'args'>): AskedCommand {
  const { given = {}, ids = {} } = JSON.parse(args) as Partial<AskedCommand>
  return { given, ids }
}

/** How long a request that is over stays in the table. The audit trail stores it permanently. */
const retentionMs = 7 * 24 * 3_600_000

/** Without letters and digits that are misheard or misread: ids are read out and typed. */
const alphabet = '23456789ABCDEFGHJKMNPQRSTUVWXYZ'
const newId = (): string => Array.from({ length: 8 }, () => alphabet[randomInt(alphabet.length)]).join('')

/**
 * The same text for the same request, whatever the order of its arguments. With a key, because a telephone number could
 * be found by trying all. After the data key was replaced, what waits has to be requested again.
 */
export async function matchKey(db: Kysely<Database>, command: string, args: unknown): Promise<string> {
  const { key } = (await dataKeysOf(db)).encryptingKey('columns', 'approval.match_key')
  return createHmac('sha256', key)
    .update(JSON.stringify([command, sorted(args)]))
    .digest('hex')
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (value === null || typeof value !== 'object') return value
  const entries = Object.entries(value).filter(([, each]) => each !== undefined)
  return entries.sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, each]) => [name, sorted(each)])
}

/**
 * Ends what nobody decided or fetched in time, and what was approved when the process that was to carry it out ended:
 * whether it was carried out is not known. At a time in milliseconds UTC.
 */
export async function expireApprovals(trx: Transaction<Database>, at: number): Promise<void> {
  const cutOff = await trx
    .updateTable('approval')
    .set({ state: 'FAILED', outcome: 'ERROR' })
    .where('expires_at', '<=', at)
    .where('state', '=', 'GRANTED')
    .where('kind', '=', 'CHANGE')
    .returning(['id', 'command'])
    .execute()
  for (const { id, command } of cutOff)
    await recordAuditEvent(
      trx,
      { actor: 'system', action: 'approvalCutOff', subject: id, details: { command } },
      at,
    )
  const expired = await trx
    .updateTable('approval')
    .set({ state: 'EXPIRED' })
    .where('expires_at', '<=', at)
    .where('state', 'in', ['WAITING', 'GRANTED'])
    .returning(['id', 'command'])
    .execute()
  for (const row of expired) await recordExpiry(trx, row, at)
}

const recordExpiry = (
  trx: Transaction<Database>,
  { id, command }: Pick<ApprovalRow, 'id' | 'command'>,
  at: number,
): Promise<void> =>
  recordAuditEvent(trx, { actor: 'system', action: 'approvalExpired', subject: id, details: { command } }, at)

/** Ends what has expired and deletes what has been over for long. To be called regularly. */
export const sweepApprovals = (db: Kysely<Database>, at: number): Promise<void> =>
  db.transaction().execute(async (trx) => {
    await expireApprovals(trx, at)
    await trx
      .deleteFrom('approval')
      .where('state', '!=', 'WAITING')
      .where('expires_at', '<', at - retentionMs)
      .execute()
  })

interface AskedCommand {
  readonly given: object
  readonly ids: NamedIds
}

interface NewApproval {
  readonly command: string
  readonly args: AskedCommand
  readonly shown: readonly ShownArgument[]
  readonly key: string
  readonly kind: ApprovalTable['kind']
  readonly reason: string
  readonly subject?: string
}

/**
 * The open request of an operator for the same thing, or a new one; null if they have too many. Two at the same moment
 * are one.
 */
export async function openApproval(
  trx: Transaction<Database>,
  admin: AdminContext,
  { command, args, shown, key, kind, reason, subject }: NewApproval,
): Promise<Pick<ApprovalRow, 'id' | 'expires_at'> | null> {
  const at = admin.now()
  const open = await trx
    .selectFrom('approval')
    .select(['id', 'expires_at', 'match_key'])
    .where('requester', '=', admin.by)
    .where('state', 'in', ['WAITING', 'GRANTED'])
    .execute()
  const same = open.find((row) => row.match_key === key)
  if (same) return same
  if (open.length >= mostOpenApprovals) return null
  const id = newId()
  const keys = await dataKeysOf(trx)
  const inserted = await trx
    .insertInto('approval')
    .values({
      id,
      command,
      args: encrypted(keys, id, 'args', args),
      shown: encrypted(keys, id, 'shown', shown),
      match_key: key,
      kind,
      state: 'WAITING',
      reason,
      requester: admin.by,
      requester_id: admin.userId,
      asked_at: at,
      expires_at: at + approvalMs,
      decided_by: null,
      decided_at: null,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning(['id', 'expires_at'])
    .executeTakeFirst()
  if (inserted) {
    const details = { command, ...(subject === undefined ? {} : { about: subject }), ...auditable(shown) }
    await recordAdminEvent(trx, admin, { action: 'approvalRequested', subject: inserted.id, reason, details })
    return inserted
  }
  return await trx
    .selectFrom('approval')
    .select(['id', 'expires_at'])
    .where('requester', '=', admin.by)
    .where('match_key', '=', key)
    .where('state', 'in', ['WAITING', 'GRANTED'])
    .executeTakeFirstOrThrow()
}

/** The audit trail has no address and no IOI: the journal and the export itself have them once it is approved. */
const notAuditable: readonly ShownArgument['name'][] = [
  ...(['user', 'newEmail', 'phone', 'note', 'advert', 'otherAdvert'] as const),
]
const auditable = (shown: readonly ShownArgument[]): Readonly<Record<string, string>> =>
  Object.fromEntries(
    shown.filter(({ name }) => !notAuditable.includes(name)).map(({ name, value }) => [name, value]),
  )

/**
 * Uses up an approved view of this operator. Returns who approved it and the reason; null if there is none. One whose
 * second person was disabled since, or holds none of `approverGrants` any more, has expired.
 */
export async function takeGrantedView(
  trx: Transaction<Database>,
  { by, userId }: AdminContext,
  key: string,
  { at, approverGrants }: { readonly at: number; readonly approverGrants: readonly StaffGrant[] },
): Promise<{ readonly approvedBy: string; readonly reason: string } | null> {
  const taken = await trx
    .updateTable('approval')
    .set({ state: 'DONE' })
    .where('requester', '=', by)
    .where('requester_id', userId === null ? 'is' : '=', userId)
    .where('match_key', '=', key)
    .where('kind', '=', 'VIEW')
    .where('state', '=', 'GRANTED')
    .where('expires_at', '>', at)
    .returning(['id', 'command', 'decided_by', 'reason'])
    .executeTakeFirst()
  if (!taken?.decided_by) return null
  const approver = await readStaff(trx, taken.decided_by)
  if (approver && mayDecide(approver, approverGrants))
    return { approvedBy: taken.decided_by, reason: taken.reason }
  await trx.updateTable('approval').set({ state: 'EXPIRED' }).where('id', '=', taken.id).execute()
  await recordExpiry(trx, taken, at)
  return null
}

/** A user of staff with the grants of this moment; null for anybody else. */
export async function readStaff(db: Kysely<Database>, userId: string): Promise<Person | null> {
  const row = await db
    .selectFrom('person')
    .select('active')
    .where('id', '=', userId)
    .where('role', '=', 'STAFF')
    .executeTakeFirst()
  if (!row) return null
  const grants = await db.selectFrom('staff_grant').select('name').where('user_id', '=', userId).execute()
  return {
    userId,
    active: row.active === 1,
    grants: grants.map(({ name }) => name as Person['grants'][number]),
  }
}

/** Everybody who has a grant, disabled users too. */
export async function readHolders(
  db: Kysely<Database>,
): Promise<readonly Pick<Person, 'userId' | 'grants'>[]> {
  return [...(await readGrants(db))].map(([userId, grants]) => ({ userId, grants }))
}

/** Deletes the requests of a user, those about one, and the one that has added the user: they name an address. */
export async function eraseApprovals(
  trx: Transaction<Database>,
  { id: userId, email }: { readonly id: string; readonly email: string },
): Promise<void> {
  for (const row of await trx.selectFrom('approval').selectAll().execute()) {
    const { given, ids } = requestIn(await readableRow(trx, row))
    const names = 'email' in given && normalizeEmail(String(given.email)) === email
    if (row.requester_id === userId || Object.values(ids).includes(userId) || names)
      await trx.deleteFrom('approval').where('id', '=', row.id).execute()
  }
}
