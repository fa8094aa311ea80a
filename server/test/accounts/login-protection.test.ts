import { argon2Sync, randomBytes } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { clearLoginLimits, resetWrongCodes } from '../../src/accounts/account-unlock.ts'
import { passwordHasher } from '../../src/accounts/password-hashing.ts'
import {
  alderEmail,
  behindProxy,
  fromNetwork,
  oneFirm,
  startServerOn,
  userIdOf,
} from '../support/account-fixtures.ts'
import { auditEvents } from '../support/operator.ts'
import { testDatabases } from '../support/test-databases.ts'
import { startTestServer, type TestServer } from '../support/test-server.ts'
import { password } from '../support/test-user.ts'

const minutes = 60_000

/** Tries to sign in from a network. Returns the status and how long to wait. */
async function tries(desk: TestServer, network: string, secret: string, email = alderEmail): Promise<number> {
  const body = { email, password: secret }
  return (await desk.person(email).calls('/login', { body, headers: fromNetwork(network) })).status
}

test('failures from other networks lock nobody out of the usual network', async () => {
  const desk = await startTestServer({
    ...oneFirm,
    env: { ...behindProxy, LOGINS_PER_ACCOUNT_ANYWHERE: '40' },
  })
  expect(await tries(desk, '198.51.100.7', password)).toBe(200)

  for (let net = 1; net <= 5; net += 1) {
    const statuses = []
    for (let i = 0; i < 11; i += 1) statuses.push(await tries(desk, `203.0.113.${net}`, 'wrong'))
    if (net <= 4) expect(statuses).toEqual([...Array<number>(10).fill(403), 429])
    else expect(new Set(statuses)).toEqual(new Set([429]))
  }

  // Over the limit everywhere else, nothing has changed for the network that the owner uses.
  expect(await tries(desk, '198.51.100.7', password)).toBe(200)
  expect(await tries(desk, '192.0.2.1', password)).toBe(429)
  desk.clock.advance(10 * minutes)
  expect(await tries(desk, '192.0.2.1', password)).toBe(200)
})

test('a network that a user has not used for half a year is no longer usual', async () => {
  const desk = await startTestServer({ ...oneFirm, env: behindProxy })
  const networks = async () =>
    (await desk.app.database.selectFrom('usual_network').select('network').execute()).length
  await tries(desk, '198.51.100.7', password)
  await tries(desk, '198.51.100.8', password)
  desk.clock.advance(181 * 24 * 60 * minutes)
  await tries(desk, '198.51.100.8', password)
  expect(await networks()).toBe(1)
})

test('an unlock lets the account in again from everywhere at once', async () => {
  const desk = await startTestServer(oneFirm)
  const someone = desk.person(alderEmail)
  for (let i = 0; i < 10; i += 1)
    await someone.calls('/login', { body: { email: alderEmail, password: 'wrong' } })
  expect((await someone.calls('/login', { body: { email: alderEmail, password } })).status).toBe(429)

  clearLoginLimits(desk.app.limits, alderEmail)
  await someone.signsIn()
})

test('a forwarded address counts only behind a trusted proxy', async () => {
  const desk = await startTestServer(oneFirm)
  const statuses = []
  for (let i = 0; i < 11; i += 1) statuses.push(await tries(desk, `203.0.113.${i}`, 'wrong'))
  expect(statuses).toEqual([...Array<number>(10).fill(403), 429])
})

test('a password that was stored at a lower cost is stored at the current cost with its next log-in', async () => {
  const desk = await startTestServer({ ...oneFirm, passwords: passwordHasher() })
  const nonce = randomBytes(16)
  const cheap = { memory: 8_192, passes: 1, parallelism: 1 }
  const digest = argon2Sync('argon2id', { message: password, nonce, ...cheap, tagLength: 32 })
  const text = (bytes: Buffer): string => bytes.toString('base64').replace(/=+$/, '')
  const set = desk.app.database.updateTable('person')
  await set.set({ password_hash: `$argon2id$v=19$m=8192,t=1,p=1$${text(nonce)}$${text(digest)}` }).execute()

  expect(
    (await desk.person(alderEmail).calls('/login', { body: { email: alderEmail, password: 'wrong' } }))
      .status,
  ).toBe(403)
  const hash = async () =>
    (
      await desk.app.database
        .selectFrom('person')
        .select('password_hash')
        .where('email', '=', alderEmail)
        .executeTakeFirstOrThrow()
    ).password_hash
  expect(await hash()).toContain('m=8192')
  await desk.trader('alder')
  expect(await hash()).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  expect(await hash()).toContain(text(nonce))
  await desk.trader('alder')
})

test('users of a disabled institution cannot sign in, and the reply is that of a wrong password', async () => {
  const desk = await startTestServer(oneFirm)
  const wrong = await desk
    .person(alderEmail)
    .calls('/login', { body: { email: alderEmail, password: 'wrong' } })
  await desk.app.database.updateTable('firm').set({ active: 0 }).execute()

  const closed = await desk.person(alderEmail).calls('/login', { body: { email: alderEmail, password } })
  expect([closed.status, closed.text]).toEqual([wrong.status, wrong.text])
  await desk.broker('hinoki')
})

describe.each(testDatabases)('too many wrong codes, on $name', (store) => {
  test('100 wrong codes in a row close the account like a wrong password, until it is unlocked', async () => {
    const desk = await startServerOn(store)
    const [email, phone] = ['two@alder.example', '+815012345678']
    await desk.addUser({ email, role: 'TRADER', firm: 'Alder', twoFactor: true, phone })
    const two = desk.person(email)
    const userId = await userIdOf(desk, email)
    const logIn = () =>
      two.calls<{ token?: string; errorCode: string }>('/login', { body: { email, password } })
    const code = async () => /\d{6}/.exec(await desk.newestMessage(phone))?.[0] ?? ''
    const says = (otp: string, token = '') => two.calls('/2fa/verify', { body: { otp }, token })

    for (let i = 0; i < 20; i += 1) {
      desk.clock.advance(3 * 60 * minutes)
      const { token } = (await logIn()).body
      const wrong = String((Number(await code()) + 1) % 1_000_000).padStart(6, '0')
      for (let n = 0; n < 5; n += 1) expect((await says(wrong, token)).status).toBe(401)
    }
    desk.clock.advance(3 * 60 * minutes)
    expect(await logIn()).toMatchObject({ status: 403, body: { errorCode: 'ACCESS_DENIED' } })
    expect(await auditEvents(desk, 'accountLocked')).toMatchObject([
      { subject: userId, details: { wrongInARow: 100 } },
    ])

    expect(await resetWrongCodes(desk.app.database, userId)).toBe(100)
    const { token } = (await logIn()).body
    expect((await says(await code(), token)).status).toBe(200)
    expect(await resetWrongCodes(desk.app.database, userId)).toBe(0)
  })
})

test('the audit trail holds every log-in and failure, but no addresses, networks, passwords or codes', async () => {
  const desk = await startTestServer({ ...oneFirm, env: behindProxy })
  const [email, phone] = ['two@alder.example', '+815012345678']
  await desk.addUser({ email, role: 'TRADER', firm: 'Alder', twoFactor: true, phone })
  await tries(desk, '203.0.113.9', 'wrong')
  await tries(desk, '203.0.113.9', 'wrong', 'nobody@alder.example')
  await tries(desk, '203.0.113.9', password)
  const two = desk.person(email)
  const { token = '' } = await two.isRefused('/login', { body: { email, password } })
  const otp = /\d{6}/.exec(await desk.newestMessage(phone))?.[0] ?? ''
  const wrong = String((Number(otp) + 1) % 1_000_000).padStart(6, '0')
  await two.calls('/2fa/verify', { body: { otp: wrong }, token })
  await two.calls('/2fa/verify', { body: { otp }, token })

  const [traderId, twoId] = [await userIdOf(desk, alderEmail), await userIdOf(desk, email)]
  const rows = await auditEvents(desk, 'loginFailed', 'loginSucceeded', 'codeSent', 'codeFailed')
  expect(rows.map(({ action, actor, subject, outcome }) => [action, actor, subject, outcome])).toEqual([
    ['loginFailed', '', traderId, 'REFUSED'],
    ['loginFailed', '', '', 'REFUSED'],
    ['loginSucceeded', traderId, traderId, 'DONE'],
    ['codeSent', twoId, twoId, 'DONE'],
    ['codeFailed', twoId, twoId, 'REFUSED'],
    ['loginSucceeded', twoId, twoId, 'DONE'],
  ])
  const [known, unknown, succeeded] = rows.map(({ details }) => details)
  expect(known?.network).toBe(succeeded?.network)
  expect(known?.network).toMatch(/^[0-9a-f]{32}$/)
  expect(known?.address).not.toBe(unknown?.address)
  const whole = JSON.stringify(await desk.app.database.selectFrom('audit').selectAll().execute())
  for (const secret of ['203.0.113.9', '@', 'alder.example', password, phone, token, `"${otp}"`])
    expect(whole).not.toContain(secret)
})

test('the session contains its end, so that a client can warn before it', async () => {
  const desk = await startTestServer(oneFirm)
  const trader = await desk.trader('alder')
  const endsAt = desk.clock.now() + 12 * 60 * minutes
  desk.clock.advance(30 * minutes)

  expect(await trader.callsOk('/user/my-details')).toMatchObject({
    sessionEndsAt: endsAt,
    sessionIdleMinutes: 60,
  })
})
