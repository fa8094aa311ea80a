import { request } from 'node:http'
import { json } from 'node:stream/consumers'
import type { AdminReply } from '@aitai/server/admin/admin-context.ts'
import type { AdminCommandArgs, AdminCommandName } from '@aitai/server/admin/command-arguments.ts'
import { adminSocketPath } from '@aitai/server/admin/socket-path.ts'
import { inject } from 'vitest'
import { approveAsAdministrator } from '../../../server/test/support/console/demo-administrator.ts'

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
  const state = await approveAsAdministrator(new URL(inject('pageUrl')).origin, approval.id)
  return state === 'GRANTED' ? await runAdminCommand(command, args) : undefined
}

/** The messages to an address that wait in the outbox, newest last. */
export async function messagesTo(email: string): Promise<string[]> {
  const messages = (await runAdminCommand('outbox', {})) as { recipient: string; body: string | null }[]
  return messages.flatMap(({ recipient, body }) => (recipient === email && body !== null ? [body] : []))
}
