import { expect, test } from 'vitest'
import { passwordHasher } from '../../src/accounts/password-hashing.ts'
import { startTestServer } from '../support/test-server.ts'
import { password } from '../support/test-user.ts'
import { until } from '../support/until.ts'

const minutes = 60_000
const oneFirm = { firms: ['Alder'], brokers: ['Hinoki'] }

// spec: 8.login.1
test('a wrong password, an unknown address and a disabled account get the same bytes', async () => {
  const desk = await startTestServer(oneFirm)
  await desk.addUser({ email: 'closed@alder.example', role: 'TRADER', firm: 'Alder' })
  await desk.app.database
    .updateTable('person')
    .set({ active: 0 })
    .where('email', 'like', 'closed@%')
    .execute()
  const someone = desk.person('nobody@alder.example')
  const answers = []

  for (const [email, secret] of [
    ['trader@alder.example', 'wrong'],
    ['nobody@alder.example', password],
    ['closed@alder.example', password],
    ['', ''],
  ]) {
    const { status, text } = await someone.calls('/login', { body: { email, password: secret } })
    answers.push(`${status} ${text}`)
  }
  expect(new Set(answers)).toEqual(
    new Set([
      '403 {"errorCode":"ACCESS_DENIED",' +
        '"message":"Please check your credentials, contact support if it persists.",' +
        '"reason":"ACCESS_DENIED"}',
    ]),
  )
})

// spec: 4.login.2, 7.account.1, 7.account.4
test('an address is the same in any case and width, a password in any Unicode form of its characters', async () => {
  const desk = await startTestServer({ firms: ['Alder'], brokers: [] })
  await desk.addUser({
    email: 'yuki@alder.example',
    role: 'TRADER',
    firm: 'Alder',
    password: 'ｶﾞﾝﾊﾞﾘﾏｽ-2026-café',
  })

  const body = { email: ' ＹＵＫＩ@Alder.example', password: 'ガンバリマス-2026-cafe\u0301' }
  const { token, user } = await desk.person('').callsOk<{ token: string; user: unknown }>('/login', { body })
  expect(token).toMatch(/^ioi_s_[\w-]{43}$/)
  expect(user).toEqual({
    email: 'yuki@alder.example',
    firstName: 'yuki',
    isDeskHead: false,
    needsPasskey: false,
    grants: [],
    lastName: 'Desk',
    username: 'yuki@alder.example',
    organization_name: 'Alder',
    numUserBrokers: 0,
    role: 'TRADER',
    firstLogin: false,
    credibilityRating: 60,
    largestNotional: 20_000_000_000,
    sessionEndsAt: desk.clock.now() + 12 * 60 * minutes,
    sessionIdleMinutes: 60,
  })
  expect(await desk.person('').callsOk('/user/my-details', { token })).toEqual(user)
})

// rule: 16.6
test('neither tokens nor passwords are stored in clear', async () => {
  const desk = await startTestServer({ ...oneFirm, passwords: passwordHasher() })
  const alder = await desk.trader('alder')
  const rows = await desk.app.database.selectFrom('session').selectAll().execute()
  const people = await desk.app.database.selectFrom('person').selectAll().execute()

  expect(JSON.stringify(rows)).not.toContain(alder.token?.slice(6))
  expect(JSON.stringify(people)).not.toContain(password)
  expect(
    people.every(({ password_hash }) => /^\$argon2id\$v=19\$m=19456,t=2,p=1\$/.test(password_hash)),
  ).toBe(true)
})

// spec: 8.session.2
// rule: 16.1
test('a new log-in ends the old session, whose next request gets the reason, and keeps its adverts', async () => {
  const desk = await startTestServer(oneFirm)
  const alder = await (await desk.trader('alder')).connects()
  const { id } = await alder.advertises('BUY', '7203.T', 10_000)

  const otherSession = await desk.trader('alder')

  expect(await alder.isRefused('/user/my-details')).toEqual({
    status: 401,
    errorCode: 'SESSION_REPLACED',
    reason: 'SESSION_REPLACED',
    message: 'You have been signed out because your account was signed in elsewhere.',
  })
  await alder.receives('trader Desk logged out')
  await until(
    'the advert to be live',
    async () => (await otherSession.advert(id)).advertisementStatus === 'LIVE',
  )
})

// spec: 7.account.8
test('logging out ends the session and pauses its adverts', async () => {
  const desk = await startTestServer(oneFirm)
  const alder = await desk.trader('alder')
  const { id } = await alder.advertises('BUY', '7203.T', 10_000)

  expect(await alder.callsOk('/logout', { method: 'POST' })).toEqual({ status: 'OK' })
  expect(await alder.isRefused('/user/my-details')).toMatchObject({ status: 401, reason: 'NOT_SIGNED_IN' })
  expect((await alder.calls('/logout')).status).toBe(405)
  expect((await alder.isRefused('/logout', { method: 'POST' })).status).toBe(401)
  expect(await (await desk.trader('alder')).advert(id)).toMatchObject({ advertisementStatus: 'PAUSED' })
})

// spec: 8.session.2
// rule: 16.2
test('an hour without a request ends a session and pauses its adverts, even if nothing asks for them', async () => {
  const desk = await startTestServer(oneFirm)
  const alder = await (await desk.trader('alder')).connects()
  const { id } = await alder.advertises('BUY', '7203.T', 10_000)
  desk.clock.advance(59 * minutes)
  await alder.callsOk('/user/ioi-counts')
  desk.clock.advance(59 * minutes)
  await desk.app.sweep()
  await alder.callsOk('/user/my-details')

  desk.clock.advance(60 * minutes)
  await desk.app.sweep()

  await alder.receives('trader Desk timed out')
  expect(await alder.isRefused('/user/my-details')).toEqual({
    status: 401,
    errorCode: 'SESSION_TIMED_OUT',
    reason: 'SESSION_TIMED_OUT',
    message: 'Your session has timed out. Please sign in again.',
  })
  const statuses = (await (await desk.trader('alder')).adverts()).map(
    ({ advertisementStatus }) => advertisementStatus,
  )
  expect(statuses).not.toContain('LIVE')
  expect(id).toMatch(/^[0-9a-f]{32}$/)
})

// rule: 16.3
test('a session ends twelve hours after the sign-in, however busy it is', async () => {
  const desk = await startTestServer(oneFirm)
  const hinoki = await desk.broker('hinoki')

  for (let passed = 0; passed < 12 * 60 - 30; passed += 30) {
    desk.clock.advance(30 * minutes)
    await hinoki.callsOk('/user/my-details')
  }
  desk.clock.advance(30 * minutes)
  expect(await hinoki.isRefused('/user/my-details')).toMatchObject({
    status: 401,
    reason: 'SESSION_TIMED_OUT',
  })
})

test('a session survives a restart, and so does the reason for its end', async () => {
  const desk = await startTestServer(oneFirm)
  const alder = await desk.trader('alder')
  const hinoki = await desk.broker('hinoki')
  await desk.broker('hinoki')

  await desk.restart()

  expect(await alder.callsOk('/user/my-details')).toMatchObject({ email: 'trader@alder.example' })
  expect(await hinoki.isRefused('/user/my-details')).toMatchObject({ reason: 'SESSION_REPLACED' })
})

test('wrong passwords are slowed down per account; the right one never counts', async () => {
  const desk = await startTestServer(oneFirm)
  for (let i = 0; i < 12; i += 1) await desk.trader('alder')
  const wrong = { body: { email: 'trader@alder.example', password: 'wrong' } }
  const someone = desk.person('')

  const tries = []
  for (let i = 0; i < 11; i += 1) tries.push(await someone.calls('/login', wrong))
  expect(tries.map(({ status }) => status)).toEqual([...Array<number>(10).fill(403), 429])
  expect(tries.at(-1)).toMatchObject({ body: { errorCode: 'TOO_MANY' } })
  const seconds = Number(tries.at(-1)?.headers.get('retry-after'))
  expect(seconds).toBeGreaterThan(0)

  expect((await desk.broker('hinoki')).token).not.toBeNull()
  desk.clock.advance(seconds * 1_000)
  await desk.trader('alder')
})

test('a network that tries many accounts is slowed down, whichever it tries', async () => {
  const desk = await startTestServer({ firms: ['Alder'], brokers: [] })
  const someone = desk.person('')
  const statuses = []

  for (let i = 0; i < 31; i += 1) {
    const body = { email: `guess${i}@alder.example`, password: 'wrong' }
    statuses.push((await someone.calls('/login', { body })).status)
  }
  expect(statuses).toEqual([...Array<number>(30).fill(403), 429])
})

test('a user who sends too many requests must wait, others need not', async () => {
  const desk = await startTestServer({ ...oneFirm, env: { READS_PER_SECOND: '1', CHANGES_PER_SECOND: '1' } })
  const [alder, hinoki] = [await desk.trader('alder'), await desk.broker('hinoki')]

  const reads = []
  for (let i = 0; i < 7; i += 1) reads.push((await alder.calls('/user/ioi-counts')).status)
  expect(reads).toEqual([200, 200, 200, 200, 200, 200, 429])
  expect((await hinoki.calls('/user/my-details')).status).toBe(200)
  await alder.drafts('7203.T')
  desk.clock.advance(1_000)
  await alder.callsOk('/user/ioi-counts')
})
