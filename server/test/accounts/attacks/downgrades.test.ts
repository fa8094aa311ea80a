import { describe, expect, test } from 'vitest'
import {
  requestPasswordReset,
  resetTokenFor,
  startServerOn,
  userIdOf,
} from '../../support/account-fixtures.ts'
import { auditEvents } from '../../support/operator.ts'
import { testDatabases } from '../../support/test-databases.ts'
import type { TestServer } from '../../support/test-server.ts'
import { password, type TestUser } from '../../support/test-user.ts'
import * as apps from '../authenticator-app.ts'
import * as passkeys from '../passkey-devices.ts'
import { signsInAt, startProvider } from '../sign-on/test-provider.ts'
import { SoftwareAuthenticator } from '../software-authenticator.ts'

const { oneFirmAtSite, site } = passkeys

/** How many sessions a user has had, whatever became of them. */
async function countSessions(desk: TestServer, user: TestUser): Promise<number> {
  const rows = await desk.app.database
    .selectFrom('session')
    .select('token_hash')
    .where('user_id', '=', await userIdOf(desk, user.email))
    .execute()
  return rows.length
}

/** Runs attempts to sign in, after which the user must have no more sessions than before. */
async function opensNothing(desk: TestServer, user: TestUser, attempts: () => Promise<void>): Promise<void> {
  const before = await countSessions(desk, user)
  await attempts()
  expect(await countSessions(desk, user)).toBe(before)
}

/** Requests an SMS for a log-in that waits, and gives codes by every method; all must be refused and recorded. */
async function refusesCodes(
  desk: TestServer,
  user: TestUser,
  token: string,
  codes: readonly { readonly otp: string; readonly method?: string }[],
): Promise<void> {
  expect(await user.isRefused('/2fa/request', { method: 'POST', token })).toMatchObject({
    status: 409,
    errorCode: 'SMS_OFF',
  })
  const before = (await auditEvents(desk, 'codeFailed')).length
  for (const code of codes) {
    const { status, body } = await apps.gives(user, token, code)
    expect([code.method, status, body.errorCode]).toEqual([code.method, 401, '2FA_CODE_INVALID'])
  }
  expect(await auditEvents(desk, 'codeFailed')).toHaveLength(before + codes.length)
}

describe.each(testDatabases)('a weaker way to sign in, on $name', (store) => {
  test('password and SMS do not sign in a user who must use a passkey, not even with a code sent before', async () => {
    const desk = await startServerOn(store, oneFirmAtSite)
    const user = await apps.someone(desk, { sms: true })
    const waiting = await apps.half(user)
    const sent = await apps.newestSms(desk)
    const { device } = await passkeys.adds(user)
    await desk.requiresPasskeys('Alder')

    await opensNothing(desk, user, async () => {
      expect((await apps.gives(user, waiting, { otp: sent, method: 'SMS' })).status).toBe(401)
      const token = await apps.half(user)
      await refusesCodes(desk, user, token, [{ otp: sent, method: 'SMS' }, { otp: sent }])
    })
    expect((await passkeys.completes(user, await apps.half(user), device)).status).toBe(200)
  })

  test('a user of an app who has no codes by SMS gets none, and no code is right in its place', async () => {
    const desk = await startServerOn(store, oneFirmAtSite)
    // The account has a number, but no codes are sent to it.
    await desk.addUser({ email: apps.email, role: 'TRADER', firm: 'Alder', phone: '+815012345678' })
    const user = await desk.person(apps.email).signsIn()
    const { key } = await apps.adds(desk, user)

    await opensNothing(desk, user, async () => {
      const token = await apps.half(user)
      expect(await apps.offers(user, token)).toEqual(['APP', 'RECOVERY_CODE'])
      const right = apps.codeAt(key, desk.clock.now())
      await refusesCodes(desk, user, token, [{ otp: right, method: 'SMS' }])
    })
    expect(await apps.countSms(desk)).toBe(0)
    const right = { otp: apps.codeAt(key, desk.clock.now()) }
    expect((await apps.gives(user, await apps.half(user), right)).status).toBe(200)
  })

  test('a user of a provider has no password, reset, passkey or waiting log-in that opens anything', async () => {
    const desk = await startServerOn(store, oneFirmAtSite)
    const user = await passkeys.someone(desk)
    const { device } = await passkeys.adds(user)
    const other = await apps.someone(desk, { sms: true, address: 'sms@alder.example' })
    const waiting = await apps.half(other)
    const sent = await apps.newestSms(desk)
    const provider = await startProvider(desk)
    const unknown = await passkeys.signsInAlone(user, new SoftwareAuthenticator(site))
    const nobody = { email: 'nobody@alder.example', password }
    const mistaken = await user.calls('/login', { body: nobody, token: null })

    await opensNothing(desk, user, async () => {
      const byPassword = await user.calls('/login', { body: { email: user.email, password }, token: null })
      expect([byPassword.status, byPassword.text]).toEqual([403, mistaken.text])
      const byPasskey = await passkeys.signsInAlone(user, device)
      expect([byPasskey.status, byPasskey.text]).toEqual([403, unknown.text])
      const reset = await requestPasswordReset(user)
      const ofNobody = await requestPasswordReset(user, nobody.email)
      expect([reset.status, reset.text]).toEqual([200, ofNobody.text])
      await expect(resetTokenFor(desk, user.email)).rejects.toThrow()
    })
    await opensNothing(desk, other, async () => {
      const late = await apps.gives(other, waiting, { otp: sent, method: 'SMS' })
      expect(late).toMatchObject({ status: 401, body: { errorCode: 'USER_NOT_AUTHENTICATED' } })
    })
    expect((await auditEvents(desk, 'loginFailed', 'passkeyFailed')).map(({ action }) => action)).toEqual([
      ...['passkeyFailed', 'loginFailed', 'loginFailed', 'passkeyFailed'],
    ])
    expect(await signsInAt(provider, user)).toMatchObject({ status: 200 })
  })

  test('where a passkey is required and only SMS is set up, its code opens the page for a passkey and nothing else', async () => {
    const desk = await startServerOn(store, oneFirmAtSite)
    const user = await apps.someone(desk, { sms: true })
    await desk.requiresPasskeys('Alder')
    const token = await apps.half(user)
    expect(await apps.offers(user, token)).toEqual(['SMS'])

    const { body } = await apps.gives(user, token, { otp: await apps.newestSms(desk) })
    user.token = body.access_token ?? null
    expect(await user.callsOk('/user/my-details')).toMatchObject({ needsPasskey: true })
    for (const path of ['/user/security', '/advert/advert-list', '/notifications'])
      expect([path, (await user.isRefused(path)).status]).toEqual([path, 403])
    const app = { body: { name: 'Phone', password } }
    expect(await user.isRefused('/user/authenticators/begin', app)).toMatchObject({ status: 403 })

    const { device } = await passkeys.adds(user)
    // From now on the code by SMS opens nothing at all.
    await opensNothing(desk, user, async () => {
      const next = await apps.half(user)
      expect(await apps.offers(user, next)).toEqual(['PASSKEY'])
      await refusesCodes(desk, user, next, [{ otp: await apps.newestSms(desk), method: 'SMS' }])
    })
    expect((await passkeys.signsInAlone(user, device)).status).toBe(200)
  })
})
