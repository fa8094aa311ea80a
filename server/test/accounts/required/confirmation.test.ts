import type { PasskeyRequest } from '@aitai/contract/schemas/session.ts'
import { describe, expect, test } from 'vitest'
import { confirmationMs } from '../../../src/accounts/second-factor/confirmation.ts'
import { startServerOn, unusedPassword } from '../../support/account-fixtures.ts'
import { auditEvents } from '../../support/operator.ts'
import { testDatabases } from '../../support/test-databases.ts'
import { startTestServer } from '../../support/test-server.ts'
import { password, type TestUser } from '../../support/test-user.ts'
import * as apps from '../authenticator-app.ts'
import { adds, email, oneFirmAtSite, security, site, someone } from '../passkey-devices.ts'
import { SoftwareAuthenticator } from '../software-authenticator.ts'

const newPassword = { oldPassword: password, password: unusedPassword, passwordConfirmation: unusedPassword }

/** A request to each call that changes how the user signs in. */
const changes: Readonly<Record<string, object>> = {
  '/user/update-password': newPassword,
  '/user/authenticators/begin': { name: 'Phone', password },
  '/user/authenticators/remove': { id: 'none', password },
  '/user/recovery-codes': { password },
  '/user/passkeys/begin': { name: 'Laptop', password },
  '/user/passkeys/remove': { id: 'none', password },
}

const refusalOf = async (user: TestUser, path: string, body: object): Promise<string | undefined> =>
  (await user.calls<{ errorCode?: string }>(path, { body })).body.errorCode

const challenge = (user: TestUser): Promise<PasskeyRequest> =>
  user.callsOk('/user/confirm/begin', { method: 'POST' })

const confirmsBy = (user: TestUser, credential: unknown) =>
  user.calls<{ errorCode?: string }>('/user/confirm/passkey', { body: { credential } })

const gives = (user: TestUser, otp: string, method = 'APP') =>
  user.calls<{ errorCode?: string }>('/user/confirm/code', { body: { otp, method } })

describe.each(testDatabases)('confirmation, on $name', (store) => {
  test('each change of credentials needs the passkey again, for five minutes in this session', async () => {
    const desk = await startServerOn(store, oneFirmAtSite)
    const user = await someone(desk)
    const { device } = await adds(user)
    desk.clock.advance(confirmationMs)

    for (const [path, body] of Object.entries(changes))
      expect([path, await refusalOf(user, path, body)]).toEqual([path, 'CONFIRMATION_REQUIRED'])
    expect((await confirmsBy(user, device.signs(await challenge(user)))).status).toBe(200)
    desk.clock.advance(confirmationMs - 1)
    expect(await refusalOf(user, '/user/passkeys/remove', { id: 'none', password })).toBe('NOT_FOUND')
    desk.clock.advance(1)
    expect(await refusalOf(user, '/user/passkeys/remove', { id: 'none', password })).toBe(
      'CONFIRMATION_REQUIRED',
    )
    expect(await auditEvents(desk, 'identityConfirmed')).toHaveLength(1)
  })
})

test('whoever has neither passkey nor app is asked for the password alone', async () => {
  const desk = await startTestServer(oneFirmAtSite)
  const user = await someone(desk)
  desk.clock.advance(confirmationMs)
  await user.callsOk('/user/update-password', { body: newPassword })
})

test('a sign-in with a passkey counts, and holds for that session only', async () => {
  const desk = await startTestServer(oneFirmAtSite)
  const user = await someone(desk)
  const { device } = await adds(user)
  desk.clock.advance(confirmationMs)
  const request = await user.callsOk<PasskeyRequest>('/login/passkey/begin', { method: 'POST' })
  const { token } = await user.callsOk<{ token: string }>('/login/passkey', {
    body: { credential: device.signs(request) },
  })
  user.token = token
  expect(await refusalOf(user, '/user/passkeys/remove', { id: 'none', password })).toBe('NOT_FOUND')
})

test('a challenge is for its session and purpose, and a response confirms once', async () => {
  const desk = await startTestServer(oneFirmAtSite)
  const [user, other] = [await someone(desk), await someone(desk, 'other@alder.example')]
  const [{ device }, { device: others }] = [await adds(user), await adds(other)]
  desk.clock.advance(confirmationMs)

  const ofOther = await challenge(other)
  const forSignIn = await user.callsOk<PasskeyRequest>('/login/passkey/begin', { method: 'POST' })
  const own = device.signs(await challenge(user))
  const refused = [
    device.signs(ofOther),
    device.signs(forSignIn),
    others.signs(await challenge(user)),
    new SoftwareAuthenticator(site).signs(await challenge(user)),
    device.signs(await challenge(user), { origin: 'https://desk.example.evil' }),
    device.signs(await challenge(user), { isVerified: false }),
  ]
  for (const response of refused)
    expect((await confirmsBy(user, response)).body.errorCode).toBe('CONFIRMATION_PASSKEY')
  expect(await refusalOf(user, '/user/recovery-codes', { password })).toBe('CONFIRMATION_REQUIRED')
  // A response that confirms signs nobody in, and is used up.
  expect((await user.calls('/login/passkey', { body: { credential: own }, token: null })).status).toBe(403)
  expect((await confirmsBy(user, own)).status).toBe(200)
  expect((await confirmsBy(user, own)).status).toBe(400)
  // The other user's session is as it was.
  expect(await refusalOf(other, '/user/recovery-codes', { password })).toBe('CONFIRMATION_REQUIRED')
})

test('a code of an app or a recovery code confirms once; wrong ones are limited and counted', async () => {
  const desk = await startTestServer({ ...oneFirmAtSite, env: { LOGINS_PER_ACCOUNT: '5' } })
  const user = await apps.someone(desk, { address: email })
  const { key, recoveryCodes } = await apps.adds(desk, user)
  desk.clock.advance(confirmationMs)

  const code = apps.codeAt(key, desk.clock.now())
  expect((await gives(user, code)).status).toBe(200)
  expect((await gives(user, code)).body.errorCode).toBe('CONFIRMATION_CODE')
  const spare = recoveryCodes[0] ?? ''
  expect((await gives(user, spare, 'RECOVERY_CODE')).status).toBe(200)
  expect((await gives(user, spare, 'RECOVERY_CODE')).status).toBe(400)
  expect((await security(user)).recoveryCodes).toBe(9)
  const wrong = apps.wrongCodeAt(key, desk.clock.now())
  const statuses = []
  for (let i = 0; i < 5; i += 1) statuses.push((await gives(user, wrong)).status)
  expect(statuses).toEqual([400, 400, 400, 429, 429])
  const { wrong_codes } = await desk.app.database
    .selectFrom('person')
    .select('wrong_codes')
    .where('email', '=', email)
    .executeTakeFirstOrThrow()
  // One app has three right codes at a time; the used recovery code counts once.
  expect(wrong_codes).toBe(10)
})

test('where a passkey is required, no code confirms', async () => {
  const desk = await startTestServer(oneFirmAtSite)
  const user = await apps.someone(desk, { address: email })
  const { key } = await apps.adds(desk, user)
  const { device } = await adds(user)
  await desk.requiresPasskeys('Alder')
  desk.clock.advance(confirmationMs)
  expect((await gives(user, apps.codeAt(key, desk.clock.now()))).body.errorCode).toBe('CONFIRMATION_CODE')
  expect((await confirmsBy(user, device.signs(await challenge(user)))).status).toBe(200)
})
