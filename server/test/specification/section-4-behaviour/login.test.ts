import { closeCodes } from '@aitai/contract/routes/live.ts'
import type { UserInfo } from '@aitai/contract/schemas/session.ts'
import { expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../support/test-server.ts'
import { password, type TestUser } from '../../support/test-user.ts'
import {
  closeCodeOf,
  expectTextInBothLanguages,
  minuteMs,
  openSocketOf,
  startWithOneTrader,
} from '../journey-fixtures.ts'

const email = 'two@alder.example'
const phone = '+815012345678'

/** A user who signs in with an SMS code. */
async function withTwoFactor(): Promise<{ desk: TestServer; person: TestUser; code: () => Promise<string> }> {
  const desk = await startTestServer({ firms: ['Alder'], brokers: ['Hinoki'] })
  await desk.addUser({ email, role: 'TRADER', firm: 'Alder', twoFactor: true, phone })
  const code = async () => /\d{6}/.exec(await desk.newestMessage(phone))?.[0] ?? ''
  return { desk, person: desk.person(email), code }
}

/** Sends the password and returns the temporary token. */
async function begins(person: TestUser): Promise<string> {
  const { token, ...refused } = await person.isRefused('/login', { body: { email, password }, token: null })
  expect(refused).toMatchObject({ status: 401, reason: '2FA_REQUIRED', errorCode: '2FA_REQUIRED' })
  return token ?? ''
}

const verifies = (person: TestUser, otp: string, token: string) =>
  person.calls<{ status: string; access_token: string }>('/2fa/verify', { body: { otp }, token })

// spec: 4.login.1
test('4.login.1 The user enters credentials.', async () => {
  const desk = await startTestServer({ firms: ['Alder'], brokers: ['Hinoki'] })
  const signsIn = (body: object) =>
    desk.person('').calls<{ token: string; user: UserInfo }>('/login', { body })

  const { status, body } = await signsIn({ email: 'trader@alder.example', password })
  expect([status, body.token]).toEqual([200, expect.stringMatching(/^ioi_s_[\w-]{43}$/)])
  expect(body.user).toMatchObject({ role: 'TRADER', firstLogin: false, organization_name: 'Alder' })
  expect(await signsIn({ email: 'trader@alder.example', password: 'wrong' })).toMatchObject({ status: 403 })
  for (const missing of [{ email: 'trader@alder.example' }, { password }])
    expect(await signsIn(missing)).toMatchObject({ status: 400, body: { errorCode: 'INVALID' } })
})

// spec: 4.login.2
test('4.login.2 The email is lowercased.', async () => {
  const desk = await startTestServer({ firms: ['Alder'], brokers: ['Hinoki'] })
  const person = await desk.person('TRADER@Alder.Example').signsIn()

  expect(await person.asks('/user/my-details')).toMatchObject({ email: 'trader@alder.example' })
})

// spec: 4.login.3
test('4.login.3 If the server answers 401 with reason 2FA_REQUIRED, a temporary token is kept in session storage (entry 2FaToken) and the 2FA popup shows.', async () => {
  const { person } = await withTwoFactor()
  const token = await begins(person)

  expect(token).toMatch(/^ioi_s_[\w-]{43}$/)
  // It gives access to the second step only.
  for (const path of ['/user/my-details', '/advert/advert-list', '/notifications'])
    expect(await person.isRefused(path, { token })).toMatchObject({ status: 401, reason: '2FA_REQUIRED' })
  expect(await person.asks('/2fa/request', { method: 'POST', token })).toEqual({ status: 'SENT' })
})

// spec: 4.login.4
test('4.login.4 Once the code is verified, the user token is stored (local storage entry userToken) and user details are fetched.', async () => {
  const { person, code } = await withTwoFactor()
  const temporary = await begins(person)

  const { status, body } = await verifies(person, await code(), temporary)
  expect([status, body.status.toLowerCase()]).toEqual([200, 'verified'])
  person.token = body.access_token
  expect(await person.asks('/user/my-details')).toMatchObject({ email, role: 'TRADER' })
  // The temporary token is no longer valid.
  expect((await verifies(person, await code(), temporary)).status).toBe(401)
})

// spec: 4.login.5
test('4.login.5 If 2FA is not required, after equities, adverts, brokers (or connection agreements) and auth load, the app connects the live socket, shows the user header and routes by role.', async () => {
  const { desk } = await startWithOneTrader()
  const loads = async (person: TestUser, paths: readonly string[]) =>
    Promise.all(paths.map((path) => person.asks<unknown[]>(path)))

  const alder = await desk.trader('alder')
  const [equities, adverts, brokers] = await loads(alder, [
    ...['/equity/get-equities', '/advert/advert-list', '/broker/user-brokers-list'],
  ])
  expect([equities?.length, adverts, brokers]).toEqual([
    expect.any(Number),
    [],
    [{ brokerID: expect.any(String), brokerName: 'Hinoki', shortName: 'Hinoki' }],
  ])
  expect((await openSocketOf(alder)).isSubscribed()).toBe(true)
  expect(await alder.asks('/user/my-details')).toMatchObject({ role: 'TRADER', credibilityRating: 60 })

  const hinoki = await desk.broker('hinoki')
  expect(await loads(hinoki, ['/connection-agreement/broker-user-execution-listing'])).toEqual([[]])
  expect((await openSocketOf(hinoki)).isSubscribed()).toBe(true)
  expect(await hinoki.asks('/user/my-details')).toMatchObject({ role: 'BROKER', credibilityRating: null })
})

// spec: 4.login.8
test('4.login.8 Closing the 2FA popup hides it and resets the 2FA state.', async () => {
  const { person, code } = await withTwoFactor()
  const first = await begins(person)

  // The server forgets it after ten minutes: after closing the popup the user begins again, with another
  // code.
  const second = await begins(person)
  expect(second).not.toBe(first)
  const { body } = await verifies(person, await code(), second)
  person.token = body.access_token
  expect(await person.asks('/user/my-details')).toMatchObject({ email })
})

// spec: 4.login.9
test('4.login.9 Logout clears the stored token and disconnects the socket.', async () => {
  const { desk } = await startWithOneTrader()
  const alder = await desk.trader('alder')
  const socket = await openSocketOf(alder)

  expect(await alder.asks('/logout', { method: 'POST' })).toEqual({ status: 'OK' })
  expect(await closeCodeOf(socket)).toBe(closeCodes.ended)
  expect(await alder.isRefused('/user/my-details')).toMatchObject({ status: 401, reason: 'NOT_SIGNED_IN' })
})

// spec: 4.login.10
test('4.login.10 If fetching user details fails while a token existed, the token is removed and the message about being logged out from the previous session appears.', async () => {
  const { desk, alder } = await startWithOneTrader()
  const { token } = alder
  const replaced = await desk.trader('alder')
  desk.clock.advance(60 * minuteMs)

  const reasons = []
  for (const stored of [token, replaced.token, 'ioi_s_unknown']) {
    const refused = await alder.isRefused('/user/my-details', { token: stored })
    expect(refused.status).toBe(401)
    expectTextInBothLanguages(refused.errorCode)
    reasons.push(refused.reason)
  }
  expect(reasons).toEqual(['SESSION_REPLACED', 'SESSION_TIMED_OUT', 'NOT_SIGNED_IN'])
})

// spec: 4.login.11
test('4.login.11 Login from another location, or a timeout, shows the logged-out screens.', async () => {
  const { desk } = await startWithOneTrader()
  const here = await desk.trader('alder')
  const socket = await openSocketOf(here)
  const there = await desk.trader('alder')
  expect(await closeCodeOf(socket)).toBe(closeCodes.ended)
  expect(socket.received).toMatchObject([
    { message: 'trader Desk logged out', errorCode: 'SESSION_REPLACED' },
  ])

  const other = await openSocketOf(there)
  desk.clock.advance(60 * minuteMs)
  await desk.app.sweep()
  expect(await closeCodeOf(other)).toBe(closeCodes.ended)
  expect(other.received).toMatchObject([{ message: 'trader Desk timed out', errorCode: 'SESSION_TIMED_OUT' }])
})
