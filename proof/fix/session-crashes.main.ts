import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { becomeWriter, openStoreDatabase } from '@aitai/gateway/store/open-store.ts'
import { RecoveringCounterparty } from './recovering-counterparty.ts'

/**
 * Kills the session layer with SIGKILL, or cuts its connection, at `CRASHES` random moments while orders flow. Every
 * order must be reported once, and both ends must agree about both numbers, without a reset. With `DATABASE_URL`, an
 * empty PostgreSQL, a second gateway waits each time and takes over.
 */
const crashes = Number(process.env.CRASHES ?? 200)
const longestRunMs = 120
const databaseUrl = process.env.DATABASE_URL ?? null
const folder = mkdtempSync(join(tmpdir(), 'aitai-fix-crashes-'))
const counterparty = new RecoveringCounterparty()
let orders = 0

interface Gateway {
  readonly child: ChildProcess
  readonly port: Promise<number>
}

function start(): Gateway {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'echo-gateway.main.ts')], {
    env: { ...process.env, FOLDER: folder, TAKEOVER_MS: '300' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const port = new Promise<number>((resolve) => child.stdout?.once('data', (text) => resolve(Number(text))))
  return { child, port }
}

/** Sends orders in bursts until the connection has ended. */
async function trade(ended: Promise<unknown>): Promise<void> {
  let isOver = false
  void ended.then(() => {
    isOver = true
  })
  while (!isOver) {
    for (let burst = Math.floor(Math.random() * 20); burst > 0; burst -= 1) {
      orders += 1
      counterparty.order(`A${orders}`)
    }
    await wait(1)
  }
}

let running = start()
// Two processes cannot open the same SQLite.
let standby = databaseUrl === null ? null : start()
let killed = 0
for (let crash = 0; crash < crashes; crash += 1) {
  const connection = counterparty.run(await running.port)
  const trading = trade(connection)
  await wait(Math.random() * longestRunMs)
  const isKill = crash % 4 !== 0
  if (isKill) running.child.kill('SIGKILL')
  else counterparty.drop()
  await trading
  if (!isKill) continue
  killed += 1
  running = standby ?? start()
  if (standby) standby = start()
}

const connection = counterparty.run(await running.port)
while (counterparty.reports.size < orders && counterparty.faults.length === 0) await wait(20)
counterparty.logout()
await connection
standby?.child.kill('SIGKILL')
running.child.kill('SIGTERM')
await new Promise((resolve) => running.child.once('exit', resolve))

const database = await openStoreDatabase({ folder, databaseUrl })
const numbers = await (await becomeWriter(database)).session('alder')
await database.close()
rmSync(folder, { recursive: true })

const lost = orders - counterparty.reports.size
const twice = [...counterparty.reports.values()].filter((reports) => reports.length > 1).length
const agree = numbers.nextIn === counterparty.nextOut && numbers.nextOut === counterparty.nextIn
process.stdout.write(
  `${killed} killed gateways and ${crashes - killed} cut connections, ${orders} orders: ${lost} lost, ${twice} reported twice, ` +
    `numbers ${agree ? 'agree' : 'differ'}, ${counterparty.faults.length} faults\n`,
)
for (const fault of counterparty.faults.slice(0, 10)) process.stdout.write(`${fault}\n`)
process.exitCode = lost === 0 && twice === 0 && agree && counterparty.faults.length === 0 ? 0 : 1
