import { expect, test } from 'vitest'
import type { OutgoingMessage, ReceivedMessage } from '../src/sessions/application.ts'
import { becomeWriter } from '../src/store/open-store.ts'
import { orderBody, TestCounterparty } from './support/test-counterparty.ts'
import { OrderBook, openTestStore, report, startGateway } from './support/test-gateway.ts'
import { morning, sessionConfig } from './support/test-session.ts'

/** An application that has its replies ready only when a test says so. */
class SlowBook extends OrderBook {
  readonly #ready: ((replies: readonly OutgoingMessage[]) => void)[] = []

  override async onMessage(received: ReceivedMessage): Promise<readonly OutgoingMessage[]> {
    const replies = await super.onMessage(received)
    return await new Promise((resolve) => this.#ready.push(() => resolve(replies)))
  }

  /** Finishes an order that is in work, the oldest unless it says which. */
  finish(index = 0): void {
    this.#ready.splice(index, 1)[0]?.([])
  }

  /** Resolves when this many orders have arrived. */
  async whenAt(count: number): Promise<void> {
    while (this.orders.length < count) await new Promise((resolve) => setImmediate(resolve))
  }
}

test('after a restart both numbers go on, and what was sent is sent again on request', async () => {
  const database = await openTestStore()
  const first = await startGateway(database)
  const alder = await TestCounterparty.connect(first.acceptor.port)
  await alder.logon()
  for (const id of ['A1', 'A2', 'A3']) alder.order(id)
  expect(await alder.receiveAll(3)).toEqual(['2: 35=8|11=A1', '3: 35=8|11=A2', '4: 35=8|11=A3'])
  await first.kill()
  // What could not be stored was not sent.
  expect(await alder.receive()).toBe('closed')

  const application = new OrderBook()
  const { acceptor } = await startGateway(database, { application })
  const again = await TestCounterparty.connect(acceptor.port)
  again.next = 5
  expect(await again.logon()).toBe('5: 35=A|98=0|108=30')
  again.send('2', '7=1|16=0')
  expect(await again.receiveAll(5)).toEqual([
    '1: 35=4|43=Y|36=2|123=Y',
    '2: 35=8|43=Y|11=A1',
    '3: 35=8|43=Y|11=A2',
    '4: 35=8|43=Y|11=A3',
    '5: 35=4|43=Y|36=6|123=Y',
  ])
  expect(application.orders).toEqual([])
})

test('messages that were stored with another credential are replaced by one gap fill, however many they are', async () => {
  const database = await openTestStore()
  const writer = async (credential: string) => {
    const store = await becomeWriter(database)
    store.encryptMessages('alder', credential)
    return store
  }
  const first = await startGateway(database, { store: await writer('the first') })
  const before = await TestCounterparty.connect(first.acceptor.port)
  await before.logon()
  // More than are read at once.
  for (let n = 1; n <= 450; n += 1) before.order(`A${n}`)
  await before.receiveAll(450)
  await first.kill()

  const { acceptor } = await startGateway(database, { store: await writer('the second') })
  const alder = await TestCounterparty.connect(acceptor.port)
  alder.next = 452
  await alder.logon()
  alder.order('B1')
  await alder.receive()
  alder.send('2', '7=1|16=0')
  expect(await alder.receiveAll(2)).toEqual(['1: 35=4|43=Y|36=453|123=Y', '453: 35=8|43=Y|11=B1'])
})

test('an order that was processed is not processed again when it is repeated', async () => {
  const application = new OrderBook()
  const { acceptor } = await startGateway(await openTestStore(), { application })
  const alder = await TestCounterparty.connect(acceptor.port)
  await alder.logon()
  alder.order('A1')
  await alder.receive()
  alder.sendAgain('D', 2, orderBody('A1'))
  alder.order('A2')
  expect(await alder.receive()).toBe('3: 35=8|11=A2')
  expect(application.orders).toEqual(['D A1', 'D A2'])
})

test('an order that was not confirmed is asked for again after a crash', async () => {
  const database = await openTestStore()
  const slow = new SlowBook()
  const first = await startGateway(database, { application: slow })
  const alder = await TestCounterparty.connect(first.acceptor.port)
  await alder.logon()
  for (const id of ['A1', 'A2', 'A3']) alder.order(id)
  await slow.whenAt(1)
  slow.finish()
  expect(await alder.receive()).toBe('2: 35=8|11=A1')
  await slow.whenAt(2)
  await first.kill()

  const application = new OrderBook()
  const { acceptor } = await startGateway(database, { application })
  const again = await TestCounterparty.connect(acceptor.port)
  again.next = 5
  again.send('A', '98=0|108=30')
  expect(await again.receiveAll(2)).toEqual(['3: 35=A|98=0|108=30', '4: 35=2|7=3|16=0'])
  for (const [seqNum, id] of [
    [3, 'A2'],
    [4, 'A3'],
  ] as const)
    again.sendAgain('D', seqNum, orderBody(id))
  again.sendAgain('4', 5, '36=6|123=Y')
  expect(await again.receiveAll(2)).toEqual(['5: 35=8|11=A2', '6: 35=8|11=A3'])
  expect(application.orders).toEqual(['D A2 again', 'D A3 again'])
})

test('several orders are in work at the same time, and each is confirmed after the ones before it', async () => {
  const database = await openTestStore()
  const slow = Object.assign(new SlowBook(), { concurrency: 2 })
  const first = await startGateway(database, { application: slow })
  const alder = await TestCounterparty.connect(first.acceptor.port)
  await alder.logon()
  for (const id of ['A1', 'A2', 'A3']) alder.order(id)
  await slow.whenAt(2)
  expect(slow.orders).toEqual(['D A1', 'D A2'])
  slow.finish()
  expect(await alder.receive()).toBe('2: 35=8|11=A1')
  await slow.whenAt(3)
  await first.kill()

  expect(await (await becomeWriter(database)).session('alder')).toMatchObject({ nextIn: 3, nextOut: 3 })
})

test('an order that is finished before the one ahead of it is not confirmed before it', async () => {
  const database = await openTestStore()
  const slow = Object.assign(new SlowBook(), { concurrency: 2 })
  const first = await startGateway(database, { application: slow })
  const alder = await TestCounterparty.connect(first.acceptor.port)
  await alder.logon()
  for (const id of ['A1', 'A2']) alder.order(id)
  await slow.whenAt(2)
  slow.finish(1)
  expect(await alder.receive()).toBe('2: 35=8|11=A2')
  await first.kill()

  expect(await (await becomeWriter(database)).session('alder')).toMatchObject({ nextIn: 2, nextOut: 3 })
})

test('nothing is on the wire before it is stored', async () => {
  const database = await openTestStore()
  const store = await becomeWriter(database)
  const commit = store.commit.bind(store)
  let stored = 1
  const early: string[] = []
  store.commit = async (changes) => {
    await commit(changes)
    for (const { nextOut } of changes) stored = nextOut
  }
  const { acceptor } = await startGateway(database, {
    store,
    log: ({ direction, text }) => {
      const seqNum = Number(/\|34=(\d+)/.exec(text)?.[1])
      if (direction === 'out' && seqNum >= stored) early.push(text)
    },
  })
  const alder = await TestCounterparty.connect(acceptor.port)
  await alder.logon()
  for (let order = 0; order < 50; order += 1) alder.order(`A${order}`)
  expect(await alder.receiveAll(50)).toHaveLength(50)
  expect(early).toEqual([])
})

test('what is sent while the counterparty is away is a gap that it notices', async () => {
  const { acceptor } = await startGateway(await openTestStore())
  const session = acceptor.sessions.get('alder')
  await session?.send(report('B1'), report('B2'))
  const alder = await TestCounterparty.connect(acceptor.port)
  expect(await alder.logon()).toBe('3: 35=A|98=0|108=30')
  alder.send('2', '7=1|16=0')
  expect(await alder.receiveAll(3)).toEqual([
    '1: 35=8|43=Y|11=B1',
    '2: 35=8|43=Y|11=B2',
    '3: 35=4|43=Y|36=4|123=Y',
  ])
})

test('a message with a name is sent once, also after a restart', async () => {
  const database = await openTestStore()
  const first = await startGateway(database)
  await first.acceptor.sessions.get('alder')?.send(report('B1', 'E1'), report('B1', 'E1'))
  await first.kill()

  const { acceptor } = await startGateway(database)
  await acceptor.sessions.get('alder')?.send(report('B1', 'E1'), report('B2', 'E2'))
  const alder = await TestCounterparty.connect(acceptor.port)
  expect(await alder.logon()).toBe('3: 35=A|98=0|108=30')
})

test('a message that cannot be encoded takes no number', async () => {
  const { acceptor } = await startGateway(await openTestStore())
  const session = acceptor.sessions.get('alder')
  await expect(session?.send(report('a\x01b'))).rejects.toThrow('contains the separator')
  await session?.send(report('B1'))
  const alder = await TestCounterparty.connect(acceptor.port)
  expect(await alder.logon()).toMatch(/^2: 35=A/)
})

test('an application that fails has its message refused, and the session goes on', async () => {
  const application = new OrderBook()
  const { onMessage } = application
  application.onMessage = (received) => {
    if (received.seqNum === 2) throw new Error('bug')
    return onMessage.call(application, received)
  }
  const { acceptor, event } = await startGateway(await openTestStore(), { application })
  const alder = await TestCounterparty.connect(acceptor.port)
  await alder.logon()
  alder.order('A1')
  alder.order('A2')
  expect(await alder.receiveAll(2)).toEqual([
    '2: 35=j|45=2|58=Application not available|372=D|380=4',
    '3: 35=8|11=A2',
  ])
  expect(await event('failed')).toContain('bug')
})

test('an application that fails at a Logon does not stop the session', async () => {
  const application = Object.assign(new OrderBook(), {
    onLogon: () => {
      throw new Error('bug')
    },
  })
  const { acceptor } = await startGateway(await openTestStore(), { application })
  const alder = await TestCounterparty.connect(acceptor.port)
  await alder.logon()
  alder.order('A1')
  expect(await alder.receive()).toBe('2: 35=8|11=A1')
})

test('a replay of more than a page has no gap', async () => {
  const { acceptor } = await startGateway(await openTestStore())
  const reports = Array.from({ length: 450 }, (_, index) => report(`B${index}`))
  await acceptor.sessions.get('alder')?.send(...reports)
  const alder = await TestCounterparty.connect(acceptor.port)
  await alder.logon()
  alder.send('2', '7=1|16=0')
  const replay = await alder.receiveAll(451)
  expect(replay.slice(0, 450)).toEqual(reports.map((_, index) => `${index + 1}: 35=8|43=Y|11=B${index}`))
  expect(replay.at(-1)).toBe('451: 35=4|43=Y|36=452|123=Y')
})

test('a new day begins at 1, and the messages of the day before are deleted', async () => {
  const database = await openTestStore()
  let at = morning
  const schedule = { startMinute: 360, endMinute: 1_080 }
  const options = { sessions: [{ ...sessionConfig, schedule }], now: () => at }
  const first = await startGateway(database, options)
  await first.acceptor.sessions.get('alder')?.send(report('B1', 'E1'))
  await first.kill()

  at = morning + 24 * 3_600_000
  const { acceptor } = await startGateway(database, options)
  await acceptor.sessions.get('alder')?.send(report('B2', 'E1'))
  const rows = await database.db.selectFrom('fix_sent').select(['seq_num', 'body']).execute()
  expect(rows).toEqual([{ seq_num: 1, body: '11=B2\x01' }])
})

test('closing logs the counterparty out', async () => {
  const { acceptor } = await startGateway(await openTestStore())
  const alder = await TestCounterparty.connect(acceptor.port)
  await alder.logon()
  const closed = acceptor.close()
  expect(await alder.receive()).toBe('2: 35=5|58=The gateway is closing')
  alder.send('5')
  expect(await alder.receive()).toBe('closed')
  await closed
})

test('what an operator sets is stored', async () => {
  const database = await openTestStore()
  const first = await startGateway(database)
  const session = first.acceptor.sessions.get('alder')
  await session?.send(report('B1', 'E1'))
  await session?.setNumbers(40, 50)
  await first.kill()
  const second = await startGateway(database)
  const alder = await TestCounterparty.connect(second.acceptor.port)
  alder.next = 40
  expect(await alder.logon()).toBe('50: 35=A|98=0|108=30')
  await second.acceptor.sessions.get('alder')?.reset()
  expect(await alder.receiveAll(2)).toEqual(['51: 35=5|58=The sequence numbers were changed', 'closed'])
  await second.kill()

  expect(await (await becomeWriter(database)).session('alder')).toMatchObject({ nextIn: 1, nextOut: 1 })
  expect(await database.db.selectFrom('fix_sent').selectAll().execute()).toEqual([])
})
