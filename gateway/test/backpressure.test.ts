import { connect, createServer, type Socket } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import type { OutgoingMessage, ReceivedMessage } from '../src/sessions/application.ts'
import { Connection } from '../src/sessions/connection.ts'
import { OutgoingStream } from '../src/sessions/outgoing-stream.ts'
import { becomeWriter } from '../src/store/open-store.ts'
import { TestCounterparty } from './support/test-counterparty.ts'
import { OrderBook, openTestStore, startGateway } from './support/test-gateway.ts'
import { sessionConfig } from './support/test-session.ts'

/** Two ends of a connection, of which the first does not read. */
async function socketPair(): Promise<{ readonly reader: Socket; readonly writer: Socket }> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const accepted = new Promise<Socket>((resolve) => server.once('connection', resolve))
  const address = server.address()
  const reader = connect(typeof address === 'object' ? (address?.port ?? 0) : 0, '127.0.0.1').pause()
  const writer = await accepted
  onTestFinished(() => {
    reader.destroy()
    writer.destroy()
    server.close()
  })
  return { reader, writer }
}

test('what a counterparty has not read waits outside of the socket, until it reads', async () => {
  const { reader, writer } = await socketPair()
  const connection = new Connection(writer, () => {})
  const stream = new OutgoingStream({
    config: sessionConfig,
    store: await becomeWriter(await openTestStore()),
    now: Date.now,
    log: null,
    mayRead: () => true,
    onFailure: () => {},
  })
  const bytes = Buffer.alloc(50_000)
  let isDone = () => {}
  const done = new Promise<void>((resolve) => {
    isDone = resolve
  })
  stream.follow([
    ...Array.from({ length: 400 }, () => ({ type: 'write', connection, bytes }) as const),
    { type: 'call', call: isDone },
  ])
  expect(writer.writableLength).toBeLessThan(400_000)
  expect(writer.isPaused()).toBe(true)

  let received = 0
  const whole = new Promise<void>((resolve) => {
    reader.on('data', (chunk) => {
      received += chunk.length
      if (received === 400 * bytes.length) resolve()
    })
  })
  reader.resume()
  await done
  await whole
  expect(writer.isPaused()).toBe(false)
})

/** Answers each order in a later turn, and notes how many messages wait. */
class BusyBook extends OrderBook {
  most = 0
  waiting = (): number => 0

  override async onMessage(received: ReceivedMessage): Promise<readonly OutgoingMessage[]> {
    await new Promise((resolve) => setImmediate(resolve))
    this.most = Math.max(this.most, this.waiting())
    return await super.onMessage(received)
  }
}

test('no more is read than the application can be given soon', async () => {
  const application = new BusyBook()
  const { acceptor } = await startGateway(await openTestStore(), { application })
  application.waiting = () => acceptor.sessions.get('alder')?.status.inWork ?? 0
  const alder = await TestCounterparty.connect(acceptor.port)
  await alder.logon()
  for (let order = 0; order < 3_000; order += 1) alder.order(`A${order}`)
  expect((await alder.receiveAll(3_000)).at(-1)).toBe('3001: 35=8|11=A2999')
  expect(application.most).toBeGreaterThan(256)
  // Beyond 512 there is only what a single read of the socket brought.
  expect(application.most).toBeLessThan(1_300)
})
