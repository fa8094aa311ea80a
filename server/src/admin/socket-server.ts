import type { ForwardedAdminCommand } from '../cluster/peer-messages.ts'
import { isDatabaseUnavailable } from '../database/database-errors.ts'
import { type AdminContext, type AdminReply, cleanName, databaseUnavailable } from './admin-context.ts'
import { type AdminCommandArgs, type AdminCommandName, invalidCommand } from './command-arguments.ts'
import { type SocketCommand, serveCommandSocket } from './command-socket.ts'
import { loadAdminCommands, runAdminCommand, runsOnAnyProcess } from './commands.ts'

/**
 * Serves admin commands of `aitai` on this machine, to users who may open the files of the data folder. Call it
 * after the database is locked: an existing socket was then left by a killed process. Returns a function that
 * stops it.
 */
export async function serveAdminSocket(
  admin: Omit<AdminContext, 'by'>,
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
  admin: Omit<AdminContext, 'by'>,
  { command, args, by }: ForwardedAdminCommand,
): Promise<AdminReply> {
  const invalid = invalidCommand(command, args)
  if (invalid) return invalid
  const operator = cleanName(by) ?? 'unknown'
  return await runAdminCommand(
    { ...admin, by: operator },
    command as AdminCommandName,
    args as AdminCommandArgs<AdminCommandName>,
  )
}

interface ReceivedCommand extends SocketCommand {
  readonly command: AdminCommandName
  readonly args: AdminCommandArgs<AdminCommandName>
}

async function runReceived(
  admin: Omit<AdminContext, 'by'>,
  forward: (command: ForwardedAdminCommand) => Promise<unknown>,
  { command, args, by }: ReceivedCommand,
): Promise<AdminReply> {
  const invalid = invalidCommand(command, args)
  if (invalid) return invalid
  const forwarded = runsOnAnyProcess(command) ? null : await forward({ command, args, by })
  return (forwarded as AdminReply | null) ?? (await runAdminCommand({ ...admin, by }, command, args))
}
