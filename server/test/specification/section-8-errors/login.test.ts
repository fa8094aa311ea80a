import type { Failure } from '@aitai/contract/schemas/failures.ts'
import { textIn } from '@aitai/messages/texts.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../support/test-server.ts'
import { password, type TestUser } from '../../support/test-user.ts'
import { expectTextInBothLanguages, minuteMs, openSocketOf, startWithOneTrader } from '../journey-fixtures.ts'

const oneFirm = { firms: ['Alder'], brokers: ['Hinoki'] }
const email = 'two@alder.example'
const phone = '+815012345678'

interface Waiting {
  readonly desk: TestServer
  readonly person: TestUser
  /** The newest code that was sent by SMS. */
  readonly code: () => Promise<string>
}

/** A user who has sent the password and has to send a code. */
async function waiting(): Promise<Waiting> {
  const desk = await startTestServer(oneFirm)
  await desk.addUser({ email, role: 'TRADER', firm: 'Alder', twoFactor: true, phone, language: 'ja' })
  const person = desk.person(email)
  const { token = null } = await person.isRefused('/login', { body: { email, password } })
  person.token = token
  return { desk, person, code: async () => /\d{6}/.exec(await desk.newestMessage(phone))?.[0] ?? '' }
}

const verifies = (person: TestUser, otp: string) =>
  person.calls<Failure & { access_token?: string }>('/2fa/verify', { body: { otp } })
const requests = (person: TestUser) => person.calls<Failure>('/2fa/request', { method: 'POST' })
const otherThan = (code: string): string => String((Number(code) + 1) % 1_000_000).padStart(6, '0')

/** Expects a code with a text in both languages, and an English message as a fallback. */
function expectFailure(
  { status, body }: { status: number; body: Failure },
  as: readonly [number, string],
): void {
  expect([status, body.errorCode]).toEqual(as)
  expectTextInBothLanguages(body.errorCode, { ...body.variables, field: body.field, traceId: body.traceId })
  expect(body.message).not.toMatch(/^$|[{}]/)
}

// spec: 8.login.1
test('8.login.1 ACCESS_DENIED (403): Please check your credentials, contact support if it persists.', async () => {
  const desk = await startTestServer(oneFirm)
  for (const body of [
    { email: 'trader@alder.example', password: 'wrong' },
    { email: 'nobody@alder.example', password },
  ])
    expect(await desk.person('').isRefused('/login', { body })).toEqual({
      status: 403,
      errorCode: 'ACCESS_DENIED',
      reason: 'ACCESS_DENIED',
      message: 'Please check your credentials, contact support if it persists.',
    })
})

// spec: 8.login.4
test('8.login.4 A server message is passed through.', async () => {
  const desk = await startTestServer(oneFirm)
  const wrong = { email: 'trader@alder.example', password: 'wrong' }
  const logsIn = (body: object) => desk.person('').calls<Failure>('/login', { body })

  for (let i = 0; i < 10; i += 1) expectFailure(await logsIn(wrong), [403, 'ACCESS_DENIED'])
  expectFailure(await logsIn(wrong), [429, 'TOO_MANY'])
  expectFailure(await logsIn({ email: wrong.email }), [400, 'INVALID'])
})

// spec: 8.login.5
test('8.login.5 The login error shows translated text for error.reason.', async () => {
  const { desk, person } = await waiting()
  const { token: first } = await desk.trader('alder')
  const { token: second } = await desk.trader('alder')
  desk.clock.advance(60 * minuteMs)

  const { reason: denied } = await person.isRefused('/login', { body: { email, password: 'wrong' } })
  const { reason: second2fa } = await person.isRefused('/login', { body: { email, password } })
  const reasons = [denied, second2fa]
  for (const token of [first, second, 'ioi_s_unknown', null])
    reasons.push((await person.isRefused('/user/my-details', { token })).reason)
  expect(reasons).toEqual([
    ...['ACCESS_DENIED', '2FA_REQUIRED', 'SESSION_REPLACED', 'SESSION_TIMED_OUT'],
    ...['NOT_SIGNED_IN', 'NOT_SIGNED_IN'],
  ])
  for (const reason of reasons) expectTextInBothLanguages(reason)
})

// spec: 8.2fa.1
test('8.2fa.1 2FA_CODE_SENT: 2FA code sent, check SMS.', async () => {
  const { desk, person, code } = await waiting()
  const first = await code()
  const sent = await requests(person)
  expect(sent).toMatchObject({ status: 200, body: { status: 'SENT' } })

  // The SMS is sent by the time of the reply, in the user's language.
  expect(await desk.newestMessage(phone)).toContain('認証コード')
  expect([first, await code()]).toEqual([expect.stringMatching(/^\d{6}$/), expect.stringMatching(/^\d{6}$/)])
  expect((await verifies(person, await code())).status).toBe(200)
  expectTextInBothLanguages('2FA_CODE_SENT')
})

// spec: 8.2fa.2
test('8.2fa.2 2FA_OPT_SEND_FAILURE: Failed to send OTP, try again.', async () => {
  const { desk, person } = await waiting()
  const writes = (may: boolean) => sql`pragma query_only = ${sql.lit(may ? 0 : 1)}`.execute(desk.app.database)
  await writes(false)
  expectFailure(await requests(person), [503, 'UNAVAILABLE'])
  await writes(true)
  expect((await requests(person)).status).toBe(200)

  // The third in ten minutes was the last one, even if its delivery failed.
  expectFailure(await requests(person), [429, 'TOO_MANY'])
  expectTextInBothLanguages('2FA_OPT_SEND_FAILURE')
})

// spec: 8.2fa.3
test('8.2fa.3 2FA_CODE_INVALID: Invalid 2FA code or timed out, login again.', async () => {
  const { desk, person, code } = await waiting()
  const right = await code()
  expectFailure(await verifies(person, otherThan(right)), [401, '2FA_CODE_INVALID'])
  desk.clock.advance(5 * minuteMs)
  const { status, body } = await verifies(person, right)
  expect([status, body.reason]).toEqual([401, '2FA_CODE_INVALID'])

  // The fifth wrong code was the last attempt: after it even the right one is refused.
  await requests(person)
  const newer = await code()
  for (let i = 0; i < 4; i += 1) await verifies(person, otherThan(newer))
  expectFailure(await verifies(person, newer), [401, '2FA_CODE_INVALID'])
})

// spec: 8.2fa.4
test("8.2fa.4 'User not authenticated' when there is no 2FA token.", async () => {
  const { desk, code } = await waiting()
  const otp = await code()
  const nobody = desk.person(email)

  for (const token of [null, 'ioi_s_unknown']) {
    nobody.token = token
    expectFailure(await requests(nobody), [401, 'USER_NOT_AUTHENTICATED'])
    const refused = await verifies(nobody, otp)
    expectFailure(refused, [401, 'USER_NOT_AUTHENTICATED'])
    expect(refused.body.message).toBe('User not authenticated')
  }
  // A session token does not replace the temporary token.
  expectFailure(await requests(await desk.trader('alder')), [403, 'FORBIDDEN'])
})

// spec: 8.2fa.5
test('8.2fa.5 The popup shows the translated error or the raw message.', async () => {
  const { desk, person, code } = await waiting()
  const failed = [await verifies(person, otherThan(await code()))]
  failed.push(await verifies(person, 'no digits'), await person.calls('/2fa/verify', { body: {} }))
  await requests(person)
  await requests(person)
  failed.push(await requests(person))
  desk.clock.advance(10 * minuteMs)
  failed.push(await requests(person))

  const failures = [
    ...[
      [401, '2FA_CODE_INVALID'],
      [401, '2FA_CODE_INVALID'],
      [400, 'INVALID'],
    ],
    ...[
      [429, 'TOO_MANY'],
      [401, 'USER_NOT_AUTHENTICATED'],
    ],
  ] as const
  expect(failed).toHaveLength(failures.length)
  for (const [place, as] of failures.entries())
    expectFailure(failed[place] as (typeof failed)[number], as as [number, string])
})

// spec: 8.session.2
test('8.session.2 Session: logged out because the account logged in elsewhere; session timed out.', async () => {
  const { desk, alder } = await startWithOneTrader()
  const otherSession = await desk.trader('alder')
  expect(await alder.isRefused('/advert/advert-list')).toEqual({
    status: 401,
    errorCode: 'SESSION_REPLACED',
    reason: 'SESSION_REPLACED',
    message: 'You have been logged out because your account was signed in elsewhere.',
  })

  desk.clock.advance(60 * minuteMs)
  expect(await otherSession.isRefused('/advert/advert-list')).toEqual({
    status: 401,
    errorCode: 'SESSION_TIMED_OUT',
    reason: 'SESSION_TIMED_OUT',
    message: 'Your session has timed out. Please sign in again.',
  })
})

// spec: 8.session.3
test('8.session.3 The logged-out popup has one text for timed out and another for a normal logout.', async () => {
  const { desk } = await startWithOneTrader()
  const last = async (end: (person: TestUser) => Promise<unknown>) => {
    const person = await desk.trader('alder')
    const socket = await openSocketOf(person)
    await end(person)
    await expect.poll(() => socket.closes).toHaveLength(1)
    return socket.received.at(-1)
  }

  const loggedOut = await last((person) => person.asks('/logout', { method: 'POST' }))
  const timedOut = await last(async () => {
    desk.clock.advance(60 * minuteMs)
    await desk.app.sweep()
  })
  expect([loggedOut?.errorCode, timedOut?.errorCode]).toEqual(['SESSION_LOGGED_OUT', 'SESSION_TIMED_OUT'])
  for (const language of ['En', 'Jp'] as const)
    expect(textIn(language, 'SESSION_LOGGED_OUT')).not.toBe(textIn(language, 'SESSION_TIMED_OUT'))
})
