import { onTestFinished } from 'vitest'
import { Operator } from '../../../server/test/support/operator.ts'
import { startTestServer, type TestServer } from '../../../server/test/support/test-server.ts'
import { type Gateway, startGateway } from '../../src/gateway.ts'
import type { GatewayConfig } from '../../src/gateway-config.ts'
import type { SessionEntry } from '../../src/session-entry.ts'
import { TestCounterparty } from './test-counterparty.ts'
import { temporaryFolder } from './test-gateway.ts'

/** A real server, and a real gateway in front of it, with sessions for two institutions and a broker. */
export interface TradingGateway {
  readonly desk: TestServer
  /** The log of the gateway. */
  readonly events: readonly string[]
  /** The folder of its store. */
  readonly folder: string
  /** What its metrics say now, in the Prometheus format. */
  metrics(): Promise<string>
  /** Connects a counterparty that is logged on. */
  logsOn(counterparty: string, body?: string): Promise<TestCounterparty>
  /** Ends the gateway and starts another one on the same store. */
  restart(): Promise<void>
}

export async function startTrading(version: SessionEntry['version'] = 'FIX.4.4'): Promise<TradingGateway> {
  const desk = await startTestServer({ brokers: ['Hinoki', 'Kaede'] })
  const operator = new Operator(desk)
  const entries: SessionEntry[] = []
  for (const firm of ['Alder', 'Birch']) {
    await operator.runs('firm change', { firm, omsAnswers: true, reason: 'agreed with the institution' })
    const user = `trader@${firm.toLowerCase()}.example`
    const credential = await desk.issuesCredential({ firm, users: [user] })
    entries.push({
      id: firm.toLowerCase(),
      version,
      counterparty: `${firm.toUpperCase()}-OMS`,
      type: 'orders',
      user,
      credential,
    })
  }
  const user = 'broker@hinoki.example'
  const credential = await desk.issuesCredential({ broker: 'Hinoki', users: [user] })
  entries.push({ id: 'hinoki', version, counterparty: 'HINOKI', type: 'dropCopy', user, credential })
  const folder = temporaryFolder()
  const config: GatewayConfig = {
    serverUrl: desk.url,
    host: '127.0.0.1',
    port: 0,
    compId: 'AITAI',
    folder,
    databaseUrl: null,
    tls: null,
    logsMessages: false,
    metricsPort: 0,
    sessions: entries,
    folders: [],
  }
  const events: string[] = []
  const start = async (): Promise<Gateway> => {
    const gateway = await startGateway(config, {
      log: ({ text }) => void events.push(text),
      onFailure: (error) => void events.push(`failed: ${String(error)}`),
    })
    return gateway
  }
  let running = await start()
  onTestFinished(() => running.close())
  return {
    desk,
    events,
    folder,
    async metrics() {
      return await (await fetch(`http://127.0.0.1:${running.metricsPort}/metrics`)).text()
    },
    async logsOn(compId, body) {
      const counterparty = await TestCounterparty.connect(running.port, { compId })
      counterparty.beginString = version
      await counterparty.logon(body)
      return counterparty
    },
    async restart() {
      await running.close()
      running = await start()
    },
  }
}
