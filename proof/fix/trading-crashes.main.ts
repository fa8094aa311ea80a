import { strict as assert } from 'node:assert'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { callApi, signIn } from '@aitai/contract/api-client.ts'
import { advertList } from '@aitai/contract/routes/adverts.ts'
import { getEquities } from '@aitai/contract/routes/reference.ts'
import { becomeWriter, openStoreDatabase } from '@aitai/gateway/store/open-store.ts'
import { formatUtcTimestamp } from '@aitai/gateway/wire/utc-timestamp.ts'
import { demoPassword } from '@aitai/server/admin/demo/demo-accounts.ts'
import { type ServerProcess, startProcess } from '../harness/server-process.ts'
import { type GatewayProcess, startGatewayProcess } from './gateway-process.ts'
import { compileCounterparty, QuickFixProcess, storeFolder } from './quickfix-process.ts'

/**
 * Kills the server, the gateway or QuickFIX with SIGKILL at `CRASHES` random moments while orders are sent and
 * cancelled. Each request must have one report, each order one advert, and both ends must agree about the numbers
 * without a reset. Needs g++ and Debian's package libquickfix-dev.
 */
const crashes = Number(process.env.CRASHES ?? 200)
const lanes = 8
const longestRunMs = 1_500
const compId = 'ALDER-OMS'
const version = 'FIX.4.4'

/** Requests of the OMS that have no report yet, by ClOrdID. */
const open = new Map<string, string>()
/** The ExecIDs of the reports of each request. */
const reports = new Map<string, Set<string>>()
const accepted = new Set<string>()
let isEnding = false

const folder = mkdtempSync(join(tmpdir(), 'aitai-fix-crashes-'))
const program = compileCounterparty(folder)
const env = { CHANGES_PER_SECOND: '1000', READS_PER_SECOND: '1000', LOGINS_PER_NETWORK: '1000' }

let server: ServerProcess = startProcess(join(folder, 'server'), env)
const baseUrl = await server.ready
const { port } = new URL(baseUrl)
let gateway = await startGateway(0)
const fixPort = gateway.port
let counterparty = startCounterparty()

function startGateway(listenOn: number): Promise<GatewayProcess> {
  return startGatewayProcess(
    { AITAI_URL: baseUrl, FIX_DATA_DIR: join(folder, 'gateway'), FIX_PORT: String(listenOn) },
    ['--demo'],
  )
}

function startCounterparty(): QuickFixProcess {
  const started = new QuickFixProcess(program, {
    folder,
    version,
    port: fixPort,
    password: demoPassword,
    compIds: [compId],
    resetsOnLogon: false,
  })
  started.onMessage = ({ fields, text }) => {
    if (text === 'logon') for (const request of open.values()) started.send(compId, `${request}|97=Y`)
    const { 11: clOrdId, 17: execId, 150: execType } = fields
    if (fields['35'] === '3' || fields['35'] === 'j' || fields['35'] === '9') throw new Error(text)
    if (fields['35'] !== '8' || !clOrdId || !execId) return
    reports.set(clOrdId, (reports.get(clOrdId) ?? new Set()).add(execId))
    if (execType === '8') throw new Error(text)
    if (execType === '0') accepted.add(clOrdId)
    const wasOpen = open.delete(clOrdId)
    if (wasOpen) continueLane(clOrdId)
  }
  return started
}

// What has gone wrong in a listener must not leave processes behind.
process.on('uncaughtException', (error) => {
  console.error(error)
  void Promise.all([counterparty.kill(), gateway.kill(), server.kill()]).then(() => process.exit(1))
})

const now = (): string => formatUtcTimestamp(Date.now())

function sendRequest(clOrdId: string, request: string): void {
  open.set(clOrdId, request)
  counterparty.send(compId, request)
}

/** A lane sends an order in a security of its own, cancels it once it is accepted, and begins again. */
function continueLane(clOrdId: string): void {
  const [lane = '', count = '', step] = clOrdId.split('-')
  const ric = rics[Number(lane)]
  if (step === 'F') {
    if (isEnding) return
    const next = `${lane}-${Number(count) + 1}-D`
    sendRequest(next, `35=D|11=${next}|18=M|55=${ric}|54=1|60=${now()}|38=10000|40=P`)
  } else {
    const next = `${lane}-${count}-F`
    sendRequest(next, `35=F|11=${next}|41=${clOrdId}|55=${ric}|54=1|60=${now()}`)
  }
}

const trader = await signIn(baseUrl, 'trader@alder.example', demoPassword)
const rics = (await callApi(trader, getEquities)).slice(0, lanes).map(({ ric }) => ric)
await counterparty.event(compId, 'logon')
for (let lane = 0; lane < lanes; lane += 1) continueLane(`${lane}-0-F`)

const crashesOf = { server: 0, gateway: 0, counterparty: 0 }
for (let crash = 0; crash < crashes; crash += 1) {
  await wait(Math.random() * longestRunMs)
  const victim = (['gateway', 'counterparty', 'server'] as const)[crash % 3] ?? 'gateway'
  crashesOf[victim] += 1
  if (victim === 'gateway') {
    await gateway.kill()
    gateway = await startGateway(fixPort)
  } else if (victim === 'counterparty') {
    await counterparty.kill()
    counterparty = startCounterparty()
  } else {
    await server.kill()
    server = startProcess(join(folder, 'server'), { ...env, PORT: port })
    await server.ready
  }
}

isEnding = true
const until = Date.now() + 60_000
while (open.size > 0) {
  assert.ok(Date.now() < until, `no report about ${[...open.keys()].join(', ')}`)
  await wait(50)
}
const again = await signIn(baseUrl, 'trader@alder.example', demoPassword)
const adverts = (await callApi(again, advertList)).filter(
  ({ advertisementStatus: status }) => status !== 'UNSENT',
)
await counterparty.stop()
await gateway.stop()
await server.stop()

const repeated = [...reports].filter(([, execIds]) => execIds.size > 1)
assert.deepEqual(repeated, [], 'requests with more than one report')
assert.equal(adverts.length, accepted.size, 'one advert for each accepted order')
const [sent, received] = readFileSync(
  join(storeFolder(folder, version), `${version}-${compId}-AITAI.seqnums`),
  'utf8',
)
  .split(':')
  .map(Number)
const database = await openStoreDatabase({ folder: join(folder, 'gateway'), databaseUrl: null })
const numbers = await (await becomeWriter(database)).session(compId.toLowerCase())
await database.close()
rmSync(folder, { recursive: true, force: true })
assert.deepEqual({ nextIn: numbers.nextIn, nextOut: numbers.nextOut }, { nextIn: sent, nextOut: received })
console.log(
  `${crashes} crashes (${crashesOf.gateway} gateway, ${crashesOf.counterparty} QuickFIX, ${crashesOf.server} server): ` +
    `${reports.size} requests, 0 lost, 0 reported twice; ${accepted.size} orders, ${adverts.length} adverts; numbers agree: ${sent}, ${received}`,
)
