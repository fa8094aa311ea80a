import { statSync } from 'node:fs'
import { resolve } from 'node:path'
import type {
  FixCommandArgs,
  FixCommandName,
  PrintedSession,
} from '@aitai/gateway/operations/session-commands.ts'
import { type DoctorCheck, ok, warn } from '@aitai/server/admin/doctor/check-result.ts'
import { adminSocketPath } from '@aitai/server/admin/socket-path.ts'
import { overSocket } from './admin-client.ts'
import { CommandFailed } from './command.ts'
import { counted } from './output.ts'

/** The folder of the FIX gateway, as the gateway itself finds it. */
const gatewayFolder = (): string => resolve(process.env.FIX_DATA_DIR || 'data/fix')

/** Runs a command in the FIX gateway of this machine, and returns its result. Throws CommandFailed. */
export async function sendToGateway<N extends FixCommandName>(
  name: N,
  args: FixCommandArgs<N>,
): Promise<unknown> {
  const folder = gatewayFolder()
  const reply = await overSocket(folder, name, args, 'FIX_DATA_DIR')
  if (reply === null)
    throw new CommandFailed(`FIX_DATA_DIR: no FIX gateway serves sessions from ${folder} on this machine.`)
  if ('refusal' in reply) throw new CommandFailed(reply.refusal.message)
  return reply.result
}

/**
 * Whether this user may not look into the folder. Without FIX_DATA_DIR it is in the folder in which the operator
 * stands, such as root's own, which is closed to the account of the server.
 */
function isClosed(folder: string): boolean {
  try {
    statSync(adminSocketPath(folder), { throwIfNoEntry: false })
    return false
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EACCES'
  }
}

/** How many sessions the FIX gateway of this machine has; null if none runs. */
export async function countGatewaySessions() {
  if (!process.env.FIX_DATA_DIR && isClosed(gatewayFolder())) return null
  const reply = await overSocket(gatewayFolder(), 'fix list', {}, 'FIX_DATA_DIR')
  if (reply === null || 'refusal' in reply) return null
  const sessions = reply.result as readonly PrintedSession[]
  return {
    sessions: sessions.length,
    loggedOn: sessions.filter(({ phase }) => phase === 'loggedOn').length,
    disabled: sessions.filter(({ isEnabled }) => !isEnabled).length,
  }
}

/** The line of `aitai doctor` about the FIX gateway; null if this machine has none and none is expected. */
export async function checkGateway(): Promise<DoctorCheck | null> {
  const name = 'fix gateway'
  const counts = await countGatewaySessions()
  if (counts !== null) {
    const { sessions, loggedOn, disabled } = counts
    return ok(name, `${counted(sessions, 'session')}: ${loggedOn} logged on, ${disabled} disabled.`)
  }
  if (!process.env.FIX_DATA_DIR) return null
  return warn(
    name,
    `No FIX gateway serves sessions from ${gatewayFolder()}.`,
    'Start it, unless the other gateway has taken over: docs/operations/fix.md.',
  )
}
