import type { UserInfo } from '@aitai/contract/schemas/session.ts'
import { describe, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../support/test-server.ts'
import { password, type TestUser } from '../../support/test-user.ts'
import { alderEmail, startWithOneUser } from './call-fixtures.ts'

const phone = '+815012345678'
const twoEmail = 'two@alder.example'

interface Waiting {
  readonly desk: TestServer
  readonly two: TestUser
  /** The reply to the right password; its token is the temporary one. */
  readonly refused: { readonly status: number; readonly reason?: string; readonly token?: string }
  readonly newestCode: () => Promise<string>
}

/**
 * A user with two-factor authentication who gave the right password and has the temporary token (2FaToken).
 */
async function waiting(): Promise<Waiting> {
  const desk = await startTestServer({ firms: ['Alder'], brokers: [] })
  await desk.addUser({ email: twoEmail, role: 'TRADER', firm: 'Alder', twoFactor: true, phone })
  const two = desk.person(twoEmail)
  const refused = await two.isRefused('/login', { body: { email: twoEmail, password } })
  two.token = refused.token ?? null
  const newestCode = async () => /\d{6}/.exec(await desk.newestMessage(phone))?.[0] ?? ''
  return { desk, two, refused, newestCode }
}

const otherThan = (code: string): string => String((Number(code) + 1) % 1_000_000).padStart(6, '0')

describe('POST {api}/login', () => {
  // spec: 7.account.1
  test('7.account.1 POST {api}/login | JSON email, password | Reads token and user.', async () => {
    const desk = await startTestServer({ firms: ['Alder'], brokers: ['Hinoki'] })
    const someone = desk.person(alderEmail)

    const answer = await someone.asks<{ token: string; user: UserInfo }>('/login', {
      body: { email: 'Trader@ALDER.example', password },
    })
    expect(Object.keys(answer).sort()).toEqual(['token', 'user'])
    someone.token = answer.token
    expect(answer.user).toEqual(await someone.asks('/user/my-details'))
    expect(answer.user).toMatchObject({ email: alderEmail, role: 'TRADER', firstLogin: false })
  })

  // spec: 7.account.2
  test('7.account.2 POST {api}/login | 401 with reason 2FA_REQUIRED and a token starts 2FA.', async () => {
    const { two, refused } = await waiting()

    expect(refused).toMatchObject({ status: 401, reason: '2FA_REQUIRED', token: expect.any(String) })
    // It is valid for /2fa/* only.
    for (const path of ['/user/my-details', '/advert/advert-list', '/notifications'])
      expect(await two.isRefused(path)).toMatchObject({ status: 401, reason: '2FA_REQUIRED' })
    expect((await two.calls('/2fa/request', { method: 'POST' })).status).toBe(200)
  })

  // spec: 7.account.3
  test('7.account.3 POST {api}/login | 403, network error and message are handled.', async () => {
    const { desk } = await startWithOneUser()
    const wrong = { email: alderEmail, password: 'not the password' }
    const unknown = { email: 'nobody@alder.example', password }

    const answers = await Promise.all(
      [wrong, unknown].map((body) => desk.person('').calls('/login', { body })),
    )
    for (const { status, body } of answers) {
      expect(status).toBe(403)
      expect(body).toEqual({
        errorCode: 'ACCESS_DENIED',
        reason: 'ACCESS_DENIED',
        message: expect.stringMatching(/^Please check your credentials/),
      })
    }
    // A network error means that nothing answers: the port is closed once the server has stopped.
    await desk.running.stop()
    await expect(desk.person('').calls('/login', { body: wrong })).rejects.toThrow(TypeError)
  })
})

describe('GET {api}/user/my-details and POST {api}/logout', () => {
  // spec: 7.account.4
  test('7.account.4 GET {api}/user/my-details | none | User info.', async () => {
    const { desk, alder } = await startWithOneUser()
    const hinoki = await desk.broker('hinoki')

    expect(await alder.asks('/user/my-details')).toMatchObject({
      email: alderEmail,
      username: alderEmail,
      firstName: 'trader',
      lastName: 'Desk',
      organization_name: 'Alder',
      numUserBrokers: 1,
      role: 'TRADER',
      firstLogin: false,
      credibilityRating: 60,
    })
    expect(await hinoki.asks('/user/my-details')).toMatchObject({
      organization_name: 'Hinoki',
      role: 'BROKER',
      credibilityRating: null,
    })
  })

  // spec: 7.account.8
  test('7.account.8 POST {api}/logout | bearer | not shown', async () => {
    const { alder } = await startWithOneUser()
    await alder.connects()

    expect(await alder.asks('/logout', { method: 'POST' })).toEqual({ status: 'OK' })
    expect(await alder.receives('trader Desk logged out')).toMatchObject({ messageType: 'statusAlert' })
    expect((await alder.isRefused('/user/my-details')).status).toBe(401)
    expect((await alder.calls('/logout')).status).toBe(405)
    expect((await alder.isRefused('/logout', { method: 'POST' })).status).toBe(401)
  })
})

describe('POST {api}/2fa', () => {
  // spec: 7.account.6
  test('7.account.6 POST {api}/2fa/request | bearer 2FA token, no body | Error text thrown on non-ok.', async () => {
    const { desk, two, newestCode } = await waiting()
    const first = await newestCode()

    expect(await two.asks('/2fa/request', { method: 'POST' })).toEqual({ status: 'SENT' })
    expect(await newestCode()).toMatch(/^\d{6}$/)
    const messages = await desk.app.database.selectFrom('outbox').select('id').execute()
    expect(messages).toHaveLength(2)
    if (first !== (await newestCode()))
      expect((await two.calls('/2fa/verify', { body: { otp: first } })).status).toBe(401)

    await two.asks('/2fa/request', { method: 'POST' })
    const tooMany = await two.isRefused('/2fa/request', { method: 'POST' })
    expect(tooMany).toMatchObject({
      status: 429,
      errorCode: 'TOO_MANY',
      message: expect.stringMatching(/\w/),
    })
    const nobody = await two.isRefused('/2fa/request', { method: 'POST', token: null })
    expect(nobody).toMatchObject({ status: 401, message: expect.stringMatching(/\w/) })
  })

  // spec: 7.account.7
  test('7.account.7 POST {api}/2fa/verify | bearer 2FA token, JSON otp | Success when status is verified (case-insensitive) and the response has access_token.', async () => {
    const { desk, two, newestCode } = await waiting()
    const code = await newestCode()
    const wrong = await two.isRefused('/2fa/verify', { body: { otp: otherThan(code) } })
    expect(wrong).toMatchObject({ status: 401, errorCode: '2FA_CODE_INVALID', reason: '2FA_CODE_INVALID' })

    const answer = await two.asks<{ status: string; access_token: string }>('/2fa/verify', {
      body: { otp: code },
    })
    expect(Object.keys(answer).sort()).toEqual(['access_token', 'status'])
    expect(answer.status.toLowerCase()).toBe('verified')
    const signedIn = desk.person(twoEmail)
    signedIn.token = answer.access_token
    expect(await signedIn.asks('/user/my-details')).toMatchObject({ email: twoEmail })
    // The temporary token is used up.
    expect((await two.calls('/2fa/verify', { body: { otp: code } })).status).toBe(401)
  })
})
