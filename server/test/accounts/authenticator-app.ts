import type { AccountSecurity } from '@aitai/contract/schemas/account.ts'
import { Secret, TOTP } from 'otpauth'
import { expect } from 'vitest'
import { auditEvents } from '../support/operator.ts'
import type { TestServer } from '../support/test-server.ts'
import { password, type TestUser } from '../support/test-user.ts'

/** The telephone's side of an authenticator: the code of a base32 key at a time in milliseconds UTC. */
export const codeAt = (key: string, at: number): string =>
  new TOTP({ secret: Secret.fromBase32(key), algorithm: 'SHA1', digits: 6, period: 30 }).generate({
    timestamp: at,
  })

/** A code that is wrong at this time, and one step before and after it. */
export function wrongCodeAt(key: string, at: number): string {
  const right = [-30_000, 0, 30_000].map((ms) => codeAt(key, at + ms))
  const wrong = ['000000', '111111', '222222', '333333'].find((code) => !right.includes(code))
  if (!wrong) throw new Error('all are right')
  return wrong
}

export const email = 'app@alder.example'
const phone = '+815012345678'
export const step = 30_000

export interface Failure {
  readonly errorCode?: string
  readonly field?: string
}

/** A signed-in user, with or without codes by SMS. */
export async function someone(desk: TestServer, { sms = false, address = email } = {}): Promise<TestUser> {
  const codes = sms ? { twoFactor: true, phone } : {}
  await desk.addUser({ email: address, role: 'TRADER', firm: 'Alder', language: 'en', ...codes })
  const user = desk.person(address)
  if (!sms) return await user.signsIn()
  const token = await half(user)
  user.token = (await gives(user, token, { otp: await newestSms(desk) })).body.access_token ?? null
  return user
}

export const newestSms = async (desk: TestServer): Promise<string> =>
  /\d{6}/.exec(await desk.newestMessage(phone))?.[0] ?? ''

export const begins = (user: TestUser, body: object = {}) =>
  user.calls<{ key: string; link: string } & Failure>('/user/authenticators/begin', {
    body: { name: 'Work phone', password, ...body },
  })

export const confirms = (user: TestUser, otp: string) =>
  user.calls<{ recoveryCodes: string[] | null } & Failure>('/user/authenticators/confirm', { body: { otp } })

/** Adds an authenticator. A step later, so that its next code is a new one. */
export async function adds(desk: TestServer, user: TestUser, name = 'Work phone') {
  const { key } = (await begins(user, { name })).body
  const { status, body } = await confirms(user, codeAt(key, desk.clock.now()))
  expect(status).toBe(200)
  desk.clock.advance(step)
  return { key, recoveryCodes: body.recoveryCodes ?? [] }
}

/** The first half of a sign-in: the token that the right password gives. */
export async function half(user: TestUser): Promise<string> {
  const refused = await user.isRefused('/login', { body: { email: user.email, password }, token: null })
  expect(refused).toMatchObject({ status: 401, reason: '2FA_REQUIRED' })
  return refused.token ?? ''
}

export const gives = (user: TestUser, token: string, body: { otp: string; method?: string }) =>
  user.calls<{ access_token?: string } & Failure>('/2fa/verify', { body, token })

export const offers = (user: TestUser, token: string) =>
  user.callsOk<{ methods: string[] }>('/2fa/methods', { token }).then(({ methods }) => methods)

export const security = (user: TestUser) => user.callsOk<AccountSecurity>('/user/security')

export const countSms = async (desk: TestServer): Promise<number> =>
  (await auditEvents(desk, 'codeSent')).length
