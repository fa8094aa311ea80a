import { statSync } from 'node:fs'
import { request } from 'node:http'
import { userInfo } from 'node:os'
import { setTimeout as wait } from 'node:timers/promises'
import type { AdminContext, AdminReply } from '@aitai/server/admin/admin-context.ts'
import {
  type AdminCommandArgs,
  type AdminCommandName,
  runAdminCommand,
} from '@aitai/server/admin/commands.ts'
import { adminSocketPath } from '@aitai/server/admin/socket-path.ts'
import { type Config, readConfig } from '@aitai/server/config.ts'
import {
  connectPostgres,
  DatabaseLocked,
  type OpenDatabase,
  openDatabase,
} from '@aitai/server/database/open-database.ts'
import { CommandFailed } from './command.ts'

/** Who asks: what the audit trail names. */
export const operatorName = (): string => process.env.OPERATOR || userInfo().username

/** A server that starts holds the data before it listens; another `aitai` holds it for a moment. */
const patienceMs = 5_000
const tryEveryMs = 200

/**
 * Has a command done: by the running server of the data folder, else directly on the data. Gives its result.
 * Throws Failed with one clear line when it was refused.
 */
export async function sendAdminCommand<N extends AdminCommandName>(
  name: N,
  args: AdminCommandArgs<N>,
): Promise<unknown> {
  const config = readConfig(process.env)
  const giveUpAt = Date.now() + patienceMs
  for (;;) {
    const answer =
      (await overSocket(config.dataDir, name, args)) ?? (await directly(config, name, args, giveUpAt))
    if (!answer) {
      await wait(tryEveryMs)
      continue
    }
    if ('refusal' in answer) throw new CommandFailed(answer.refusal.message)
    return answer.result
  }
}

/** On the data itself; null to try again, while another process has it and there is patience left. */
async function directly(
  config: Config,
  name: AdminCommandName,
  args: unknown,
  giveUpAt: number,
): Promise<AdminReply | null> {
  const { databaseUrl } = config
  try {
    return await workOn(config, await openDatabase(config), null, name, args)
  } catch (error) {
    if (!(error instanceof DatabaseLocked)) throw error
    // A server on another machine: PostgreSQL takes us as well, and the server watches for changes.
    if (databaseUrl) return await workOn(config, connectPostgres(databaseUrl), 'elsewhere', name, args)
    if (Date.now() < giveUpAt) return null
    throw error
  }
}

async function workOn(
  { publicUrl }: Config,
  { db, close }: OpenDatabase,
  running: AdminContext['running'],
  name: AdminCommandName,
  args: unknown,
): Promise<AdminReply> {
  const referenceChanged = async (): Promise<void> => {}
  const office = { db, now: Date.now, publicUrl, referenceChanged, running, by: operatorName() }
  try {
    return await runAdminCommand(office, name, args)
  } finally {
    await close()
  }
}

/** By the server that listens at the data folder; null if none does. */
async function overSocket(dataDir: string, command: string, args: unknown): Promise<AdminReply | null> {
  const socketPath = adminSocketPath(dataDir)
  if (!isOurs(socketPath, dataDir)) return null
  const answered = await post(socketPath, JSON.stringify({ command, args, by: operatorName() }))
  if (!answered) return null
  const body = JSON.parse(answered.text) as AdminReply | { message: string }
  if ('message' in body) throw new CommandFailed(`The server failed: ${body.message}`)
  return body
}

/** A socket in a folder for everyone could be anyone's: it counts only if the data's owner made it. */
function isOurs(socketPath: string, dataDir: string): boolean {
  if (process.platform === 'win32') return true
  const socket = statSync(socketPath, { throwIfNoEntry: false })
  return socket !== undefined && socket.uid === statSync(dataDir).uid
}

/** What a socket without a listener answers: the server was killed, or has just ended. */
const nobodyThere = ['ENOENT', 'ECONNREFUSED', 'ECONNRESET']

function post(socketPath: string, body: string): Promise<{ text: string } | null> {
  return new Promise((resolve, reject) => {
    const asked = request({ socketPath, method: 'POST', path: '/' }, (response) => {
      let text = ''
      response.setEncoding('utf8')
      response.on('data', (part: string) => {
        text += part
      })
      response.on('end', () => resolve({ text }))
      response.on('error', reject)
    })
    asked.on('error', (error: NodeJS.ErrnoException) => {
      if (nobodyThere.includes(error.code ?? '')) resolve(null)
      else if (error.code === 'EACCES')
        reject(new CommandFailed('The server runs as another user: only that user may use its back office.'))
      else reject(error)
    })
    asked.end(body)
  })
}
