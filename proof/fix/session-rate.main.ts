import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { encode } from '@aitai/gateway/wire/encoding.ts'
import { formatUtcTimestamp } from '@aitai/gateway/wire/utc-timestamp.ts'

/**
 * Measures the session layer alone, which stores on the disk: the time from an order to its reply, one after the
 * other, and the orders that are answered in a second when `ORDERS` come at once. `REFERENCE_PORT` names QuickFIX's
 * acceptor (`quickfix-acceptor.cpp`), with a session between ALDER and AITAI, to be measured in turn.
 */
const orders = Number(process.env.ORDERS ?? 20_000)
const rounds = Number(process.env.ROUNDS ?? 3)
const pings = 2_000
const trailer = '\x0110='

class Load {
  readonly #socket
  #seqNum = 0
  #received = 0
  #tail = ''
  #awaited = 0
  #resolve = (): void => {}

  constructor(port: number) {
    this.#socket = connect(port, '127.0.0.1').setNoDelay()
    this.#socket.on('data', (bytes) => {
      const text = this.#tail + bytes.toString('latin1')
      this.#received += text.split(trailer).length - 1
      this.#tail = text.slice(-trailer.length + 1)
      if (this.#received >= this.#awaited) this.#resolve()
    })
  }

  message(type: string, body: string): Buffer {
    this.#seqNum += 1
    const header = `34=${this.#seqNum}\x0149=ALDER\x0152=${formatUtcTimestamp(Date.now())}\x0156=AITAI\x01`
    return encode('FIX.4.4', type, header + body)
  }

  order(): Buffer {
    return this.message('D', `11=A${this.#seqNum}\x0138=1000\x0154=1\x0155=7203.T\x01`)
  }

  /** Writes bytes and resolves after so many replies to them. */
  async send(bytes: Buffer, replies: number): Promise<void> {
    this.#awaited = this.#received + replies
    const answered = new Promise<void>((resolve) => {
      this.#resolve = resolve
    })
    this.#socket.write(bytes)
    await answered
  }

  async close(): Promise<void> {
    await this.send(this.message('5', ''), 1)
    await new Promise((resolve) => this.#socket.once('close', resolve))
  }
}

async function measure(name: string, port: number): Promise<void> {
  const load = new Load(port)
  await load.send(load.message('A', '98=0\x01108=30\x01141=Y\x01'), 1)
  const times: number[] = []
  for (let ping = 0; ping < pings; ping += 1) {
    const began = performance.now()
    await load.send(load.order(), 1)
    times.push(performance.now() - began)
  }
  times.sort((left, right) => left - right)
  const burst = Buffer.concat(Array.from({ length: orders }, () => load.order()))
  const began = performance.now()
  await load.send(burst, orders)
  const perSecond = (orders / (performance.now() - began)) * 1_000
  await load.close()
  const quantile = (of: number): string => (times[Math.floor(pings * of)] as number).toFixed(2)
  process.stdout.write(
    `${name}: p50 ${quantile(0.5)} ms, p99 ${quantile(0.99)} ms, ${Math.round(perSecond)} orders a second\n`,
  )
}

const folder = mkdtempSync(join(tmpdir(), 'aitai-fix-rate-'))
const child = spawn(process.execPath, [join(import.meta.dirname, 'echo-gateway.main.ts')], {
  env: { ...process.env, FOLDER: folder },
  stdio: ['ignore', 'pipe', 'inherit'],
})
const port = await new Promise<number>((resolve) =>
  child.stdout.once('data', (text) => resolve(Number(text))),
)
const reference = process.env.REFERENCE_PORT
for (let round = 0; round < rounds; round += 1) {
  await measure('Aitai', port)
  if (reference) await measure('QuickFIX', Number(reference))
}
child.kill('SIGTERM')
await new Promise((resolve) => child.once('exit', resolve))
rmSync(folder, { recursive: true })
