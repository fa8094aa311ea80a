import fc from 'fast-check'
import { expect, test } from 'vitest'
import { orderBody, TestCounterparty } from './support/test-counterparty.ts'
import { OrderBook, openTestStore, report, startGateway } from './support/test-gateway.ts'
import { sessionConfig } from './support/test-session.ts'

test('a counterparty that never reads is disconnected, and another session does not notice', async () => {
  const birchConfig = { ...sessionConfig, id: 'birch', counterparty: 'BIRCH' }
  const { acceptor, event } = await startGateway(await openTestStore(), {
    sessions: [sessionConfig, birchConfig],
  })
  const alder = await TestCounterparty.connect(acceptor.port)
  const birch = await TestCounterparty.connect(acceptor.port, { compId: 'BIRCH' })
  await alder.logon()
  await birch.logon()
  alder.socket.pause()
  const text = 'x'.repeat(10_000)
  const session = acceptor.sessions.get('alder')
  while (session?.isLoggedOn) await session.send(...Array.from({ length: 50 }, () => report(text)))

  expect(await event('does not read')).toBeDefined()
  birch.order('B1')
  expect(await birch.receive()).toBe('2: 35=8|11=B1')
})

test('a burst that is larger than what waits in a socket reaches a counterparty that reads', async () => {
  const { acceptor } = await startGateway(await openTestStore())
  const alder = await TestCounterparty.connect(acceptor.port)
  await alder.logon()
  const text = 'x'.repeat(10_000)
  await acceptor.sessions.get('alder')?.send(...Array.from({ length: 500 }, () => report(text)))
  const reports = await alder.receiveAll(500)
  expect(reports.at(-1)).toBe(`501: 35=8|11=${text}`)
  alder.order('A1')
  expect(await alder.receive()).toBe('502: 35=8|11=A1')
})

test('a message of ten megabytes logs the session out before it is read', async () => {
  const { acceptor } = await startGateway(await openTestStore())
  const alder = await TestCounterparty.connect(acceptor.port)
  await alder.logon()
  alder.socket.write(alder.bytes('B', `58=${'x'.repeat(10_000_000)}`))
  expect(await alder.receiveAll(2)).toEqual(['2: 35=5|58=Message longer than 65536 bytes', 'closed'])
})

test('a garbled message is ignored, and asked for with the next one', async () => {
  const { acceptor } = await startGateway(await openTestStore())
  const alder = await TestCounterparty.connect(acceptor.port)
  await alder.logon()
  const garbled = alder.bytes('D', orderBody('A1'))
  garbled[30] = (garbled[30] as number) ^ 1
  alder.socket.write(garbled)
  alder.next += 1
  alder.order('A2')
  expect(await alder.receive()).toBe('2: 35=2|7=2|16=0')
  alder.sendAgain('D', 2, orderBody('A1'))
  expect(await alder.receiveAll(2)).toEqual(['3: 35=8|11=A1', '4: 35=8|11=A2'])
})

test('a thousand orders at once are answered in order', async () => {
  const { acceptor } = await startGateway(await openTestStore())
  const alder = await TestCounterparty.connect(acceptor.port)
  await alder.logon()
  const ids = Array.from({ length: 1_000 }, (_, index) => `A${index}`)
  for (const id of ids) alder.order(id)
  expect(await alder.receiveAll(1_000)).toEqual(ids.map((id, index) => `${index + 2}: 35=8|11=${id}`))
})

/** A message in which bytes were changed, inserted or lost. */
const damage = fc.record({
  at: fc.double({ min: 0, max: 1, noNaN: true }),
  bytes: fc.uint8Array({ maxLength: 8 }),
  lost: fc.integer({ min: 0, max: 8 }),
})

/** Fields that may be anything, framed rightly. */
const oddBody = fc
  .array(
    fc.tuple(
      fc.oneof(fc.constantFrom(7, 16, 34, 36, 43, 52, 55, 453, 448, 95), fc.nat(9_999)),
      fc.string({ minLength: 1, maxLength: 12 }),
    ),
  )
  .map((fields) =>
    fields.map(([tag, value]) => `${tag}=${value.replaceAll('|', '').replaceAll('\x01', '')}x`).join('|'),
  )

test('malformed messages neither stop the gateway nor reach the application', async () => {
  const application = new OrderBook()
  const { acceptor } = await startGateway(await openTestStore(), {
    application,
    sessions: [{ ...sessionConfig, resetOnLogon: true }],
  })
  const type = fc.constantFrom('D', '0', '1', '2', '3', '4', '5', 'A', '8', 'zz')
  const message = fc.record({ type, body: oddBody, damages: fc.array(damage, { maxLength: 2 }) })
  await fc.assert(
    fc.asyncProperty(fc.array(message, { minLength: 1, maxLength: 20 }), async (messages) => {
      application.calls.length = 0
      const alder = await TestCounterparty.connect(acceptor.port)
      await alder.logon()
      for (const { type: of, body, damages } of messages) {
        let bytes = alder.bytes(of, body)
        alder.next += 1
        for (const { at, bytes: inserted, lost } of damages) {
          const position = Math.floor(at * bytes.length)
          bytes = Buffer.concat([bytes.subarray(0, position), inserted, bytes.subarray(position + lost)])
        }
        alder.socket.write(bytes)
      }
      alder.socket.end()
      while ((await alder.receive()) !== 'closed');
      expect(application.orders).toEqual([])
      while (acceptor.sessions.get('alder')?.isLoggedOn) await new Promise((resolve) => setImmediate(resolve))
    }),
    { numRuns: Number(process.env.FIX_FUZZ_RUNS ?? 30) },
  )
  const alder = await TestCounterparty.connect(acceptor.port)
  expect(await alder.logon()).toBe('1: 35=A|98=0|108=30')
})
