import { chmodSync, mkdirSync, rmSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { dirname } from 'node:path'
import { redact } from '../observability/redaction.ts'
import { type AdminReply, cleanName } from './admin-context.ts'
import { adminSocketPath } from './socket-path.ts'

/** Twice the size of a request that imports 4,000 securities. */
const maxRequestBytes = 8 * 1024 * 1024

/** A command as it came in: nothing in it has been checked but the name of the operator. */
export interface SocketCommand {
  readonly command: unknown
  readonly args: unknown
  /** The operator; 'unknown' without a usable name. */
  readonly by: string
  /** The secret of the operator's credential, if one was given. */
  readonly credential?: string
}

export interface CommandSocketOptions {
  readonly run: (received: SocketCommand) => Promise<AdminReply>
  /** Returns the refusal by which an error is foreseen, or null. */
  readonly onError: (error: unknown) => AdminReply | null
}

/**
 * Serves commands of `aitai` on this machine, to users who may open the files of a folder. Call it after the data of
 * the folder are locked: an existing socket was then left by a killed process. Returns a function that stops it.
 */
export async function serveCommandSocket(
  folder: string,
  options: CommandSocketOptions,
): Promise<() => Promise<void>> {
  const path = adminSocketPath(folder)
  const isFile = process.platform !== 'win32'
  // With PostgreSQL nothing else creates the folder.
  if (isFile) mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  if (isFile) rmSync(path, { force: true })
  const server = createServer((request, response) => {
    handleRequest(options, request, response).catch((error: unknown) => {
      const refusal = options.onError(error)
      if (refusal) return reply(response, 200, refusal)
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

/** POST with `{ command, args, by, credential }`; 200 with a result or a refusal. */
async function handleRequest(
  { run }: CommandSocketOptions,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if (request.method !== 'POST') return reply(response, 405, { message: 'POST { command, args, by }' })
  const text = await bodyOf(request)
  if (text === null) return reply(response, 413, { message: 'The file is too large.' })
  const { command, args, by, credential } = JSON.parse(text) as Record<string, unknown>
  const operator = {
    by: cleanName(String(by ?? '')) ?? 'unknown',
    ...(typeof credential === 'string' ? { credential } : {}),
  }
  reply(response, 200, await run({ command, args, ...operator }))
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
