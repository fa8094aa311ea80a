import { passwordHasher } from '@aitai/server/accounts/password-hashing.ts'
import { expect, test } from 'vitest'
import { alderEmail, behindProxy, fromNetwork, oneFirm } from '../../server/test/support/account-fixtures.ts'
import { startTestServer, type TestServer } from '../../server/test/support/test-server.ts'
import { password } from '../../server/test/support/test-user.ts'
import { until } from '../../server/test/support/until.ts'

/** Tries to sign in from a network. Returns the status. */
async function logIn(desk: TestServer, network: string, email: string, secret: string): Promise<number> {
  const body = { email, password: secret }
  return (await desk.person(email).calls('/login', { body, headers: fromNetwork(network) })).status
}

const memberNetwork = '198.51.100.7'

/** Another network each time: IPv4 networks, and those of one IPv6 /32. */
const networkAt = (index: number): string =>
  index % 2 === 0
    ? `203.${index % 250}.${Math.floor(index / 250)}.7`
    : `2001:db8:${(index % 65_536).toString(16)}::1`

test('members sign in from their own network while 80 log-ins from as many networks are in flight', async () => {
  // Slow enough that the flood fills the queue.
  const passwords = passwordHasher({ memory: 4_096, passes: 1, parallelism: 1 })
  const desk = await startTestServer({ ...oneFirm, env: behindProxy, passwords })
  expect(await logIn(desk, memberNetwork, alderEmail, password)).toBe(200)

  let isOver = false
  let sent = 0
  let refused = 0
  const attacker = async (): Promise<void> => {
    while (!isOver) {
      sent += 1
      const status = await logIn(desk, networkAt(sent), `nobody${sent}@alder.example`, 'wrong')
      if (status === 503) refused += 1
    }
  }
  const flood = Promise.all(Array.from({ length: 80 }, attacker))
  await until('the queue to be full', async () => refused > 0)
  const members = Array.from({ length: 40 }, (_, index) =>
    logIn(desk, memberNetwork, index % 2 === 0 ? alderEmail : 'broker@hinoki.example', password),
  )
  const statuses = await Promise.all(members)
  isOver = true
  await flood

  expect(statuses).toEqual(Array<number>(40).fill(200))
})

test("failures with invented addresses lock nobody out of the institution's own address", async () => {
  const desk = await startTestServer({ ...oneFirm, env: behindProxy })
  await desk.addUser({ email: 'colleague@alder.example', role: 'TRADER', firm: 'Alder' })
  expect(await logIn(desk, memberNetwork, alderEmail, password)).toBe(200)

  const statuses = []
  for (let index = 0; index < 60; index += 1)
    statuses.push(await logIn(desk, memberNetwork, `nobody${index}@alder.example`, 'wrong'))
  expect(new Set(statuses)).toEqual(new Set([403]))
  expect(await logIn(desk, memberNetwork, alderEmail, password)).toBe(200)
  // A colleague who signs in there for the first time.
  expect(await logIn(desk, memberNetwork, 'colleague@alder.example', password)).toBe(200)
})

test('in a known network an account has its own limit, the same for known and unknown addresses', async () => {
  const desk = await startTestServer({ ...oneFirm, env: behindProxy })
  expect(await logIn(desk, memberNetwork, alderEmail, password)).toBe(200)
  for (const email of [alderEmail, 'nobody@alder.example']) {
    const statuses = []
    for (let index = 0; index < 11; index += 1)
      statuses.push(await logIn(desk, memberNetwork, email, 'wrong'))
    expect(statuses).toEqual([...Array<number>(10).fill(403), 429])
  }
})

test('who owns a large network has a small multiple of the failures of one', async () => {
  const desk = await startTestServer({ ...oneFirm, env: behindProxy })
  const failuresIn = async (networkAt: (index: number) => string): Promise<number> => {
    for (let index = 0; ; index += 1)
      if ((await logIn(desk, networkAt(index), `nobody${index}@${networkAt(0)}.example`, 'wrong')) === 429)
        return index
  }
  expect(await failuresIn((index) => `203.0.113.${index % 250}`)).toBe(120)
  expect(await failuresIn((index) => `2001:db8:1:${index.toString(16)}::1`)).toBe(120)
})

test('a password alone does not use up the changes or the codes of its owner', async () => {
  const desk = await startTestServer({
    ...oneFirm,
    env: { ...behindProxy, CHANGES_PER_SECOND: '3', READS_PER_SECOND: '20', VISITS_PER_SECOND: '20' },
  })
  const [email, phone] = ['two@alder.example', '+815012345678']
  await desk.addUser({ email, role: 'TRADER', firm: 'Alder', twoFactor: true, phone })
  const owner = desk.person(email)
  const at = (network: string, token: string | null) => ({ headers: fromNetwork(network), token })
  const begin = async (network: string): Promise<string> => {
    const body = { email, password }
    const { status, token } = await owner.isRefused('/login', { ...at(network, null), body })
    expect(status).toBe(401)
    return token ?? ''
  }
  const signIn = async (): Promise<void> => {
    const token = await begin(memberNetwork)
    const otp = /\d{6}/.exec(await desk.newestMessage(phone))?.[0]
    const body = { otp }
    const reply = await owner.callsOk<{ access_token: string }>('/2fa/verify', {
      ...at(memberNetwork, token),
      body,
    })
    owner.token = reply.access_token
  }
  await signIn()

  const stolen = await begin('203.0.113.9')
  const attacks = []
  for (let index = 0; index < 40; index += 1) {
    const path = index % 2 === 0 ? '/2fa/request' : '/2fa/verify'
    const body = index % 2 === 0 ? {} : { body: { otp: '000000' } }
    const { status } = await owner.calls(path, { method: 'POST', ...at('203.0.113.9', stolen), ...body })
    attacks.push(status)
  }
  expect(attacks.filter((status) => status === 429).length).toBeGreaterThan(0)

  const own = []
  for (let index = 0; index < 12; index += 1)
    own.push((await owner.calls('/advert/pause-advert/none', at(memberNetwork, owner.token))).status)
  expect(own).toEqual(Array<number>(12).fill(404))
  await signIn()
})
