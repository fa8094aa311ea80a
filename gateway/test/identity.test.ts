import { expect, test } from 'vitest'
import { TestCounterparty } from './support/test-counterparty.ts'
import { dictionary42 } from './support/test-dictionary.ts'
import { OrderBook, openTestStore, startGateway } from './support/test-gateway.ts'
import { sessionConfig } from './support/test-session.ts'

const start = async (...[options]: [Parameters<typeof startGateway>[1]?]) =>
  await startGateway(await openTestStore(), options)

const withIdentity = (identity: object) => ({
  sessions: [{ ...sessionConfig, identity: { ...sessionConfig.identity, ...identity } }],
})

test('a counterparty logs on, sends an order and logs out', async () => {
  const application = new OrderBook()
  const { acceptor } = await start({ application })
  const alder = await TestCounterparty.connect(acceptor.port)

  expect(await alder.logon()).toBe('1: 35=A|98=0|108=30')
  expect(acceptor.sessions.get('alder')?.isLoggedOn).toBe(true)
  alder.order('A1')
  expect(await alder.receive()).toBe('2: 35=8|11=A1')
  alder.send('5')
  expect(await alder.receive()).toBe('3: 35=5')
  expect(await alder.receive()).toBe('closed')
  expect(application.calls).toEqual(['alder on', 'D A1', 'alder off'])
})

test.each([
  ['an unknown CompID', 'BIRCH', {}, '98=0|108=30', 'unknown CompIDs'],
  [
    'another network',
    'ALDER',
    { networks: ['192.0.2.0/24', '2001:db8::/32'] },
    '98=0|108=30',
    'another network',
  ],
  ['no certificate', 'ALDER', { certificates: ['AB:CD'] }, '98=0|108=30', 'without its certificate'],
  [
    'a wrong password',
    'ALDER',
    { checkPassword: () => false },
    '98=0|108=30|553=ALDER|554=no',
    'wrong password',
  ],
])('a Logon with %s gets no reply, and the log says why', async (_, compId, identity, body, reason) => {
  const { acceptor, event } = await start(withIdentity(identity))
  const stranger = await TestCounterparty.connect(acceptor.port, { compId })

  expect(await stranger.logon(body)).toBe('closed')
  expect(await event('refused')).toContain(reason)
})

test('a Logon from its network with its password is answered', async () => {
  const checkPassword = async (username: string, password: string) =>
    username === 'ALDER' && password === 'right'
  const { acceptor } = await start(withIdentity({ networks: ['127.0.0.0/8'], checkPassword }))
  const alder = await TestCounterparty.connect(acceptor.port)
  expect(await alder.logon('98=0|108=30|553=ALDER|554=right')).toMatch(/^1: 35=A/)
})

test('a password is not in the log', async () => {
  const lines: string[] = []
  const { acceptor } = await start({
    ...withIdentity({ checkPassword: () => true }),
    log: ({ text }) => lines.push(text),
  })
  const alder = await TestCounterparty.connect(acceptor.port)
  await alder.logon('98=0|108=30|553=ALDER|554=right')
  expect(lines.join('\n')).toContain('|553=ALDER|554=***|')
})

test('the same CompIDs may have a session of each version', async () => {
  const old = { ...sessionConfig, id: 'alder-42', beginString: 'FIX.4.2' as const, dictionary: dictionary42 }
  const application = new OrderBook()
  const { acceptor } = await start({ application, sessions: [sessionConfig, old] })
  const both = [await TestCounterparty.connect(acceptor.port), await TestCounterparty.connect(acceptor.port)]
  for (const [index, alder] of both.entries()) {
    alder.beginString = index === 0 ? 'FIX.4.4' : 'FIX.4.2'
    expect(await alder.logon()).toBe('1: 35=A|98=0|108=30')
    alder.order(`A${index}`)
    expect(await alder.receive()).toBe(`2: 35=8|11=A${index}`)
  }
  expect(application.calls).toEqual(['alder on', 'D A0', 'alder-42 on', 'D A1'])
})

test('two sessions with the same CompIDs and version are refused at the start', async () => {
  await expect(start({ sessions: [sessionConfig, { ...sessionConfig, id: 'other' }] })).rejects.toThrow(
    'same CompIDs',
  )
})

test('a second Logon is refused without a reply, and the first connection goes on', async () => {
  const { acceptor } = await start()
  const [first, second] = [
    await TestCounterparty.connect(acceptor.port),
    await TestCounterparty.connect(acceptor.port),
  ]
  await first.logon()

  expect(await second.logon()).toBe('closed')
  first.send('1', '112=HELLO')
  expect(await first.receive()).toBe('2: 35=0|112=HELLO')
})

test('of two Logons at the same moment one is answered', async () => {
  const { acceptor } = await start(withIdentity({ checkPassword: async () => true }))
  const both = await Promise.all([1, 2].map(() => TestCounterparty.connect(acceptor.port)))
  const replies = await Promise.all(both.map((counterparty) => counterparty.logon('98=0|108=30|553=a|554=b')))
  expect(replies.toSorted()).toEqual(['1: 35=A|98=0|108=30', 'closed'])
})

test.each([
  'GET / HTTP/1.1\r\n\r\n',
  '8=FIX.4.4\x019=5\x0135=0\x0110=000\x01',
  '8=FIX.4.4\x019=99999999\x01',
])('a connection that begins with %j is closed', async (bytes) => {
  const { acceptor } = await start()
  const stranger = await TestCounterparty.connect(acceptor.port)
  stranger.socket.write(bytes)
  expect(await stranger.receive()).toBe('closed')
})

test('a connection that begins with another message is closed', async () => {
  const { acceptor } = await start()
  const stranger = await TestCounterparty.connect(acceptor.port)
  stranger.order('A1')
  expect(await stranger.receive()).toBe('closed')
})

test('a connection without a Logon is closed in time', async () => {
  const { acceptor, event } = await start({ limits: { logonMs: 20 } })
  const stranger = await TestCounterparty.connect(acceptor.port)
  expect(await stranger.receive()).toBe('closed')
  expect(await event('closed')).toContain('no Logon in time')
})

test('connections without a Logon are limited from all addresses together', async () => {
  const { acceptor } = await start({ limits: { waiting: 1 } })
  await TestCounterparty.connect(acceptor.port)
  const second = await TestCounterparty.connect(acceptor.port)
  expect(await second.receive()).toBe('closed')
})

test('connections without a Logon are limited, and their ends make room', async () => {
  const { acceptor } = await start({ limits: { waitingPerAddress: 2 } })
  const [first] = await Promise.all([1, 2].map(() => TestCounterparty.connect(acceptor.port)))
  const third = await TestCounterparty.connect(acceptor.port)
  expect(await third.receive()).toBe('closed')

  first?.socket.write('garbage that is no message')
  expect(await first?.receive()).toBe('closed')
  const fourth = await TestCounterparty.connect(acceptor.port)
  expect(await fourth.logon()).toMatch(/^1: 35=A/)
})

test('a refused Logon counts as a connection without one until it is closed', async () => {
  const { acceptor, event } = await start({ limits: { waitingPerAddress: 1, refusalMs: 60_000 } })
  const stranger = await TestCounterparty.connect(acceptor.port, { compId: 'BIRCH' })
  stranger.send('A', '98=0|108=30')
  await event('refused')
  const second = await TestCounterparty.connect(acceptor.port)
  expect(await second.receive()).toBe('closed')
  expect(stranger.socket.destroyed).toBe(false)
})

test('a disabled session is logged out and takes no Logon until it is enabled', async () => {
  const { acceptor } = await start()
  const session = acceptor.sessions.get('alder')
  const alder = await TestCounterparty.connect(acceptor.port)
  await alder.logon()
  await session?.setEnabled(false)
  expect(await alder.receive()).toBe('2: 35=5|58=The session is disabled')
  alder.send('5')
  expect(await alder.receive()).toBe('closed')

  const refused = await TestCounterparty.connect(acceptor.port)
  expect(await refused.logon()).toBe('closed')
  await session?.setEnabled(true)
  const again = await TestCounterparty.connect(acceptor.port)
  again.next = 3
  expect(await again.logon()).toBe('3: 35=A|98=0|108=30')
  expect(session?.status).toMatchObject({
    isEnabled: true,
    phase: 'loggedOn',
    nextIn: 4,
    nextOut: 4,
    inWork: 0,
  })
})
