import { connect, type Socket } from 'node:net'
import { type ConnectionOptions, connect as connectTls } from 'node:tls'
import { onTestFinished } from 'vitest'
import { decode, encode, encodeFields } from '../../src/wire/encoding.ts'
import type { FixMessage } from '../../src/wire/fix-message.ts'
import { FrameReader } from '../../src/wire/frame-reader.ts'
import { formatUtcTimestamp } from '../../src/wire/utc-timestamp.ts'
import { fieldsOf, textOf } from './text-message.ts'

const shownElsewhere = new Set([34, 49, 52, 56, 122])

/** Another FIX engine at the other end of a connection, which sends what a test gives it. */
export class TestCounterparty {
  readonly socket: Socket
  readonly compId: string
  readonly #frames = new FrameReader(1 << 20)
  readonly #received: FixMessage[] = []
  readonly #waiting: ((message: FixMessage | null) => void)[] = []
  #isClosed = false
  beginString = 'FIX.4.4'
  /** The number of its next message. */
  next = 1

  private constructor(socket: Socket, compId: string) {
    this.socket = socket
    this.compId = compId
    socket.on('error', () => {})
    socket.on('data', (bytes) => {
      for (const frame of this.#frames.push(bytes)) {
        if (frame.type !== 'message') throw new Error(`the gateway sent a ${frame.type} message`)
        this.#take(decode(frame.bytes).message)
      }
    })
    socket.on('close', () => {
      this.#isClosed = true
      for (const resolve of this.#waiting.splice(0)) resolve(null)
    })
    onTestFinished(() => void socket.destroy())
  }

  static async connect(
    port: number,
    { compId = 'ALDER', tls }: { compId?: string; tls?: ConnectionOptions } = {},
  ) {
    const socket = tls ? connectTls({ ...tls, port, host: '127.0.0.1' }) : connect(port, '127.0.0.1')
    const counterparty = new TestCounterparty(socket, compId)
    await new Promise<void>((resolve) => {
      socket.once(tls ? 'secureConnect' : 'connect', resolve)
      socket.once('close', () => resolve())
    })
    return counterparty
  }

  #take(message: FixMessage): void {
    const resolve = this.#waiting.shift()
    if (resolve) resolve(message)
    else this.#received.push(message)
  }

  /** Returns a message as bytes. */
  bytes(type: string, body: string, { seqNum = this.next, header = '', at = Date.now() } = {}): Buffer {
    const head = `34=${seqNum}|49=${this.compId}|52=${formatUtcTimestamp(at)}|56=AITAI`
    const fields = [head, header, body].filter((part) => part !== '').join('|')
    return encode(this.beginString, type, encodeFields(fieldsOf(fields)))
  }

  /** Sends a message with the next number. */
  send(type: string, body = '', header = ''): void {
    this.socket.write(this.bytes(type, body, { header }))
    this.next += 1
  }

  /** Sends a message with an earlier number again. */
  sendAgain(type: string, seqNum: number, body = ''): void {
    const header = `43=Y|122=${formatUtcTimestamp(Date.now() - 1_000)}`
    this.socket.write(this.bytes(type, body, { seqNum, header }))
  }

  order(clOrdId: string): void {
    this.send('D', orderBody(clOrdId))
  }

  async logon(body = '98=0|108=30'): Promise<string> {
    this.send('A', body)
    return await this.receive()
  }

  /** Returns the next message, for example `2: 35=0|112=a`, or the end of the connection. */
  async receive(): Promise<string> {
    const message = await this.#next()
    if (message === null) return 'closed'
    const seqNum = message.fields.find(([tag]) => tag === 34)?.[1]
    const fields = message.fields.filter(([tag]) => !shownElsewhere.has(tag))
    return `${seqNum}: ${textOf({ type: message.type, fields })}`
  }

  async receiveAll(count: number): Promise<string[]> {
    const texts: string[] = []
    while (texts.length < count) texts.push(await this.receive())
    return texts
  }

  async #next(): Promise<FixMessage | null> {
    const message = this.#received.shift()
    if (message || this.#isClosed) return message ?? null
    return await new Promise((resolve) => this.#waiting.push(resolve))
  }
}

export const orderBody = (clOrdId: string): string => `11=${clOrdId}|55=7203.T|54=1`
