import { mkdtempSync, rmSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { parseDictionary } from '@aitai/gateway/dictionary/dictionary.ts'
import { startAcceptor } from '@aitai/gateway/sessions/acceptor.ts'
import type { SessionConfig } from '@aitai/gateway/sessions/session-config.ts'
import { becomeWriter, openStoreDatabase } from '@aitai/gateway/store/open-store.ts'
import { encode } from '@aitai/gateway/wire/encoding.ts'
import { fieldOf } from '@aitai/gateway/wire/fix-message.ts'
import { formatUtcTimestamp } from '@aitai/gateway/wire/utc-timestamp.ts'
import { dictionaryXml } from '../../gateway/test/support/test-dictionary.ts'
import { createRandom } from '../harness/random.ts'
import { RecoveringCounterparty } from './recovering-counterparty.ts'

/**
 * Sends `MESSAGES` malformed messages to one session while another one trades. None may stop the gateway or reach
 * the application, the other session must not notice, and memory must not grow. Needs `--expose-gc`.
 */
const messages = Number(process.env.MESSAGES ?? 100_000)
const seed = Number(process.env.SEED ?? Date.now() % 1_000_000)
const perConnection = 50
const random = createRandom(seed)
process.stdout.write(`SEED=${seed}\n`)

const folder = mkdtempSync(join(tmpdir(), 'aitai-fix-fuzz-'))
const database = await openStoreDatabase({ folder, databaseUrl: null })
const sessionOf = (counterparty: string, resetOnLogon: boolean): SessionConfig => ({
  id: counterparty,
  beginString: 'FIX.4.4',
  compId: 'AITAI',
  counterparty,
  dictionary: parseDictionary(dictionaryXml(4)),
  identity: { networks: [], certificates: [] },
  schedule: null,
  resetOnLogon,
})
const delivered: string[] = []
const acceptor = await startAcceptor({
  sessions: [sessionOf('ALDER', false), sessionOf('BIRCH', true)],
  store: await becomeWriter(database),
  application: {
    onLogon() {},
    onLogout() {},
    onMessage({ message }, { id }) {
      if (id === 'BIRCH') delivered.push(message.type)
      return [{ type: '8', fields: [[11, fieldOf(message, 11) ?? '']] }]
    },
  },
  host: '127.0.0.1',
  port: 0,
  limits: { waiting: 1_000, waitingPerAddress: 1_000 },
  onFailure: (error) => {
    throw error
  },
})

const types = ['D', '0', '1', '2', '3', '4', '5', 'A', '8', 'zz', '']
const tags = [
  7, 8, 9, 10, 16, 34, 35, 36, 43, 49, 52, 56, 58, 93, 95, 122, 123, 141, 453, 448, 627, 5_000, -1, 0,
]
const values = [
  '',
  '0',
  '1',
  '-1',
  'Y',
  'N',
  '9999999999999999999',
  'x=y',
  '約定',
  '20261126-00:00:00',
  '8=FIX.4.4',
]

/** Fields that may be anything, after a header that is usually right, with bytes changed, lost or repeated. */
function malformed(seqNum: number): Buffer {
  let body = `34=${seqNum}\x0149=BIRCH\x0152=${formatUtcTimestamp(Date.now())}\x0156=AITAI\x01`
  for (let fields = Math.floor(random.next() * 12); fields >= 0; fields -= 1)
    body += `${random.oneOf(tags)}=${random.oneOf(values)}\x01`
  const bytes = encode(random.oneOf(['FIX.4.4', 'FIX.4.4', 'FIX.4.2', 'FIX']), random.oneOf(types), body)
  if (random.next() < 0.5) return bytes
  const position = Math.floor(random.next() * bytes.length)
  const lost = Math.floor(random.next() * 10)
  const inserted = Buffer.from(Array.from({ length: lost }, () => Math.floor(random.next() * 256)))
  return Buffer.concat([
    bytes.subarray(0, position),
    inserted,
    bytes.subarray(position + Math.floor(random.next() * 10)),
  ])
}

async function sendMalformed(): Promise<void> {
  const socket: Socket = connect(acceptor.port, '127.0.0.1')
  socket.on('error', () => {})
  const closed = new Promise((resolve) => socket.once('close', resolve))
  socket.resume()
  const time = formatUtcTimestamp(Date.now())
  socket.write(encode('FIX.4.4', 'A', `34=1\x0149=BIRCH\x0152=${time}\x0156=AITAI\x0198=0\x01108=30\x01`))
  for (let index = 0; index < perConnection; index += 1) socket.write(malformed(index + 2))
  socket.end()
  await closed
  while (acceptor.sessions.get('BIRCH')?.isLoggedOn) await nextTurn()
}

const alder = new RecoveringCounterparty()
const trading = alder.run(acceptor.port)
const heaps: number[] = []
let orders = 0
for (let sent = 0; sent < messages; sent += perConnection) {
  await sendMalformed()
  orders += 1
  alder.order(`A${orders}`)
  if (sent % (messages / 4) < perConnection) {
    globalThis.gc?.()
    heaps.push(process.memoryUsage().heapUsed / 1e6)
  }
}
while (alder.reports.size < orders && alder.faults.length === 0) await nextTurn()
globalThis.gc?.()
heaps.push(process.memoryUsage().heapUsed / 1e6)
alder.logout()
await trading
await acceptor.close()
await database.close()
rmSync(folder, { recursive: true })

const shown = heaps.map((heap) => heap.toFixed(1)).join(', ')
process.stdout.write(
  `${messages} malformed messages, ${delivered.length} delivered; ${orders} orders of another session, ` +
    `${alder.faults.length} faults; heap by quarter ${shown} MB\n`,
)
const isFlat = (heaps.at(-1) ?? 0) < (heaps[1] ?? 0) + 10
process.exitCode = delivered.length === 0 && alder.faults.length === 0 && isFlat ? 0 : 1
