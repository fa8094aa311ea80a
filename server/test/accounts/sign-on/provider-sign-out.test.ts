import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import { describe, expect, onTestFinished, test } from 'vitest'
import { setProvider } from '../../../src/admin/users/sign-on.ts'
import { startServerOn } from '../../support/account-fixtures.ts'
import { testDatabases } from '../../support/test-databases.ts'
import { startTestServer, type TestServer } from '../../support/test-server.ts'
import type { TestUser } from '../../support/test-user.ts'
import { client } from './real-provider.ts'
import { notifies, signsInAt, startProvider } from './test-provider.ts'

const alderEmail = 'trader@alder.example'
const birchEmail = 'trader@birch.example'

async function sets(desk: TestServer, of: { firm: string; issuer: string; domain: string }): Promise<void> {
  const { domain, ...rest } = of
  const reply = await setProvider(desk.admin, { ...rest, ...client, domains: [domain], reason: 'a test' })
  if ('refusal' in reply) throw new Error(reply.refusal.message)
}

const statusOf = async (user: TestUser) => (await user.calls('/user/my-details')).status

describe.each(testDatabases)('a sign-out at the provider, on $name', (store) => {
  test('ends the session of each owner that uses one directory as one client, and of nobody else', async () => {
    const desk = await startServerOn(store, { firms: ['Alder', 'Birch'], brokers: ['Hinoki'] })
    const provider = await startProvider(desk)
    await sets(desk, { firm: 'Birch', issuer: provider.issuer, domain: 'birch.example' })
    const [alder, birch] = [desk.person(alderEmail), desk.person(birchEmail)]
    for (const user of [alder, birch]) expect(await signsInAt(provider, user)).toMatchObject({ status: 200 })

    expect(await notifies(desk, await provider.logoutToken(birchEmail))).toBe(200)
    expect([await statusOf(alder), await statusOf(birch)]).toEqual([200, 401])
    await signsInAt(provider, birch)
    const token = await provider.logoutToken(alderEmail)
    expect(await notifies(desk, token)).toBe(200)
    expect([await statusOf(alder), await statusOf(birch)]).toEqual([401, 200])
    // Used up for all of them.
    await signsInAt(provider, alder)
    expect(await notifies(desk, token)).toBe(400)
    expect(await statusOf(alder)).toBe(200)
  })

  test('ends the session although the operator has written the issuer with a slash at its end', async () => {
    const desk = await startServerOn(store)
    const provider = await startProvider(desk)
    await sets(desk, { firm: 'Alder', issuer: `${provider.issuer}/`, domain: 'alder.example' })
    const user = desk.person(alderEmail)
    expect(await signsInAt(provider, user)).toMatchObject({ status: 200 })

    await provider.signsOut()
    expect(await statusOf(user)).toBe(401)
  })
})

test('a sign-out ends a session of its subject of which the provider has named no session, and no other one', async () => {
  const desk = await startTestServer()
  await desk.addUser({ email: 'other@alder.example', role: 'TRADER', firm: 'Alder' })
  const provider = await startProvider(desk)
  const [user, other] = [desk.person(alderEmail), desk.person('other@alder.example')]
  for (const each of [user, other]) await signsInAt(provider, each)
  await desk.app.database.updateTable('session').set({ provider_sid: '' }).execute()

  expect(await notifies(desk, await provider.logoutToken('', { sub: undefined, sid: 'one' }))).toBe(200)
  expect([await statusOf(user), await statusOf(other)]).toEqual([200, 200])
  expect(await notifies(desk, await provider.logoutToken(alderEmail, { sid: 'one' }))).toBe(200)
  expect([await statusOf(user), await statusOf(other)]).toEqual([401, 200])
})

test('a directory may sign out any number of people at once, and whoever sends what is no token may not', async () => {
  const desk = await startTestServer({ env: { VISITS_PER_SECOND: '5' } })
  const provider = await startProvider(desk)
  const user = desk.person(alderEmail)
  await signsInAt(provider, user)
  const sends = async (tokens: readonly string[]) =>
    new Set(await Promise.all(tokens.map((token) => notifies(desk, token))))

  const others = Array.from({ length: 60 }, (_, n) => provider.logoutToken(`person ${n}`))
  expect(await sends(await Promise.all(others))).toEqual(new Set([200]))
  expect(await notifies(desk, await provider.logoutToken(alderEmail))).toBe(200)
  expect(await statusOf(user)).toBe(401)
  for (let n = 0; n < 30; n += 1) expect([400, 429]).toContain(await notifies(desk, 'no token'))
  expect(await notifies(desk, 'no token')).toBe(429)
})

test('whoever hangs up before the reply is counted as well', async () => {
  const desk = await startTestServer({ env: { VISITS_PER_SECOND: '5' } })
  const provider = await startProvider(desk)
  const slow = Promise.withResolvers<void>()
  const { fetch: network } = globalThis
  onTestFinished(() => {
    globalThis.fetch = network
  })
  const asked: string[] = []
  globalThis.fetch = async (input, init) => {
    const url = String(input instanceof Request ? input.url : input)
    if (url.startsWith(provider.issuer)) {
      asked.push(url)
      await slow.promise
    }
    return await network(input, init)
  }
  const { hostname, port } = new URL(desk.url)
  const body = `logout_token=${await provider.logoutToken(alderEmail)}x`
  const head = ['POST /api/back-channel-logout HTTP/1.1', `Host: ${hostname}`]
  const type = 'Content-Type: application/x-www-form-urlencoded'
  const request = [...head, type, `Content-Length: ${body.length}`, '', body].join('\r\n')

  const sockets = Array.from({ length: 60 }, () => connect(Number(port), hostname))
  for (const socket of sockets) socket.write(request)
  await expect.poll(() => asked.length).toBeGreaterThan(0)
  await setTimeout(500)
  const closed = sockets.map((socket) => once(socket, 'close'))
  for (const socket of sockets) socket.destroy()
  await Promise.all(closed)
  await setTimeout(200)
  slow.resolve()
  await expect.poll(() => notifies(desk, 'no token')).toBe(429)
})

const postgres = testDatabases.find(({ name }) => name === 'PostgreSQL')

test.runIf(postgres)(
  'a sign-out that reaches another server of the cluster ends the session there too',
  async () => {
    const env = { DATABASE_URL: (await postgres?.newLocation())?.databaseUrl ?? '' }
    const first = await startTestServer({ env })
    const second = await startTestServer({ env, firms: [], brokers: [] })
    const provider = await startProvider(first)
    const user = first.person(alderEmail)
    await signsInAt(provider, user)
    await user.connects()
    await user.advertises('BUY', '7203.T', 10_000)
    const elsewhere = second.person(alderEmail)
    elsewhere.token = user.token
    expect(await statusOf(elsewhere)).toBe(200)

    const token = await provider.logoutToken(alderEmail)
    const replies = await Promise.all([
      notifies(second, token),
      notifies(first, token),
      notifies(second, token),
    ])
    expect(replies).toContain(200)
    await user.receives('trader Desk logged out')
    expect([await statusOf(user), await statusOf(elsewhere)]).toEqual([401, 401])
    // Whichever server it reaches, it is used up.
    await signsInAt(provider, user)
    for (const server of [first, second]) expect(await notifies(server, token)).toBe(400)
    expect(await user.adverts()).toMatchObject([{ advertisementStatus: 'PAUSED' }])
  },
)
