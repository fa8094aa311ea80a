import type { ApprovalState, ApprovedCommand, ShownArgument } from '@aitai/contract/codes.ts'
import { isoTime } from '@aitai/engine/calendar/iso-times.ts'
import { startOfTradingDay, tradingDay } from '@aitai/engine/calendar/trading-days.ts'
import { type AdminContext, type AdminReply, adminResult } from '../admin-context.ts'
import { userNames } from '../users/user-names.ts'
import { refuseUnverifiedName } from './admission.ts'
import { mayDecide } from './approval-rule.ts'
import { type ApprovalRow, expireApprovals, readableRow, readHolders, readStaff } from './approval-store.ts'
import { approverGrantsOf } from './decide-approval.ts'

/** A request as it is listed. Times in ISO. */
export interface PrintedApproval {
  readonly id: string
  readonly command: ApprovedCommand
  readonly kind: ApprovalRow['kind']
  readonly state: ApprovalState
  readonly shown: readonly ShownArgument[]
  readonly reason: string
  /** The name of a user, or the one that was typed at the command line. */
  readonly by: string
  readonly isUser: boolean
  /** Whether it is the reader's own. */
  readonly isOwn: boolean
  /** Whether the reader may approve it. */
  readonly mayApprove: boolean
  readonly askedAt: string
  readonly expiresAt: string
  /** Until it expires; 0 for one that is over. */
  readonly secondsLeft: number
  /** The name of who decided. */
  readonly decidedBy: string | null
  readonly decidedAt: string | null
  /** Why it was rejected; empty if it was not. */
  readonly rejectionReason: string
  /** The code with which the command was refused after the approval; empty if it was not. */
  readonly outcome: string
}

/** What the command prints as JSON. */
export interface ApprovalList {
  /** What waits for a second person or to be fetched, the oldest first. */
  readonly open: readonly PrintedApproval[]
  /** What was decided or has expired today in Tokyo, the newest first. */
  readonly over: readonly PrintedApproval[]
}

const open: readonly ApprovalState[] = ['WAITING', 'GRANTED']

/**
 * The requests that the reader made or may decide. Others do not see them: compliance may be looking into somebody. For
 * a typed name all are shown, without anything that could be done about them, as long as it could be nobody else's.
 */
export async function listApprovals(admin: AdminContext): Promise<AdminReply> {
  const { db, userId } = admin
  const at = admin.now()
  const holders = await readHolders(db)
  const unverified = await refuseUnverifiedName(admin, 'approvals', holders)
  if (unverified) return unverified
  await db.transaction().execute((trx) => expireApprovals(trx, at))
  const reader = userId === null ? null : await readStaff(db, userId)
  const today = startOfTradingDay(tradingDay(at))
  const rows = await db
    .selectFrom('approval')
    .selectAll()
    .where(({ or, eb }) => or([eb('state', 'in', [...open]), eb('asked_at', '>=', today)]))
    .orderBy('asked_at')
    .orderBy('id')
    .execute()
  const may: MayDecide = (row) => reader !== null && mayDecide(reader, approverGrantsOf(row, holders))
  const visible = rows.filter((row) => userId === null || row.requester_id === userId || may(row))
  const names = await userNames(
    db,
    visible.flatMap((row) => [row.requester_id, row.decided_by]),
  )
  const printed: PrintedApproval[] = []
  for (const row of visible) printed.push(print(await readableRow(db, row), userId, may, names, at))
  return adminResult({
    open: printed.filter(({ state }) => open.includes(state)),
    over: printed.filter(({ state }) => !open.includes(state)).reverse(),
  } satisfies ApprovalList)
}

/** Whether a request may be decided by its reader, but for being their own. */
type MayDecide = (row: ApprovalRow) => boolean

function print(
  row: ApprovalRow,
  userId: string | null,
  may: MayDecide,
  names: ReadonlyMap<string, string>,
  at: number,
): PrintedApproval {
  const isOwn = userId !== null && row.requester_id === userId
  return {
    id: row.id,
    command: row.command as ApprovedCommand,
    kind: row.kind,
    state: row.state,
    shown: JSON.parse(row.shown) as readonly ShownArgument[],
    reason: row.reason,
    by: row.requester_id === null ? row.requester : (names.get(row.requester_id) ?? row.requester_id),
    isUser: row.requester_id !== null,
    isOwn,
    mayApprove: row.state === 'WAITING' && !isOwn && may(row),
    askedAt: isoTime(row.asked_at),
    expiresAt: isoTime(row.expires_at),
    secondsLeft: open.includes(row.state) ? Math.max(0, Math.ceil((row.expires_at - at) / 1_000)) : 0,
    decidedBy: row.decided_by === null ? null : (names.get(row.decided_by) ?? row.decided_by),
    decidedAt: isoTime(row.decided_at),
    rejectionReason: row.rejection_reason,
    outcome: row.outcome,
  }
}
