import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { callApi, type SignedInSession, signIn } from '@aitai/contract/api-client.ts'
import { cancelAdvert, createAdvert, submitAdvert } from '@aitai/contract/routes/adverts.ts'
import { getEquities } from '@aitai/contract/routes/reference.ts'
import type { Advert, AdvertSubmission } from '@aitai/contract/schemas/adverts.ts'
import { encode } from '@aitai/gateway/wire/encoding.ts'
import { formatUtcTimestamp } from '@aitai/gateway/wire/utc-timestamp.ts'
import { demoPassword } from '@aitai/server/admin/demo/demo-accounts.ts'
import { startProcess } from '../harness/server-process.ts'
import { startGatewayProcess } from './gateway-process.ts'

/**
 * The time from an order to its report through gateway and durable server, beside the same by HTTP (draft and submit)
 * and beside QuickFIX's own acceptor, which only echoes. In turn, `ROUNDS` times. Needs g++ and Debian's package
 * libquickfix-dev.
 */
const rounds = Number(process.env.ROUNDS ?? 3)
const ordersPerRound = Number(process.env.ORDERS ?? 150)

/** One FIX session that waits for the reply to each message. */
class OmsSession {
  readonly #socket
  readonly #compId: string
  #seqNum = 0
  #tail = ''
  #wanted = ''
  #resolve = (): void => {}

  constructor(port: number, compId: string) {
    this.#compId = compId
    this.#socket = connect(port, '127.0.0.1').setNoDelay()
    this.#socket.on('data', (bytes) => {
      const text = this.#tail + bytes.toString('latin1')
      this.#tail = text.slice(-200)
      if (this.#wanted !== '' && text.includes(this.#wanted)) {
        this.#wanted = ''
        this.#resolve()
      }
    })
  }

  /** Sends a message and resolves when a text has arrived. */
  async send(type: string, body: string, wanted: string): Promise<void> {
    this.#seqNum += 1
    const header = `34=${this.#seqNum}\x0149=${this.#compId}\x0152=${formatUtcTimestamp(Date.now())}\x0156=AITAI\x01`
    const answered = new Promise<void>((resolve) => {
      this.#resolve = resolve
    })
    this.#tail = ''
    this.#wanted = wanted
    this.#socket.write(encode('FIX.4.4', type, header + body))
    await answered
  }

  close(): void {
    this.#socket.destroy()
  }
}

const now = (): string => formatUtcTimestamp(Date.now())

async function timed(act: () => Promise<unknown>): Promise<number> {
  const began = performance.now()
  await act()
  return performance.now() - began
}

/** Orders through the gateway, each cancelled before the next one. */
async function throughGateway(port: number, rics: readonly string[], round: number): Promise<number[]> {
  const session = new OmsSession(port, 'ALDER-OMS')
  const credentials = `553=ALDER-OMS\x01554=${demoPassword}\x01`
  await session.send('A', `98=0\x01108=30\x01141=Y\x01${credentials}`, '35=A')
  const times: number[] = []
  for (let order = 0; order < ordersPerRound; order += 1) {
    const id = `${round}-${order}`
    const of = `55=${rics[order % rics.length]}\x0154=1\x0160=${now()}\x01`
    const body = `11=${id}\x0118=M\x01${of}38=100000\x0140=P\x01`
    times.push(await timed(() => session.send('D', body, `\x0111=${id}\x01`)))
    await session.send('F', `41=${id}\x0111=${id}F\x01${of}`, `\x0111=${id}F\x01`)
  }
  session.close()
  return times
}

async function throughHttp(trader: SignedInSession, securityIds: readonly string[]): Promise<number[]> {
  const times: number[] = []
  for (let order = 0; order < ordersPerRound; order += 1) {
    const securityId = securityIds[order % securityIds.length] ?? ''
    let id = ''
    times.push(
      await timed(async () => {
        const draft = (await callApi(trader, createAdvert, { body: { securityId } })) as Advert
        const body = { ...draft, direction: 'BUY', shareQuantity: 100_000 } as unknown as AdvertSubmission
        id = (await callApi(trader, submitAdvert, { body })).id
      }),
    )
    await callApi(trader, cancelAdvert, { params: { id } })
  }
  return times
}

async function throughQuickFix(port: number): Promise<number[]> {
  const session = new OmsSession(port, 'ALDER')
  await session.send('A', '98=0\x01108=30\x01141=Y\x01', '35=A')
  const times: number[] = []
  for (let order = 0; order < ordersPerRound; order += 1) {
    const body = `11=A${order}\x0138=1000\x0154=1\x0155=7203.T\x01`
    times.push(await timed(() => session.send('D', body, `\x0111=A${order}\x01`)))
  }
  session.close()
  return times
}

function startQuickFix(folder: string, port: number): ChildProcess {
  const source = fileURLToPath(new URL('quickfix-acceptor.cpp', import.meta.url))
  const program = join(folder, 'acceptor')
  const flags = ['-std=c++14', '-O2', '-w', '-I/usr/include/quickfix']
  execFileSync('g++', [...flags, source, '-o', program, '-lquickfix', '-lpthread'])
  mkdirSync(join(folder, 'acceptor-store'))
  const settings = join(folder, 'acceptor-settings')
  const lines = [
    '[DEFAULT]',
    'ConnectionType=acceptor',
    `SocketAcceptPort=${port}`,
    'StartTime=00:00:00',
    'EndTime=00:00:00',
    `FileStorePath=${join(folder, 'acceptor-store')}`,
    'UseDataDictionary=N',
    '[SESSION]',
    'BeginString=FIX.4.4',
    'SenderCompID=AITAI',
    'TargetCompID=ALDER',
    '',
  ]
  writeFileSync(settings, lines.join('\n'))
  return spawn(program, [settings], { stdio: 'ignore' })
}

function summary(name: string, times: readonly number[]): { readonly p50: number; readonly p99: number } {
  const sorted = [...times].sort((one, other) => one - other)
  const at = (of: number): number => sorted[Math.floor(sorted.length * of)] ?? Number.NaN
  const [p50, p99] = [at(0.5), at(0.99)]
  console.log(`${name}: p50 ${p50.toFixed(2)} ms, p99 ${p99.toFixed(2)} ms (${sorted.length} orders)`)
  return { p50, p99 }
}

const folder = mkdtempSync(join(tmpdir(), 'aitai-fix-latency-'))
const server = startProcess(join(folder, 'server'), {
  CHANGES_PER_SECOND: '10000',
  READS_PER_SECOND: '10000',
})
const baseUrl = await server.ready
const gateway = await startGatewayProcess({ AITAI_URL: baseUrl, FIX_DATA_DIR: join(folder, 'fix') }, [
  '--demo',
])
const acceptorPort = gateway.port + 1
const acceptor = startQuickFix(folder, acceptorPort)
await wait(1_000)
try {
  const trader = await signIn(baseUrl, 'trader@cypress.example', demoPassword)
  const equities = (await callApi(trader, getEquities)).slice(0, 50)
  const [fix, http, echo]: [number[], number[], number[]] = [[], [], []]
  for (let round = 0; round < rounds; round += 1) {
    fix.push(
      ...(await throughGateway(
        gateway.port,
        equities.map(({ ric }) => ric),
        round,
      )),
    )
    http.push(
      ...(await throughHttp(
        trader,
        equities.map(({ equityId }) => equityId),
      )),
    )
    echo.push(...(await throughQuickFix(acceptorPort)))
  }
  console.log(`${cpus().length} processors, ${cpus()[0]?.model}, Node ${process.version}`)
  const [one, other] = [summary('FIX order to report', fix), summary('HTTP draft and submit', http)]
  summary("QuickFIX's echo", echo)
  console.log(`FIX to HTTP: p50 ${(one.p50 / other.p50).toFixed(2)}, p99 ${(one.p99 / other.p99).toFixed(2)}`)
} finally {
  acceptor.kill()
  await gateway.kill()
  await server.kill()
  rmSync(folder, { recursive: true, force: true })
}
