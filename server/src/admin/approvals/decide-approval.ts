import { isDeepStrictEqual } from 'node:util'
import type { ApprovalState, ApprovedCommand } from '@aitai/contract/codes.ts'
import { isoTime } from '@aitai/engine/calendar/iso-times.ts'
import type { Transaction } from 'kysely'
import type { Database } from '../../database/schema.ts'
import {
  type AdminContext,
  type AdminReply,
  adminRefusal,
  adminResult,
  missingReason,
  optionalReason,
  recordAdminEvent,
} from '../admin-context.ts'
import { type AdminCommandArgs, type AdminCommandName, invalidCommand } from '../command-arguments.ts'
import { grantFault } from './admission.ts'
import {
  type ApprovalFault,
  approvalFault,
  approvalMs,
  carryOutMs,
  decidingGrants,
  mayDecide,
} from './approval-rule.ts'
import {
  type ApprovalRow,
  expireApprovals,
  readableRow,
  readHolders,
  readStaff,
  requestIn,
} from './approval-store.ts'
import { idsOf, movedName } from './approved-ids.ts'
import { guardOf } from './guarded-commands.ts'
import { recordRefusedCommand } from './refused-commands.ts'

/** Runs a command that has been admitted. */
type Perform = (
  admin: AdminContext,
  name: AdminCommandName,
  args: AdminCommandArgs<AdminCommandName>,
) => Promise<AdminReply>

interface DecisionRequest {
  readonly id: string
}

/** What deciding prints as JSON. */
export interface Decision {
  readonly id: string
  readonly command: ApprovedCommand
  readonly state: ApprovalState
  /** Of a view: until when its requester can fetch it, an ISO time. */
  readonly until: string | null
}

const messages: Readonly<Record<ApprovalFault, string>> = {
  APPROVAL_UNKNOWN: 'There is no such request for you to decide.',
  APPROVAL_OWN: 'This is your own request: somebody else has to approve it.',
  APPROVAL_OVER: 'This request is over: it was decided, withdrawn, or has expired. Ask for a new one.',
  APPROVAL_REQUESTER: 'The requester may not do this any more. Reject the request.',
}

const fault = (code: ApprovalFault): ReturnType<typeof adminRefusal> => adminRefusal(code, messages[code])

/** A decision is of a person, which a typed name is not. */
const needsPerson = adminRefusal(
  'CREDENTIAL_NEEDED',
  'Only a user can decide: at the console, or here with OPERATOR_CREDENTIAL_FILE (`aitai credential add --staff`).',
)

async function refuseTypedName(admin: AdminContext, command: 'approve' | 'reject'): Promise<AdminReply> {
  await recordRefusedCommand(admin, command, 'CREDENTIAL_NEEDED')
  return needsPerson
}

/**
 * Approves what somebody else requested. A change is carried out at once, in the name of its requester and with the
 * approver in the same event; a view can then be fetched once by its requester, within 15 minutes. Of two approvals at
 * the same moment, on any two servers, one counts.
 */
export const approveWith =
  (perform: Perform) =>
  async (admin: AdminContext, { id }: DecisionRequest): Promise<AdminReply> => {
    if (admin.userId === null) return await refuseTypedName(admin, 'approve')
    const granted = await grant(admin, id)
    if ('refusal' in granted) return granted
    const { row, until } = granted
    if (row.kind === 'VIEW') return adminResult(decision(row, 'GRANTED', until))
    try {
      const reply = await carryOut(admin, row, perform)
      if (!('refusal' in reply)) {
        await settle(admin, row.id, 'DONE')
        return adminResult(decision(row, 'DONE'))
      }
      await settle(admin, row.id, 'FAILED', reply.refusal.code)
      return adminRefusal('APPROVAL_FAILED', `Approved, but not carried out: ${reply.refusal.message}`)
    } catch (error) {
      // The outcome of a write that failed may be unknown, so it is not tried again.
      await settle(admin, row.id, 'FAILED', 'ERROR').catch(() => {})
      throw error
    }
  }

interface Rejection extends DecisionRequest {
  readonly reason?: string
}

/** Rejects what waits, with a reason for its requester, or withdraws one's own request. */
export async function rejectRequest(
  admin: AdminContext,
  { id, reason: given }: Rejection,
): Promise<AdminReply> {
  const { userId } = admin
  if (userId === null) return await refuseTypedName(admin, 'reject')
  const reason = optionalReason(given)
  if (reason === null) return missingReason
  const rejected = await admin.db.transaction().execute(async (trx) => {
    const row = await findRow(trx, admin, id)
    const person = await readStaff(trx, userId)
    const isOwn = row?.requester_id === userId
    const holders = await readHolders(trx)
    if (!row || !person || !(isOwn || mayDecide(person, approverGrantsOf(row, holders))))
      return fault('APPROVAL_UNKNOWN')
    if (!isOwn && reason === '') return missingReason
    const state = isOwn ? 'WITHDRAWN' : 'REJECTED'
    const change = { state, rejection_reason: isOwn ? '' : reason } as const
    if (!(await changeState(trx, admin, row, change))) return fault('APPROVAL_OVER')
    const action = isOwn ? 'approvalWithdrawn' : 'approvalRejected'
    await recordAdminEvent(trx, admin, { action, subject: row.id, reason, details: { command: row.command } })
    return adminResult(decision(row, state))
  })
  // Alike for a request that does not exist and for one that is not theirs to decide.
  if ('refusal' in rejected && rejected.refusal.code === 'APPROVAL_UNKNOWN')
    await recordRefusedCommand(admin, 'reject', 'APPROVAL_UNKNOWN')
  return rejected
}

async function grant(admin: AdminContext, id: string) {
  const at = admin.now()
  return await admin.db.transaction().execute(async (trx) => {
    const row = await findRow(trx, admin, id)
    const person = await readStaff(trx, admin.userId ?? '')
    if (!row || !person) return fault('APPROVAL_UNKNOWN')
    const requester = { db: trx, userId: row.requester_id, running: admin.running }
    const request = {
      state: row.state,
      expiresAt: row.expires_at,
      requesterId: row.requester_id,
      requesterMay: (await grantFault(requester, nameOf(row), argsOf(row))) === null,
      approverGrants: approverGrantsOf(row, await readHolders(trx)),
    }
    const refused = approvalFault(request, person, at)
    if (refused) {
      const event = { action: 'approvalRefused', outcome: 'REFUSED', subject: row.id } as const
      await recordAdminEvent(trx, admin, { ...event, details: { command: row.command, code: refused } })
      return fault(refused)
    }
    const until = at + (row.kind === 'VIEW' ? approvalMs : carryOutMs)
    if (!(await changeState(trx, admin, row, { state: 'GRANTED', expires_at: until })))
      return fault('APPROVAL_OVER')
    const details = { command: row.command, requester: row.requester_id ?? `staff:${row.requester}` }
    await recordAdminEvent(trx, admin, { action: 'approvalGiven', subject: row.id, details })
    return { row, until }
  })
}

async function findRow(trx: Transaction<Database>, { now }: AdminContext, id: string) {
  await expireApprovals(trx, now())
  const given = id.normalize('NFKC').trim().toUpperCase()
  const row = await trx.selectFrom('approval').selectAll().where('id', '=', given).executeTakeFirst()
  return row && (await readableRow(trx, row))
}

/** Decides a request that waits. False if somebody else was faster. */
async function changeState(
  trx: Transaction<Database>,
  { userId, now }: AdminContext,
  { id }: ApprovalRow,
  change: Pick<ApprovalRow, 'state'> & Partial<Pick<ApprovalRow, 'expires_at' | 'rejection_reason'>>,
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('approval')
    .set({ ...change, decided_by: userId, decided_at: now() })
    .where('id', '=', id)
    .where('state', '=', 'WAITING')
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

async function carryOut(admin: AdminContext, row: ApprovalRow, perform: Perform): Promise<AdminReply> {
  const { requester: by, requester_id: userId } = row
  const approvedBy = admin.userId ?? ''
  const { given, ids } = requestIn(row)
  // The server may have been updated since.
  const invalid = invalidCommand(row.command, given)
  if (invalid) return invalid
  if (!isDeepStrictEqual(await idsOf(admin, given), ids)) return movedName
  return await perform({ ...admin, by, userId, approvedBy }, nameOf(row), argsOf(row))
}

const settle = (admin: AdminContext, id: string, state: 'DONE' | 'FAILED', outcome = '') =>
  admin.db.updateTable('approval').set({ state, outcome }).where('id', '=', id).execute()

const decision = ({ id, command }: ApprovalRow, state: ApprovalState, until?: number): Decision => ({
  id,
  command: command as ApprovedCommand,
  state,
  until: until === undefined ? null : isoTime(until),
})

const nameOf = ({ command }: ApprovalRow) => command as AdminCommandName
const argsOf = (row: ApprovalRow) => requestIn(row).given as AdminCommandArgs<AdminCommandName>

/** The grants with which a request is decided now. */
export const approverGrantsOf = (row: ApprovalRow, holders: Awaited<ReturnType<typeof readHolders>>) => {
  const guard = guardOf(nameOf(row))
  return guard === null
    ? []
    : (decidingGrants(row.requester_id, holders, guard.deciders) ?? guard.deciders.grants)
}
