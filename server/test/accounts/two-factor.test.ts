import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../support/test-server.ts'
import { password, type TestUser } from '../support/test-user.ts'

const phone = '+815012345678'
const email = 'two@alder.example'

interface Waiting {
  readonly desk: TestServer
  readonly two: TestUser
  /** Sends the code with the temporary token. */
  readonly says: (otp: string) => Promise<{ status: number; access_token?: string; errorCode?: string }>
  readonly newestCode: () => Promise<string>
}

/** A user with two-factor authentication who has given the right password. */
async function waiting(): Promise<Waiting> {
  const desk = await startTestServer({ firms: ['Alder'], brokers: [] })
  await desk.addUser({ email, role: 'TRADER', firm: 'Alder', twoFactor: true, phone, language: 'ja' })
  const two = desk.person(email)
  two.token = await logsIn(two)
  const says = async (otp: string) => {
    const { status, body } = await two.calls<{ access_token?: string }>('/2fa/verify', { body: { otp } })
    return { ...body, status }
  }
  const newestCode = async () => /\d{6}/.exec(await desk.newestMessage(phone))?.[0] ?? ''
  return { desk, two, says, newestCode }
}

async function logsIn(two: TestUser): Promise<string> {
  const refused = await two.isRefused('/login', { body: { email: two.email, password }, token: null })
  expect(refused).toMatchObject({ status: 401, reason: '2FA_REQUIRED', errorCode: '2FA_REQUIRED' })
  return refused.token ?? ''
}

const otherThan = (code: string): string => String((Number(code) + 1) % 1_000_000).padStart(6, '0')

// spec: 4.login.4, 7.account.7, 9.22
test('the SMS code opens a session, in full-width digits too, and only once', async () => {
  const { desk, two, says, newestCode } = await waiting()
  const code = await newestCode()
  const fullWidth = [...code].map((digit) => String.fromCodePoint(0xff10 + Number(digit))).join('')

  const { status, body } = await two.calls<{ access_token: string }>('/2fa/verify', {
    body: { otp: fullWidth },
  })
  expect([status, body]).toEqual([200, { status: 'verified', access_token: expect.any(String) }])
  expect(await says(code)).toMatchObject({ status: 401 })
  two.token = body.access_token
  expect(await two.callsOk('/user/my-details')).toMatchObject({ email })
  expect(await desk.newestMessage(phone)).toMatch(/Aitaiの認証コード.*(?<!\d)\d{6}(?!\d)/)
})

// spec: 7.account.2
test('a password alone opens no session and ends none', async () => {
  const { two, says, newestCode } = await waiting()
  const { access_token } = await says(await newestCode())
  const working = access_token ?? null

  const waitingToken = await logsIn(two)

  expect(await two.callsOk('/user/my-details', { token: working })).toMatchObject({ email })
  for (const path of ['/user/my-details', '/advert/advert-list', '/notifications'])
    expect(await two.isRefused(path, { token: waitingToken })).toMatchObject({
      status: 401,
      reason: '2FA_REQUIRED',
    })
})

// spec: 8.2fa.3
test('after five wrong codes no code is accepted', async () => {
  const { says, newestCode } = await waiting()
  const code = await newestCode()

  for (let i = 0; i < 5; i += 1)
    expect(await says(otherThan(code))).toMatchObject({ status: 401, errorCode: '2FA_CODE_INVALID' })
  expect(await says(code)).toMatchObject({ status: 401, errorCode: '2FA_CODE_INVALID' })
})

// spec: 7.account.6
test('a code is valid for five minutes; a new one replaces it', async () => {
  const { desk, two, says, newestCode } = await waiting()
  const first = await newestCode()
  expect(await two.callsOk('/2fa/request', { method: 'POST' })).toEqual({ status: 'SENT' })
  const second = await newestCode()

  if (first !== second) expect(await says(first)).toMatchObject({ status: 401 })
  desk.clock.advance(5 * 60_000)
  expect(await says(second)).toMatchObject({ status: 401, errorCode: '2FA_CODE_INVALID' })
})

// spec: 8.2fa.2
test('three codes in ten minutes, even if one could not be stored, then no more are sent', async () => {
  const { desk, two } = await waiting()
  const requestCode = () => two.calls('/2fa/request', { method: 'POST' })

  await sql`pragma query_only = on`.execute(desk.app.database)
  expect(await requestCode()).toMatchObject({ status: 503, body: { errorCode: 'UNAVAILABLE' } })
  await sql`pragma query_only = off`.execute(desk.app.database)
  expect((await requestCode()).status).toBe(200)
  const refused = await requestCode()
  expect(refused.status).toBe(429)
  expect(refused.headers.get('retry-after')).toMatch(/^\d+$/)
})

test('ten codes in a day, however they are spread; a used code does not count', async () => {
  const { desk, two, says, newestCode } = await waiting()
  const used = await says(await newestCode())
  expect(used.status).toBe(200)
  const requestsCode = async () => {
    desk.clock.advance(5 * 60_000)
    const { status, body } = await two.calls<{ token?: string }>('/login', {
      body: { email, password },
      token: null,
    })
    two.token = body.token ?? two.token
    return status
  }

  const statuses = []
  for (let i = 0; i < 12; i += 1) statuses.push(await requestsCode())
  expect(statuses).toEqual([...Array<number>(10).fill(401), 429, 429])
})

test("a code opens only its own log-in, neither the user's others nor another user's", async () => {
  const { desk, two, newestCode } = await waiting()
  const [other, otherPhone] = ['three@alder.example', '+815087654321']
  await desk.addUser({
    email: other,
    role: 'TRADER',
    firm: 'Alder',
    twoFactor: true,
    phone: otherPhone,
  })
  const first = { token: two.token, code: await newestCode() }
  const second = { token: await logsIn(two), code: await newestCode() }
  const third = { token: await logsIn(desk.person(other)), code: '' }
  third.code = /\d{6}/.exec(await desk.newestMessage(otherPhone))?.[0] ?? ''
  const statusOf = async (token: string | null, otp: string) =>
    (await two.calls('/2fa/verify', { body: { otp }, token })).status

  for (const [one, another] of [
    [first, second],
    [second, third],
    [third, first],
  ] as const)
    if (one.code !== another.code) expect(await statusOf(one.token, another.code)).toBe(401)
  for (const { token, code } of [first, third]) expect(await statusOf(token, code)).toBe(200)
})

// spec: 8.2fa.4
test('the log-in ends ten minutes after the password, and needs its own token', async () => {
  const { desk, two, newestCode } = await waiting()
  const otp = await newestCode()
  const { token: own } = two
  const failure = { status: 401, errorCode: 'USER_NOT_AUTHENTICATED', message: 'User not authenticated' }
  for (const token of [null, 'ioi_s_unknown']) {
    expect(await two.isRefused('/2fa/request', { method: 'POST', token })).toMatchObject(failure)
    expect(await two.isRefused('/2fa/verify', { body: { otp }, token })).toMatchObject(failure)
  }
  const { token: session } = await desk.trader('alder')
  expect(await two.isRefused('/2fa/request', { method: 'POST', token: session })).toMatchObject({
    status: 403,
    errorCode: 'FORBIDDEN',
  })

  desk.clock.advance(10 * 60_000)
  expect(await two.isRefused('/2fa/request', { method: 'POST', token: own })).toMatchObject({
    ...failure,
    reason: 'USER_NOT_AUTHENTICATED',
  })
})

test('no code is stored in clear', async () => {
  const { desk, newestCode } = await waiting()
  const attempts = await desk.app.database.selectFrom('login_attempt').selectAll().execute()
  expect(attempts).toHaveLength(1)
  expect(Object.values(attempts[0] ?? {})).not.toContain(await newestCode())
})

/** A user whose temporary password was sent by mail. */
async function newcomer(): Promise<{ desk: TestServer; new: TestUser; temporary: string }> {
  const desk = await startTestServer({ firms: ['Alder'], brokers: [] })
  const { addUser } = await import('../../src/admin/users/users.ts')
  const user = {
    email: 'new@alder.example',
    firstName: 'New',
    lastName: 'Comer',
    role: 'TRADER',
    firm: 'Alder',
  } as const
  await addUser(desk.admin, user)
  const temporary = /[a-z2-9]{4}(-[a-z2-9]{4}){3}/.exec(await desk.newestMessage(user.email))?.[0] ?? ''
  return { desk, new: desk.person(user.email), temporary }
}

const sets = (own: string, again = own) => ({ body: { password: own, passwordConfirmation: again } })

// spec: 2.routes.14, 7.account.10
test('a temporary password opens a session that can only set an own password', async () => {
  const { new: person, temporary } = await newcomer()
  await person.signsIn(temporary)
  expect(await person.callsOk('/user/my-details')).toMatchObject({ firstLogin: true })
  expect(await person.isRefused('/advert/advert-list')).toMatchObject({ status: 403, errorCode: 'FORBIDDEN' })

  const own = 'a quiet morning in Kabutocho'
  expect(await person.callsOk('/user/update-temp-password', sets(own))).toEqual({ status: 'OK' })
  // The session that the temporary password opened has ended.
  expect(await person.isRefused('/user/update-temp-password', sets(`${own}!`))).toMatchObject({ status: 401 })
  expect(await person.isRefused('/user/my-details')).toMatchObject({ status: 401, reason: 'NOT_SIGNED_IN' })
  await expect(person.signsIn(temporary)).rejects.toThrow('ACCESS_DENIED')
  await person.signsIn(own)
  expect(await person.callsOk('/user/my-details')).toMatchObject({ firstLogin: false })
  expect(await person.adverts()).toEqual([])
})

// spec: 7.account.10
test.each([
  ['eleven lett', 'eleven lett', 'PASSWORD_LENGTH', 'password'],
  ['x'.repeat(129), 'x'.repeat(129), 'PASSWORD_LENGTH', 'password'],
  ['new@alder.example', 'new@alder.example', 'PASSWORD_GUESSABLE', 'password'],
  ['aitai-AITAI-ａｉｔａｉ', 'aitai-AITAI-ａｉｔａｉ', 'PASSWORD_GUESSABLE', 'password'],
  ['aaaaaaaaaaaaaaaa', 'aaaaaaaaaaaaaaaa', 'PASSWORD_COMMON', 'password'],
  ['Comer-New-Alder-2026', 'Comer-New-Alder-2026', 'PASSWORD_GUESSABLE', 'password'],
  ['a quiet morning', 'a quiet evening', 'PASSWORD_MISMATCH', 'passwordConfirmation'],
])('the new password %s, confirmed as %s, is refused: %s', async (own, again, errorCode, field) => {
  const { new: person, temporary } = await newcomer()
  await person.signsIn(temporary)

  const refused = await person.isRefused('/user/update-temp-password', sets(own, again))
  expect(refused).toMatchObject({ status: 400, errorCode, field })
  // A client that does not look at the status loses nothing: a refusal changes nothing.
  expect(await person.callsOk('/user/my-details')).toMatchObject({ firstLogin: true })
  await person.signsIn(temporary)
})

test('the temporary password, which was sent by mail, is not accepted as the own one', async () => {
  const { new: person, temporary } = await newcomer()
  await person.signsIn(temporary)
  const refused = await person.isRefused('/user/update-temp-password', sets(temporary))
  expect(refused).toMatchObject({ status: 400, errorCode: 'PASSWORD_SAME', field: 'password' })
})

// spec: 3.31, 5.passwords.8
test.each(['password', 'passwordConfirmation'])('the first %s is required', async (field) => {
  const { new: person, temporary } = await newcomer()
  await person.signsIn(temporary)
  const { [field]: _, ...body } = sets('a quiet morning in Kabutocho').body as Record<string, string>
  const refused = await person.isRefused('/user/update-temp-password', { body })
  expect(refused).toMatchObject({ status: 400, errorCode: 'INVALID', field })
})

test('twelve emoji are twelve characters', async () => {
  const { new: person, temporary } = await newcomer()
  await person.signsIn(temporary)
  const own = '🌲🍁🌸🍂🌿🎋🎍🪷🌾🍃🌱🪻'
  expect(await person.callsOk('/user/update-temp-password', sets(own))).toEqual({ status: 'OK' })
  await person.signsIn(own)
})

test('a temporary password expires after 72 hours', async () => {
  const { desk, new: person, temporary } = await newcomer()
  desk.clock.advance(72 * 3_600_000)
  await expect(person.signsIn(temporary)).rejects.toThrow('ACCESS_DENIED')
})
