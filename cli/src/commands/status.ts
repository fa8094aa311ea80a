import { sendAdminCommand } from '../admin-client.ts'
import { command } from '../command.ts'
import { countGatewaySessions } from '../fix-gateway.ts'
import { factLines } from '../output.ts'

export const status = command({
  name: 'status',
  summary: 'Show the state of the installation',
  flags: {},
  async run() {
    const installation = (await sendAdminCommand('status', {})) as Readonly<Record<string, unknown>>
    const fixGateway = await countGatewaySessions()
    const result = fixGateway === null ? installation : { ...installation, fixGateway }
    return { result, text: factLines(withPlainPid(result)).join('\n') }
  },
})

/** The number of the process as other programs print it, without separators. */
function withPlainPid(result: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const server = result.server as { readonly pid?: number | null } | undefined
  return server?.pid ? { ...result, server: { ...server, pid: String(server.pid) } } : result
}
