import type { ApprovalList, PrintedApproval } from '@aitai/server/admin/approvals/approval-list.ts'
import type { Decision } from '@aitai/server/admin/approvals/decide-approval.ts'
import { sendAdminCommand } from '../../admin-client.ts'
import { CommandFailed, type CommandOutput, command } from '../../command.ts'
import { confirmOrAbort } from '../../confirmation.ts'
import { optionalReason, reasonArgument, yesFlag } from '../../flags.ts'
import { tableOf } from '../../output.ts'

const listed = async (): Promise<ApprovalList> => (await sendAdminCommand('approvals', {})) as ApprovalList

export const approvals = command({
  name: 'approvals',
  summary: 'List what waits for a second person, and what was decided today',
  flags: {},
  details: 'With a credential, your own requests and those that you may decide; without one, all that wait.',
  async run() {
    const result = await listed()
    const over = result.over.length === 0 ? '' : `\n\nToday\n${tableOf(result.over, overColumns, '')}`
    return {
      result,
      text: `${tableOf(result.open, openColumns, 'Nothing waits for a second person.')}${over}`,
    }
  },
})

const what = ({ command: name, shown }: PrintedApproval): string =>
  [name, ...shown.map(({ name: key, value }) => `${key} ${value === '' ? 'none' : value}`)].join(', ')

const openColumns = {
  Request: ({ id }: PrintedApproval) => id,
  What: what,
  By: ({ by }: PrintedApproval) => by,
  Reason: ({ reason }: PrintedApproval) => reason,
  State: ({ state, isOwn }: PrintedApproval) =>
    state === 'GRANTED' ? (isOwn ? 'run it again' : 'approved') : 'waits',
  'Seconds left': ({ secondsLeft }: PrintedApproval) => secondsLeft,
}

const overColumns = {
  Request: ({ id }: PrintedApproval) => id,
  What: what,
  By: ({ by }: PrintedApproval) => by,
  Outcome: ({ state, rejectionReason }: PrintedApproval) =>
    rejectionReason === '' ? state : `${state}: ${rejectionReason}`,
  'Decided by': ({ decidedBy }: PrintedApproval) => decidedBy,
}

export const approve = command({
  name: 'approve',
  summary: "Approve somebody else's request, within 15 minutes",
  operand: '[REQUEST]',
  flags: { yes: yesFlag },
  details:
    'REQUEST is the id that `aitai approvals` shows; if only one waits for you, it may be omitted. A change is carried\n' +
    'out at once, in the name of its requester; a view or an export can then be fetched once by its requester, who runs\n' +
    'the same command again. You need a credential of your own (OPERATOR_CREDENTIAL_FILE).',
  async run({ yes }, id) {
    const request = await requestNamed(id)
    if (!yes) await confirmOrAbort(`${request.by} asks: ${what(request)}. Reason: ${request.reason}`)
    const result = (await sendAdminCommand('approve', { id: request.id })) as Decision
    const done = result.state === 'GRANTED' ? `approved; it can be fetched until ${result.until}` : 'done'
    return { result, text: `${what(request)}: ${done}.` }
  },
})

export const reject = command({
  name: 'reject',
  summary: "Reject somebody else's request, or withdraw your own",
  operand: 'REQUEST',
  flags: { reason: optionalReason },
  details: 'The reason is required for the request of somebody else, who reads it in the list.',
  async run({ reason }, id): Promise<CommandOutput> {
    const result = (await sendAdminCommand('reject', { id, ...reasonArgument(reason) })) as Decision
    return { result, text: `${result.id} is ${result.state === 'REJECTED' ? 'rejected' : 'withdrawn'}.` }
  },
})

/** The named request, or the only one that waits for this operator. Throws CommandFailed if there is none. */
async function requestNamed(id: string | undefined): Promise<PrintedApproval> {
  const { open } = await listed()
  if (id !== undefined) {
    const found = open.find((each) => each.id === id.trim().toUpperCase())
    if (found) return found
    throw new CommandFailed(`No request ${id} waits for you. \`aitai approvals\` lists those that do.`)
  }
  const [only, ...more] = open.filter(({ mayApprove }) => mayApprove)
  if (only && more.length === 0) return only
  throw new CommandFailed(
    only
      ? `${more.length + 1} requests wait for you: name one. \`aitai approvals\` lists them.`
      : 'Nothing waits for you.',
  )
}
