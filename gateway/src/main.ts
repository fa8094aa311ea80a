import { parseArgs } from 'node:util'
import { ConfigError } from '@aitai/server/config.ts'
import { DatabaseLocked } from '@aitai/server/database/open-database.ts'
import { createLog } from '@aitai/server/observability/log.ts'
import { startGateway } from './gateway.ts'
import { type GatewayConfig, readGatewayConfig } from './gateway-config.ts'

const log = createLog('info')

/** Ends the process: 2 for a wrong configuration, 1 for everything else. */
function end(error: unknown): never {
  const isExpected = error instanceof ConfigError || error instanceof DatabaseLocked
  console.error(isExpected ? error.message : error)
  process.exit(error instanceof ConfigError ? 2 : 1)
}

function configOrEnd(): GatewayConfig {
  try {
    const { values } = parseArgs({ options: { demo: { type: 'boolean' } } })
    return readGatewayConfig(process.env, { isDemo: values.demo ?? false })
  } catch (error) {
    return end(error)
  }
}

const config = configOrEnd()
try {
  const gateway = await startGateway(config, {
    log: ({ sessionId, direction, text }) => log.info({ session: sessionId, direction }, text),
    onFailure: end,
    onWaiting: () => log.info('waiting until no other gateway serves the sessions'),
  })
  for (const signal of ['SIGTERM', 'SIGINT'] as const)
    process.once(signal, () => {
      gateway.close().then(() => process.exit(0), end)
    })
  const names = [
    ...config.sessions.map(({ counterparty, version }) => `${counterparty} (${version})`),
    ...config.folders.map(({ folder }) => folder),
  ]
  console.log(
    `The FIX gateway of ${config.compId} listens on ${config.host}:${gateway.port} for ${config.serverUrl}: ${names.join(', ')}`,
  )
} catch (error) {
  end(error)
}
