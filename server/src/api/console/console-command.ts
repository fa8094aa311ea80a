import { type CommandRefusalCode, commandRefusalCodes } from '@aitai/contract/codes.ts'
import { requireConfirmation } from '../../accounts/second-factor/confirmation.ts'
import type { Session } from '../../accounts/session-rows.ts'
import type { AdminContext, AdminRefusal, AdminReply } from '../../admin/admin-context.ts'
import type { AdminCommandArgs, AdminCommandName } from '../../admin/command-arguments.ts'
import { runAdminCommand } from '../../admin/commands.ts'
import { runningContext } from '../../admin/running-context.ts'
import type { AppContext } from '../../context.ts'
import { Unavailable } from '../../errors.ts'
import { FailedCall, failed, invalid, notFound } from '../../http/failures.ts'

const always = (): boolean => true

/**
 * What shows IOIs and what institutions did, or lets somebody else see them; what decides who can sign in, as whom, and
 * with which rights (decision 153). A name, a language, or that somebody is no longer a desk head, needs nothing.
 */
const confirmedCommands: { readonly [N in AdminCommandName]?: (args: AdminCommandArgs<N>) => boolean } = {
  'advert list': always,
  approve: always,
  'audit export': always,
  'explain match': always,
  surveillance: always,
  'user add': always,
  'user disable': always,
  'user enable': always,
  'user reset': always,
  'user grant': always,
  'user revoke': always,
  'user authenticators': ({ remove }) => remove === true,
  'user change': ({ newEmail, phone, twoFactor, deskHead }) =>
    [newEmail, phone, twoFactor].some((given) => given !== undefined) || deskHead === true,
}

/**
 * Runs a command of `aitai` in the name of the signed-in user, and returns its result. Break-glass views, approvals
 * and changes of others' credentials need the user's passkey or code again. Throws the refusal of the command as the
 * failure of a call; APPROVAL_NEEDED says that it waits for a second person. The journal and the audit trail store
 * the user's id: names change, and are erased on request, and nothing can be removed from either.
 */
export async function runConsoleCommand<N extends AdminCommandName>(
  app: AppContext,
  session: Session,
  name: N,
  args: AdminCommandArgs<N>,
  more: Pick<AdminContext, 'fileWriter'> = {},
): Promise<unknown> {
  if (confirmedCommands[name]?.(args)) await requireConfirmation(app, session)
  const { userId } = session
  const admin: AdminContext = { ...runningContext(app), by: userId, userId, ...more }
  const reply: AdminReply = await runAdminCommand(admin, name, args)
  if ('refusal' in reply) throw failureOfRefusal(reply.refusal)
  return reply.result
}

const codes: ReadonlySet<string> = new Set(commandRefusalCodes)

/**
 * The refusal of a command as the failure of a call. The message is the command's own sentence in English, which says
 * more than the text of the code. What is wrong with the lines of a file is there as codes, too.
 */
function failureOfRefusal({ code, message, field = 'body', approval, remarks }: AdminRefusal): Error {
  if (code === 'INVALID') return invalid(field)
  if (code === 'FORBIDDEN') return failed(403, code)
  if (code === 'APPROVAL_UNKNOWN') return notFound()
  if (code === 'APPROVAL_NEEDED' && approval) return failed(409, code, { variables: { ...approval } })
  if (codes.has(code)) {
    const shown = remarks ? { remarks: [...remarks] } : {}
    return new FailedCall(409, { errorCode: code as CommandRefusalCode, message, ...shown })
  }
  return new Unavailable(message)
}
