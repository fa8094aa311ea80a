import { request } from 'node:http'
import { json } from 'node:stream/consumers'
import { sendByFetch } from '@aitai/contract/api-client.ts'
import { basePath } from '@aitai/contract/routes/route.ts'
import type { AdminReply } from '@aitai/server/admin/admin-context.ts'
import type { AdminCommandArgs, AdminCommandName } from '@aitai/server/admin/command-arguments.ts'
import { demoPassword } from '@aitai/server/admin/demo/demo-accounts.ts'
import { adminSocketPath } from '@aitai/server/admin/socket-path.ts'
import { inject } from 'vitest'

/**
 * Runs an operator's command on the shared server, through the socket that `aitai` uses, and returns its result. What
 * waits for a second person is approved by the demonstration's administrator; a change that is then carried out has no
 * result, and anything else is run again. Starting `aitai` itself would cost most of a second for each command.
 */
export async function runAdminCommand<N extends AdminCommandName>(
  command: N,
  args: AdminCommandArgs<N>,
): Promise<unknown> {
  const reply = await new Promise<AdminReply>((resolve, reject) => {
    const sent = request(
      { socketPath: adminSocketPath(inject('dataDir')), method: 'POST', path: '/' },
      (response) => json(response).then((body) => resolve(body as AdminReply), reject),
    )
    sent.on('error', reject)
    sent.end(JSON.stringify({ command, args, by: 'a test' }))
  })
  if ('result' in reply) return reply.result
  const { approval } = reply.refusal
  if (!approval) throw new Error(`${command}: ${JSON.stringify(reply)}`)
  const email = 'administrator@aitai.example'
  const { token } = (await post('/login', { email, password: demoPassword })) as { token: string }
  const { state } = (await post('/operations/approve', { id: approval.id }, token)) as { state: string }
  return state === 'GRANTED' ? await runAdminCommand(command, args) : undefined
}

async function post(path: string, body: object, token?: string): Promise<unknown> {
  const { status, text } = await sendByFetch(new URL(inject('pageUrl')).origin, {
    method: 'POST',
    path: basePath + path,
    headers: { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) },
    body: JSON.stringify(body),
  })
  if (status !== 200) throw new Error(`${path} was answered with ${status} ${text}`)
  return JSON.parse(text)
}

/** The messages to an address that wait in the outbox, newest last. */
export async function messagesTo(email: string): Promise<string[]> {
  const messages = (await runAdminCommand('outbox', {})) as { recipient: string; body: string | null }[]
  return messages.flatMap(({ recipient, body }) => (recipient === email && body !== null ? [body] : []))
}
