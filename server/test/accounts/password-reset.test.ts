import { describe, expect, test } from 'vitest'
import {
  alderEmail,
  behindProxy,
  countMessagesTo,
  defaultRates,
  fromNetwork,
  oneFirm,
  postPasswordReset,
  requestPasswordReset,
  resetTokenFor,
  resetTokenStatus,
  startServerOn,
  unusedPassword,
} from '../support/account-fixtures.ts'
import { testDatabases } from '../support/test-databases.ts'
import { startTestServer, type TestServer } from '../support/test-server.ts'
import { password } from '../support/test-user.ts'

const minutes = 60_000

const peopleOf = (desk: TestServer) =>
  desk.app.database.selectFrom('person').selectAll().orderBy('id').execute()

describe.each(testDatabases)('a forgotten password, on $name', (store) => {
  // spec: 3.30, 3.32, 7.account.12, 7.account.14, 8.account.6
  test('a link by mail sets a new password once, ends the session and does not sign in', async () => {
    const desk = await startServerOn(store)
    const trader = await (await desk.trader('alder')).connects()
    const { id } = await trader.advertises('BUY', '7203.T', 10_000)
    const before = await peopleOf(desk)

    expect(await requestPasswordReset(desk.person(alderEmail))).toMatchObject({
      status: 200,
      body: { status: 'OK' },
    })
    expect(await peopleOf(desk)).toEqual(before)
    const token = await resetTokenFor(desk, alderEmail)
    const someone = desk.person(alderEmail)
    expect(await resetTokenStatus(someone, token)).toBe('PASSWORD_TOKEN_OK')
    expect(await resetTokenStatus(someone, token)).toBe('PASSWORD_TOKEN_OK')

    const done = await postPasswordReset(someone, token, unusedPassword)
    expect(done).toMatchObject({ status: 200, text: '{"status":"OK"}' })
    await trader.receives('trader Desk logged out')
    expect(await trader.isRefused('/user/my-details')).toMatchObject({ status: 401, reason: 'NOT_SIGNED_IN' })
    expect(await resetTokenStatus(someone, token)).toBe('PASSWORD_TOKEN_EXPIRED')
    expect(await postPasswordReset(someone, token, `${unusedPassword}!`)).toMatchObject({
      status: 400,
      body: {
        errorCode: 'PASSWORD_TOKEN_EXPIRED',
        field: 'resetToken',
        message: 'This link has expired',
      },
    })
    expect(await desk.newestMessage(alderEmail)).toContain('was reset on 18 November 2026 at 10:00 (Tokyo)')
    await expect(someone.signsIn(password)).rejects.toThrow('ACCESS_DENIED')
    await someone.signsIn(unusedPassword)
    expect((await someone.advert(id)).advertisementStatus).toBe('PAUSED')
  })

  test('when two requests use a link at once, only one succeeds', async () => {
    const desk = await startServerOn(store)
    await requestPasswordReset(desk.person(alderEmail))
    const token = await resetTokenFor(desk, alderEmail)

    const both = await Promise.all(
      [1, 2].map((n) => postPasswordReset(desk.person(alderEmail), token, `${unusedPassword} ${n}`)),
    )
    expect(both.map(({ status }) => status).sort()).toEqual([200, 400])
  })

  // spec: 7.account.15, 8.account.4
  test('a link is invalid after a newer one, after 30 minutes, and after the password was changed', async () => {
    const desk = await startServerOn(store)
    const someone = desk.person(alderEmail)
    await requestPasswordReset(someone)
    const first = await resetTokenFor(desk, alderEmail)
    await requestPasswordReset(someone)
    const second = await resetTokenFor(desk, alderEmail)
    expect(await resetTokenStatus(someone, first)).toBe('PASSWORD_TOKEN_EXPIRED')
    expect(await resetTokenStatus(someone, second)).toBe('PASSWORD_TOKEN_OK')
    desk.clock.advance(30 * minutes - 1)
    expect(await resetTokenStatus(someone, second)).toBe('PASSWORD_TOKEN_OK')
    desk.clock.advance(1)
    expect(await resetTokenStatus(someone, second)).toBe('PASSWORD_TOKEN_EXPIRED')

    await requestPasswordReset(someone)
    const third = await resetTokenFor(desk, alderEmail)
    const trader = await desk.trader('alder')
    const body = { oldPassword: password, password: unusedPassword, passwordConfirmation: unusedPassword }
    await trader.callsOk('/user/update-password', { body })
    expect(await resetTokenStatus(someone, third)).toBe('PASSWORD_TOKEN_EXPIRED')
    for (const token of [first, second, third, 'ioi_r_unknown'])
      expect((await postPasswordReset(someone, token, `${unusedPassword}!`)).body.errorCode).toBe(
        'PASSWORD_TOKEN_EXPIRED',
      )
    await someone.signsIn(unusedPassword)
  })
})

test('the link has the configured address, whatever the Host header says, and is stored as a hash', async () => {
  const desk = await startTestServer({ ...oneFirm, env: { PUBLIC_URL: 'https://aitai.example' } })
  for (const headers of [{ 'x-forwarded-host': 'evil.example' }, { origin: 'https://evil.example' }])
    await desk.person(alderEmail).calls(`/password/forgot-password/${alderEmail}`, { headers })
  await desk.app.http.inject({
    url: `/api/password/forgot-password/${alderEmail}`,
    headers: { host: 'evil.example' },
  })

  const token = await resetTokenFor(desk, alderEmail)
  expect(await desk.newestMessage(alderEmail)).toContain(
    `\nhttps://aitai.example/reset-password#resetToken=${token}\n`,
  )
  expect(Buffer.from(token.slice(6), 'base64url')).toHaveLength(32)
  const rows = await desk.app.database.selectFrom('password_reset').selectAll().execute()
  expect(rows).toHaveLength(1)
  expect(JSON.stringify(rows)).not.toContain(token.slice(6))
})

// spec: 7.account.13
test("the mail is in the user's language and can be requested by POST too, never by HEAD or a page", async () => {
  const desk = await startTestServer(oneFirm)
  const email = 'yuki@alder.example'
  await desk.addUser({ email, role: 'TRADER', firm: 'Alder', language: 'ja' })
  const path = `/password/forgot-password/${email}`
  const someone = desk.person(email)

  expect((await someone.calls(path, { method: 'HEAD' })).status).toBe(405)
  const headers = { 'sec-fetch-mode': 'navigate' }
  expect((await desk.app.http.inject({ url: `/api${path}`, headers })).statusCode).toBe(403)
  expect(await countMessagesTo(desk, email)).toBe(0)

  expect(await someone.callsOk(path, { method: 'POST' })).toEqual({ status: 'OK' })
  expect(await desk.newestMessage(email)).toContain('Desk yuki 様')
  expect(await desk.newestMessage(email)).toContain('リンクの有効期間は30分')
})

// spec: 7.account.13
test('known, unknown, disabled, malformed and endless addresses get the same bytes, and only the known one a mail', async () => {
  const desk = await startTestServer(oneFirm)
  await desk.addUser({ email: 'closed@alder.example', role: 'TRADER', firm: 'Alder' })
  const closed = desk.app.database.updateTable('person').set({ active: 0 })
  await closed.where('email', '=', 'closed@alder.example').execute()
  const someone = desk.person('')
  const answers = new Set<string>()

  for (const email of [
    alderEmail,
    ' ＴＲＡＤＥＲ@Alder.example ',
    'nobody@alder.example',
    'closed@alder.example',
    'no address at all',
    '森田@例え.jp',
    '💴'.repeat(300),
    'x'.repeat(2_000),
    "' or 1=1 --",
    '../../login',
  ]) {
    const { status, text, headers } = await requestPasswordReset(someone, email)
    const rest = [...headers].filter(([name]) => name !== 'date')
    answers.add(JSON.stringify([status, text, rest]))
  }
  expect(answers.size).toBe(1)
  const mails = await desk.app.database.selectFrom('outbox').select('recipient').execute()
  expect(mails.map(({ recipient }) => recipient)).toEqual([alderEmail, alderEmail])
})

test('an account gets three mails in an hour, and nothing reveals that there are no more', async () => {
  const desk = await startTestServer(oneFirm)
  const someone = desk.person(alderEmail)
  const answers = []
  for (let i = 0; i < 5; i += 1) answers.push((await requestPasswordReset(someone)).text)

  expect(new Set(answers)).toEqual(new Set(['{"status":"OK"}']))
  expect(await countMessagesTo(desk, alderEmail)).toBe(3)
  expect(await resetTokenStatus(someone, await resetTokenFor(desk, alderEmail))).toBe('PASSWORD_TOKEN_OK')
  desk.clock.advance(20 * minutes)
  await requestPasswordReset(someone)
  expect(await countMessagesTo(desk, alderEmail)).toBe(4)
})

test("strangers' requests neither use up the mails of the owner's networks nor invalidate their links", async () => {
  const desk = await startTestServer({ ...oneFirm, env: behindProxy })
  const someone = desk.person(alderEmail)
  const requestsFrom = (network: string) => requestPasswordReset(someone, alderEmail, fromNetwork(network))
  const strangersRequest = async () => {
    for (const network of ['203.0.113.1', '198.18.0.2', '192.0.2.3']) await requestsFrom(network)
  }
  await someone.calls('/login', {
    body: { email: alderEmail, password },
    headers: fromNetwork('198.51.100.7'),
  })

  await strangersRequest()
  expect(await countMessagesTo(desk, alderEmail)).toBe(3)
  const strangersToken = await resetTokenFor(desk, alderEmail)
  await strangersRequest()
  expect(await countMessagesTo(desk, alderEmail)).toBe(3)

  await requestsFrom('198.51.100.7')
  expect(await countMessagesTo(desk, alderEmail)).toBe(4)
  const token = await resetTokenFor(desk, alderEmail)
  expect(await resetTokenStatus(someone, strangersToken)).toBe('PASSWORD_TOKEN_EXPIRED')
  // A stranger's budget has refilled by one mail.
  desk.clock.advance(20 * minutes)
  await strangersRequest()
  expect(await countMessagesTo(desk, alderEmail)).toBe(5)
  expect(await resetTokenStatus(someone, token)).toBe('PASSWORD_TOKEN_OK')
  const newest = await resetTokenFor(desk, alderEmail)
  expect((await postPasswordReset(someone, token, unusedPassword)).status).toBe(200)
  expect(await resetTokenStatus(someone, newest)).toBe('PASSWORD_TOKEN_EXPIRED')
})

test.each([
  ['forgotten passwords', 10, '/password/forgot-password/nobody@alder.example', undefined],
  ['looks at a link', 30, '/password/get-password-reset-token-status/guess', undefined],
  ['uses of a link', 10, '/password/reset-password', { password: '', confirmPassword: '', resetToken: 'x' }],
])('%s are limited to %i an hour for one network', async (_, most, path, body) => {
  const desk = await startTestServer({ ...oneFirm, env: defaultRates })
  const someone = desk.person('')
  const requestLink = () => someone.calls(path, body === undefined ? {} : { body })
  for (let i = 0; i < most; i += 1) expect((await requestLink()).status).not.toBe(429)

  const refused = await requestLink()
  expect(refused).toMatchObject({ status: 429, body: { errorCode: 'TOO_MANY' } })
  desk.clock.advance(Number(refused.headers.get('retry-after')) * 1_000)
  expect((await requestLink()).status).not.toBe(429)
})

// spec: 5.passwords.4
test('a poor or mistyped new password does not use the link up', async () => {
  const desk = await startTestServer(oneFirm)
  const someone = desk.person(alderEmail)
  await requestPasswordReset(someone)
  const token = await resetTokenFor(desk, alderEmail)

  for (const [own, again, errorCode, field] of [
    [unusedPassword, 'another', 'PASSWORD_MISMATCH', 'confirmPassword'],
    ['short', 'short', 'PASSWORD_LENGTH', 'password'],
    ['password123456', 'password123456', 'PASSWORD_COMMON', 'password'],
    ['trader-alder-1', 'trader-alder-1', 'PASSWORD_GUESSABLE', 'password'],
  ] as const)
    expect(await postPasswordReset(someone, token, own, again)).toMatchObject({
      status: 400,
      body: { errorCode, field },
    })
  expect(await resetTokenStatus(someone, token)).toBe('PASSWORD_TOKEN_OK')
  expect((await postPasswordReset(someone, token, unusedPassword)).status).toBe(200)
})

test('after a reset the SMS code is still required, and one that was sent before is invalid', async () => {
  const desk = await startTestServer(oneFirm)
  const [email, phone] = ['two@alder.example', '+815012345678']
  await desk.addUser({ email, role: 'TRADER', firm: 'Alder', twoFactor: true, phone })
  const two = desk.person(email)
  const begun = await two.isRefused('/login', { body: { email, password } })
  const otp = /\d{6}/.exec(await desk.newestMessage(phone))?.[0] ?? ''
  await requestPasswordReset(two)

  expect((await postPasswordReset(two, await resetTokenFor(desk, email), unusedPassword)).status).toBe(200)
  const late = await two.isRefused('/2fa/verify', { body: { otp }, token: begun.token ?? '' })
  expect(late).toMatchObject({ status: 401, reason: 'USER_NOT_AUTHENTICATED' })
  expect(await two.isRefused('/login', { body: { email, password: unusedPassword } })).toMatchObject({
    reason: '2FA_REQUIRED',
  })
})

test('a user whose temporary password has expired may set an own one with a link', async () => {
  const desk = await startTestServer(oneFirm)
  const email = 'new@alder.example'
  await desk.addUser({ email, role: 'TRADER', firm: 'Alder' })
  const waiting = desk.app.database.updateTable('person').set({ first_login: 1, temporary_until: 1 })
  await waiting.where('email', '=', email).execute()
  const newcomer = desk.person(email)
  await expect(newcomer.signsIn()).rejects.toThrow('ACCESS_DENIED')

  await requestPasswordReset(newcomer)
  await postPasswordReset(newcomer, await resetTokenFor(desk, email), unusedPassword)
  await newcomer.signsIn(unusedPassword)
  expect(await newcomer.callsOk('/user/my-details')).toMatchObject({ firstLogin: false })
})
