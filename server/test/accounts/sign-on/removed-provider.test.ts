import { closeCodes, socketPath } from '@aitai/contract/routes/live.ts'
import { describe, expect, onTestFinished, test } from 'vitest'
import { openStompSession } from '../../live/stomp-clients.ts'
import { startServerOn } from '../../support/account-fixtures.ts'
import { auditEvents, Operator } from '../../support/operator.ts'
import { testDatabases } from '../../support/test-databases.ts'
import { startTestServer, type TestServer } from '../../support/test-server.ts'
import type { TestUser } from '../../support/test-user.ts'
import { until } from '../../support/until.ts'
import { client } from './real-provider.ts'
import { completes, returns, signsInAt, startProvider } from './test-provider.ts'

const email = 'trader@alder.example'
const colleague = { email: 'second@alder.example', role: 'TRADER', firm: 'Alder' } as const
const reason = 'its directory was broken into'

const statusOf = async (user: TestUser) => (await user.calls('/user/my-details')).status

/** A live socket, over STOMP, of a user at this server. */
async function listens(desk: TestServer, { token }: TestUser) {
  const socket = openStompSession(desk.url + socketPath, token ?? '')
  onTestFinished(() => socket.client.deactivate({ force: true }))
  await until('a subscription', async () => socket.isSubscribed())
  return socket
}

/** Alder with a provider beside passwords: one trader signed in there with an IOI, a colleague with a password. */
async function signedIn(desk: TestServer) {
  await desk.addUser(colleague)
  const provider = await startProvider(desk, { othersAllowed: true })
  const user = desk.person(email)
  await signsInAt(provider, user)
  const other = await desk.person(colleague.email).signsIn()
  const socket = await listens(desk, user)
  const otherSocket = await listens(desk, other)
  const { id } = await user.advertises('BUY', '7203.T', 10_000)
  return { provider, user, other, socket, otherSocket, id }
}

const sessionsEnded = async (desk: TestServer) =>
  (await auditEvents(desk, 'sessionEnded')).map(({ actor, details }) => ({ actor, details }))
const oneEnded = [{ actor: 'system', details: { provider: true } }]

describe.each(testDatabases)('sessions of a provider, on $name', (store) => {
  test('end when it is removed: calls, sockets and IOIs, and no session that a password has opened', async () => {
    const desk = await startServerOn(store)
    const { user, other, socket, otherSocket, id } = await signedIn(desk)
    const operator = new Operator(desk)

    const removal = { firm: 'Alder', reason }
    expect(await operator.runs('sign-on remove', removal)).toMatchObject({ changed: true, sessionsEnded: 1 })
    expect(await statusOf(user)).toBe(401)
    await until('a closed socket', async () => socket.closes.includes(closeCodes.ended))
    expect(await statusOf(other)).toBe(200)
    expect(otherSocket.closes).toEqual([])
    expect(await auditEvents(desk, 'signOnRemoved')).toMatchObject([{ details: { sessionsEnded: 1 } }])
    expect(await sessionsEnded(desk)).toEqual(oneEnded)
    const again = await desk.person(email).signsIn()
    expect((await again.advert(id)).advertisementStatus).toBe('PAUSED')
    expect(await operator.runs('sign-on remove', removal)).toMatchObject({ changed: false, sessionsEnded: 0 })
    expect(await statusOf(again)).toBe(200)
  })

  test('end when it is exchanged for another issuer or client, and not by a new secret', async () => {
    const desk = await startServerOn(store)
    const { provider, user, other, socket } = await signedIn(desk)
    const operator = new Operator(desk)
    const same = { firm: 'Alder', issuer: provider.issuer, ...client, domains: ['alder.example'], reason }
    const sets = (change: object) => operator.runs('sign-on set', { ...same, othersAllowed: true, ...change })

    expect(await sets({ clientSecret: 'another secret' })).toMatchObject({ sessionsEnded: 0 })
    expect(await statusOf(user)).toBe(200)
    expect(await sets({ clientId: 'another' })).toMatchObject({ sessionsEnded: 1 })
    expect([await statusOf(user), await statusOf(other)]).toEqual([401, 200])
    await until('a closed socket', async () => socket.closes.includes(closeCodes.ended))
    expect((await auditEvents(desk, 'signOnSet')).map(({ details }) => details)).toMatchObject([
      {},
      {},
      { clientId: 'another', sessionsEnded: 1 },
    ])

    await sets({})
    expect(await signsInAt(provider, user)).toMatchObject({ status: 200 })
    expect(await sets({ issuer: 'https://login.alder.example' })).toMatchObject({ sessionsEnded: 1 })
    expect(await statusOf(user)).toBe(401)
    expect(await sessionsEnded(desk)).toEqual([...oneEnded, ...oneEnded])
  })

  test('are not opened by a sign-in that was on its way meanwhile', async () => {
    const desk = await startServerOn(store)
    const { provider, other } = await signedIn(desk)
    const [late, later] = [await returns(provider, other, colleague.email), desk.person(colleague.email)]
    const operator = new Operator(desk)
    const { sessions } = desk.app
    const open = sessions.open.bind(sessions)
    // The provider has signed the user in, and is removed before the session is opened.
    sessions.open = async (...given) => {
      sessions.open = open
      await operator.runs('sign-on remove', { firm: 'Alder', reason })
      return await open(...given)
    }

    expect(await completes(later, late)).toMatchObject({ status: 401 })
    const events = await auditEvents(desk, 'loginSucceeded')
    // That of the trader before.
    expect(events.filter(({ details }) => 'provider' in (details ?? {}))).toHaveLength(1)
  })
})

test('sessions of a provider end on the data of a stopped server as well', async () => {
  const desk = await startTestServer()
  const { user, other, id } = await signedIn(desk)
  const operator = new Operator(desk)
  await operator.stopsTheServer()

  const removal = { firm: 'Alder', reason }
  expect(await operator.runs('sign-on remove', removal)).toMatchObject({ sessionsEnded: 1 })
  await operator.startsTheServer()
  const [after, otherAfter] = [user, other].map((each) => {
    const person = desk.person(each.email)
    person.token = each.token
    return person
  })
  expect([await statusOf(after as TestUser), await statusOf(otherAfter as TestUser)]).toEqual([401, 200])
  const again = await desk.person(email).signsIn()
  expect((await again.advert(id)).advertisementStatus).toBe('PAUSED')
})

const postgres = testDatabases.find(({ name }) => name === 'PostgreSQL')

test.runIf(postgres)(
  'a provider that is removed at one server ends its sessions at the other one',
  async () => {
    const env = { DATABASE_URL: (await postgres?.newLocation())?.databaseUrl ?? '' }
    const first = await startTestServer({ env })
    const second = await startTestServer({ env, firms: [], brokers: [] })
    const { provider, user, id } = await signedIn(first)
    const elsewhere = second.person(email)
    expect(await completes(elsewhere, await returns(provider, user, email))).toMatchObject({ status: 200 })
    await signsInAt(provider, elsewhere)
    const socket = await listens(second, elsewhere)

    const removal = { firm: 'Alder', reason }
    expect(await new Operator(first).runs('sign-on remove', removal)).toMatchObject({ sessionsEnded: 1 })
    await until('a closed socket', async () => socket.closes.includes(closeCodes.ended))
    expect(await statusOf(elsewhere)).toBe(401)
    const again = await second.person(email).signsIn()
    await until('a paused IOI', async () => (await again.advert(id)).advertisementStatus === 'PAUSED')
  },
)
