import { readFileSync, statSync } from 'node:fs'
import { userInfo } from 'node:os'
import { setTimeout as wait } from 'node:timers/promises'
import type { AdminReply } from '@aitai/server/admin/admin-context.ts'
import type { GivenOperator } from '@aitai/server/admin/approvals/operator-identity.ts'
import type { AdminCommandArgs, AdminCommandName } from '@aitai/server/admin/command-arguments.ts'
import { adminSocketPath } from '@aitai/server/admin/socket-path.ts'
import { type Config, readConfig } from '@aitai/server/config.ts'
import { DatabaseLocked } from '@aitai/server/database/database-errors.ts'
import { CommandFailed } from './command.ts'
import { unreadableDataMessage } from './unreadable-data.ts'

// An import of node:http would also load its WebSocket, which takes longer than all of `aitai`.
const { request } = process.getBuiltinModule('node:http')

/** The name that was given: OPERATOR, or the system user. */
export const operatorName = (): string => process.env.OPERATOR || userInfo().username

/**
 * The operator: the credential of OPERATOR_CREDENTIAL or of the file OPERATOR_CREDENTIAL_FILE, if there is one, and the
 * name in the audit trail without one. Throws CommandFailed if the file cannot be read.
 */
function givenOperator(): GivenOperator {
  const { OPERATOR_CREDENTIAL, OPERATOR_CREDENTIAL_FILE: file } = process.env
  const by = operatorName()
  if (OPERATOR_CREDENTIAL) return { by, credential: OPERATOR_CREDENTIAL }
  if (!file) return { by }
  try {
    return { by, credential: readFileSync(file, 'utf8').trim() }
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    throw new CommandFailed(`OPERATOR_CREDENTIAL_FILE: ${file} cannot be read: ${code ?? message}`)
  }
}

/** How long to retry: a starting server locks the data before it listens, and another `aitai` locks it briefly. */
const retryForMs = 5_000
const retryEveryMs = 200

/**
 * Runs an admin command, through the running server of the data folder or else directly on the data, and returns
 * its result. Throws CommandFailed with one clear line if it is refused.
 */
export async function sendAdminCommand<N extends AdminCommandName>(
  name: N,
  args: AdminCommandArgs<N>,
): Promise<unknown> {
  const config = readConfig(process.env)
  const giveUpAt = Date.now() + retryForMs
  for (;;) {
    const answer = (await overSocket(config.dataDir, name, args)) ?? (await onData(config, name, args))
    if (!(answer instanceof DatabaseLocked)) {
      if ('refusal' in answer) throw new CommandFailed(answer.refusal.message)
      return answer.result
    }
    if (Date.now() >= giveUpAt) throw answer
    await wait(retryEveryMs)
  }
}

/** Loaded only without a running server: a command that the server runs starts in a fraction of the time. */
async function onData<N extends AdminCommandName>(config: Config, name: N, args: AdminCommandArgs<N>) {
  const { runOnData } = await import('./admin-on-data.ts')
  try {
    return await runOnData(config, givenOperator(), name, args)
  } catch (error) {
    if (config.databaseUrl === null) throw error
    const { connectionFaultOf } = await import('@aitai/server/database/connection-faults.ts')
    const fault = connectionFaultOf(error, config.databaseUrl)
    throw fault === null ? error : new CommandFailed(fault.message)
  }
}

/**
 * Runs the command in the server or FIX gateway that uses a folder; null if none listens. `variable` names the folder
 * in messages.
 */
export async function overSocket(
  folder: string,
  command: string,
  args: unknown,
  variable = 'DATA_DIR',
): Promise<AdminReply | null> {
  const socketPath = adminSocketPath(folder)
  if (!isOurs(socketPath, folder, variable)) return null
  const answered = await post(socketPath, JSON.stringify({ command, args, ...givenOperator() }))
  if (!answered) return null
  const body = JSON.parse(answered.text) as AdminReply | { message: string }
  if ('message' in body) throw new CommandFailed(`The server failed: ${body.message}`)
  return body
}

/** XDG_RUNTIME_DIR could name a shared folder: trust a socket only if the data's owner created it. */
function isOurs(socketPath: string, folder: string, variable: string): boolean {
  if (process.platform === 'win32') return true
  try {
    const socket = statSync(socketPath, { throwIfNoEntry: false })
    return socket !== undefined && socket.uid === statSync(folder).uid
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'EACCES') throw new CommandFailed(unreadableDataMessage(folder, variable))
    // A part of the path is not a folder: nothing listens there.
    if (code === 'ENOTDIR') return false
    throw error
  }
}

/** Errors of a socket without a listener: the server was killed, or has just stopped. */
const notRunningCodes = ['ENOENT', 'ECONNREFUSED', 'ECONNRESET']

function post(socketPath: string, body: string): Promise<{ text: string } | null> {
  return new Promise((resolve, reject) => {
    const outgoing = request({ socketPath, method: 'POST', path: '/' }, (response) => {
      let text = ''
      response.setEncoding('utf8')
      response.on('data', (part: string) => {
        text += part
      })
      response.on('end', () => resolve({ text }))
      response.on('error', reject)
    })
    outgoing.on('error', (error: NodeJS.ErrnoException) => {
      if (notRunningCodes.includes(error.code ?? '')) resolve(null)
      else if (error.code === 'EACCES')
        reject(new CommandFailed('The server runs as another user: only that user may run admin commands.'))
      else reject(error)
    })
    outgoing.end(body)
  })
}
