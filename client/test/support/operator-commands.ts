import { request } from 'node:http'
import { json } from 'node:stream/consumers'
import type { AdminReply } from '@aitai/server/admin/admin-context.ts'
import type { AdminCommandArgs, AdminCommandName } from '@aitai/server/admin/command-arguments.ts'
import { adminSocketPath } from '@aitai/server/admin/socket-path.ts'
import { inject } from 'vitest'

/**
 * Runs an operator's command on the shared server, through the socket that `aitai` uses, and returns its result.
 * Starting `aitai` itself would cost most of a second for each command.
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
  if (!('result' in reply)) throw new Error(`${command}: ${JSON.stringify(reply)}`)
  return reply.result
}

/** The messages to an address that wait in the outbox, newest last. */
export async function messagesTo(email: string): Promise<string[]> {
  const messages = (await runAdminCommand('outbox', {})) as { recipient: string; body: string | null }[]
  return messages.flatMap(({ recipient, body }) => (recipient === email && body !== null ? [body] : []))
}
