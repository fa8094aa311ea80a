import type { ForwardedAdminCommand } from '../cluster/peer-messages.ts'
import { isDatabaseUnavailable } from '../database/database-errors.ts'
import { type AdminContext, type AdminReply, cleanName, databaseUnavailable } from './admin-context.ts'
import { identifyOperator } from './approvals/operator-identity.ts'
import { type AdminCommandArgs, type AdminCommandName, invalidCommand } from './command-arguments.ts'
import { type SocketCommand, serveCommandSocket } from './command-socket.ts'
import { loadAdminCommands, runAdminCommand, runsOnAnyProcess } from './commands.ts'

type WithoutOperator = Omit<AdminContext, 'by' | 'userId'>

/**
 * Serves admin commands of `aitai` on this machine, to users who may open the files of the data folder. Call it
 * after the database is locked: an existing socket was then left by a killed process. Returns a function that
 * stops it.
 */
export async function serveAdminSocket(
  admin: WithoutOperator,
  dataDir: string,
  onError: (error: unknown, activity: string) => void,
  /** Runs a command in the process that writes; null if this is that process. */
  forward: (command: ForwardedAdminCommand) => Promise<unknown> = async () => null,
): Promise<() => Promise<void>> {
  await loadAdminCommands()
  return await serveCommandSocket(dataDir, {
    run: (received) => runReceived(admin, forward, received as ReceivedCommand),
    onError: (error) => {
      onError(error, 'an admin command')
      return isDatabaseUnavailable(error) ? databaseUnavailable(error) : null
    },
  })
}

/** Runs a command that another process has received, as `serveAdminSocket` would. */
export async function answerForwardedCommand(
  admin: WithoutOperator,
  { command, args, by, userId }: ForwardedAdminCommand,
): Promise<AdminReply> {
  const invalid = invalidCommand(command, args)
  if (invalid) return invalid
  const operator = cleanName(by) ?? 'unknown'
  return await runAdminCommand(
    { ...admin, by: operator, userId },
    command as AdminCommandName,
    args as AdminCommandArgs<AdminCommandName>,
  )
}

interface ReceivedCommand extends SocketCommand {
  readonly command: AdminCommandName
  readonly args: AdminCommandArgs<AdminCommandName>
}

async function runReceived(
  admin: WithoutOperator,
  forward: (command: ForwardedAdminCommand) => Promise<unknown>,
  { command, args, ...given }: ReceivedCommand,
): Promise<AdminReply> {
  const invalid = invalidCommand(command, args)
  if (invalid) return invalid
  const operator = await identifyOperator(admin, command, given)
  if ('refusal' in operator) return operator
  // The other process gets the name of the operator, and not the secret.
  const forwarded = runsOnAnyProcess(command) ? null : await forward({ command, args, ...operator })
  return (forwarded as AdminReply | null) ?? (await runAdminCommand({ ...admin, ...operator }, command, args))
}
