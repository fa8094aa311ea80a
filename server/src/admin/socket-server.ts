import { chmodSync, mkdirSync, rmSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { dirname } from 'node:path'
import type { ForwardedAdminCommand } from '../cluster/peer-messages.ts'
import { isDatabaseUnavailable } from '../database/database-errors.ts'
import { redact } from '../observability/redaction.ts'
import { type AdminContext, type AdminReply, cleanName, databaseUnavailable } from './admin-context.ts'
import { type AdminCommandArgs, type AdminCommandName, invalidCommand } from './command-arguments.ts'
import { loadAdminCommands, runAdminCommand, runsOnAnyProcess } from './commands.ts'
import { adminSocketPath } from './socket-path.ts'

/** Twice the size of a request that imports 4,000 securities. */
const maxRequestBytes = 8 * 1024 * 1024

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
  const path = adminSocketPath(dataDir)
  const isFile = process.platform !== 'win32'
  // With PostgreSQL nothing else creates the folder.
  if (isFile) mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  if (isFile) rmSync(path, { force: true })
  const server = createServer((request, response) => {
    handleRequest(admin, forward, request, response).catch((error: unknown) => {
      onError(error, 'an admin command')
      if (isDatabaseUnavailable(error)) return reply(response, 200, databaseUnavailable(error))
      reply(response, 500, { message: redact(error instanceof Error ? error.message : String(error)) })
    })
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(path, resolve)
  })
  if (isFile) chmodSync(path, 0o600)
  return () =>
    new Promise((resolve) => {
      server.close(() => resolve())
      server.closeIdleConnections()
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

interface ReceivedCommand {
  readonly command: AdminCommandName
  readonly args: AdminCommandArgs<AdminCommandName>
  readonly by?: unknown
}

/** POST with `{ command, args, by }`; 200 with a result or a refusal. */
async function handleRequest(
  admin: Omit<AdminContext, 'by'>,
  forward: (command: ForwardedAdminCommand) => Promise<unknown>,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if (request.method !== 'POST') return reply(response, 405, { message: 'POST { command, args, by }' })
  const text = await bodyOf(request)
  if (text === null) return reply(response, 413, { message: 'The file is too large.' })
  const { command, args, by: sender } = JSON.parse(text) as ReceivedCommand
  const by = cleanName(String(sender ?? '')) ?? 'unknown'
  const invalid = invalidCommand(command, args)
  const forwarded = invalid || runsOnAnyProcess(command) ? null : await forward({ command, args, by })
  const run = () => runAdminCommand({ ...admin, by }, command, args)
  reply(response, 200, invalid ?? (forwarded as AdminReply | null) ?? (await run()))
}

async function bodyOf(request: IncomingMessage): Promise<string | null> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of request) {
    length += chunk.length
    if (length > maxRequestBytes) return null
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

function reply(response: ServerResponse, status: number, body: AdminReply | { message: string }): void {
  response.writeHead(status, { 'content-type': 'application/json', connection: 'close' })
  response.end(JSON.stringify(body))
}
