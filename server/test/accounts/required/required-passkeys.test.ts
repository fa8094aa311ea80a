import { describe, expect, test } from 'vitest'
import { verifyCredentials } from '../../../src/accounts/credentials.ts'
import {
  firstPasskeyMs,
  introductionMs,
  staffFactor,
} from '../../../src/accounts/second-factor/required-factor.ts'
import { startServerOn, unusedPassword } from '../../support/account-fixtures.ts'
import { auditEvents, Operator } from '../../support/operator.ts'
import { testDatabases } from '../../support/test-databases.ts'
import { startTestServer, type TestServer } from '../../support/test-server.ts'
import { password, type TestUser } from '../../support/test-user.ts'
import * as apps from '../authenticator-app.ts'
import {
  adds,
  begins,
  completes,
  confirms,
  email,
  half,
  offers,
  oneFirmAtSite,
  security,
  signsInAlone,
  site,
  someone,
} from '../passkey-devices.ts'
import { SoftwareAuthenticator } from '../software-authenticator.ts'

const reason = 'agreed with the institution'
const requirePasskeys = (desk: TestServer): Promise<void> => desk.requiresPasskeys('Alder')

/** Signs in with the password alone; the reply is the same for every refusal. */
const byPassword = (user: TestUser, secret = password) =>
  user.calls<{ token?: string; errorCode?: string }>('/login', {
    body: { email: user.email, password: secret },
    token: null,
  })

const isShutOut = async (user: TestUser): Promise<boolean> => {
  const refused = await byPassword(user)
  const unknown = await user.calls('/login', {
    body: { email: 'nobody@alder.example', password },
    token: null,
  })
  expect(refused.text).toBe(unknown.text)
  return refused.status === 403
}

describe.each(testDatabases)('required passkeys, on $name', (store) => {
  test('from the next sign-in, a user without one can only add one, and then signs in with it', async () => {
    const desk = await startServerOn(store, oneFirmAtSite)
    const user = await someone(desk)
    await requirePasskeys(desk)
    // Sessions that run continue.
    expect(await user.callsOk('/user/my-details')).toMatchObject({ needsPasskey: false })

    user.token = (await byPassword(user)).body.token ?? null
    expect(await user.callsOk('/user/my-details')).toMatchObject({ needsPasskey: true, firstLogin: false })
    for (const path of ['/user/security', '/advert/advert-list', '/equity/get-equities'])
      expect(await user.isRefused(path)).toMatchObject({ status: 403, errorCode: 'FORBIDDEN' })
    expect(
      await user.isRefused('/user/authenticators/begin', { body: { name: 'Phone', password } }),
    ).toMatchObject({ status: 403 })

    const device = new SoftwareAuthenticator(site)
    const wrong = await begins(user, { password: unusedPassword })
    expect(wrong.body.errorCode).toBe('PASSWORD_WRONG')
    const added = await confirms(user, device.creates((await begins(user)).body))
    // A recovery code would sign nobody in.
    expect(added.body).toEqual({ recoveryCodes: null })
    // The session was opened without a passkey, so it ends.
    expect(await user.isRefused('/user/my-details')).toMatchObject({ status: 401 })

    const alone = await signsInAlone(user, device)
    user.token = alone.body.token ?? null
    expect(await user.callsOk('/user/my-details')).toMatchObject({ needsPasskey: false })
    const { status, body } = await completes(user, await half(user), device)
    expect([status, typeof body.access_token]).toEqual([200, 'string'])
  })

  test('whoever has only the password can add a passkey for 14 days, and then opens nothing with it', async () => {
    const desk = await startServerOn(store, oneFirmAtSite)
    const user = await someone(desk)
    await requirePasskeys(desk)

    desk.clock.advance(introductionMs - 1)
    expect((await byPassword(user)).status).toBe(200)
    desk.clock.advance(1)
    expect(await isShutOut(user)).toBe(true)
  })

  test('of two removals at the same time, one leaves the last passkey', async () => {
    const desk = await startServerOn(store, oneFirmAtSite)
    const user = await someone(desk)
    await adds(user)
    await adds(user, new SoftwareAuthenticator(site), 'Key')
    await requirePasskeys(desk)

    const { passkeys, isPasskeyRequired } = await security(user)
    expect(isPasskeyRequired).toBe(true)
    const removals = passkeys.map(({ id }) =>
      user.calls<{ errorCode?: string }>('/user/passkeys/remove', { body: { id, password } }),
    )
    const replies = await Promise.all(removals)
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect(replies.find(({ status }) => status === 409)?.body.errorCode).toBe('LAST_PASSKEY')
    expect((await security(user)).passkeys).toHaveLength(1)
  })
})

test('no app, SMS or recovery code signs in whoever has a passkey', async () => {
  const desk = await startTestServer(oneFirmAtSite)
  const user = await apps.someone(desk, { sms: true, address: email })
  const { key, recoveryCodes } = await apps.adds(desk, user)
  const { device } = await adds(user)
  await requirePasskeys(desk)

  const token = await half(user)
  expect(await offers(user, token)).toEqual(['PASSKEY'])
  expect(await user.isRefused('/2fa/request', { method: 'POST', token })).toMatchObject({
    errorCode: 'SMS_OFF',
  })
  const codes = [
    { otp: apps.codeAt(key, desk.clock.now()), method: 'APP' },
    { otp: recoveryCodes[0] ?? '', method: 'RECOVERY_CODE' },
    { otp: await apps.newestSms(desk), method: 'SMS' },
    { otp: apps.codeAt(key, desk.clock.now()) },
  ]
  for (const code of codes) expect((await apps.gives(user, token, code)).status).toBe(401)
  expect((await completes(user, await half(user), device)).status).toBe(200)
})

test('a sign-in that waits for a code when passkeys begin to be required opens no desk', async () => {
  const desk = await startTestServer(oneFirmAtSite)
  const user = await apps.someone(desk, { address: email })
  const { key } = await apps.adds(desk, user)
  const token = await half(user)
  await requirePasskeys(desk)

  const { body } = await apps.gives(user, token, { otp: apps.codeAt(key, desk.clock.now()) })
  user.token = body.access_token ?? null
  expect(await user.callsOk('/user/my-details')).toMatchObject({ needsPasskey: true })
  expect(await user.isRefused('/advert/advert-list')).toMatchObject({ status: 403 })
})

test('a second factor lets a user add the first passkey at any time; the right password alone does not', async () => {
  const desk = await startTestServer(oneFirmAtSite)
  const user = await apps.someone(desk, { address: email })
  const { key } = await apps.adds(desk, user)
  const other = await someone(desk, 'other@alder.example')
  await requirePasskeys(desk)
  desk.clock.advance(introductionMs)

  expect(await isShutOut(other)).toBe(true)
  const code = { otp: apps.codeAt(key, desk.clock.now()) }
  user.token = (await apps.gives(user, await half(user), code)).body.access_token ?? null
  expect(await user.callsOk('/user/my-details')).toMatchObject({ needsPasskey: true })
  await adds(user)
})

test('an invited user sets a password, and has 72 hours to add a passkey', async () => {
  const desk = await startTestServer(oneFirmAtSite)
  await requirePasskeys(desk)
  const operator = new Operator(desk)
  const invited = { email: 'invited@alder.example', firstName: 'Yui', lastName: 'Ito', firm: 'Alder' }
  await operator.runs('user add', { ...invited, role: 'TRADER' })
  const user = desk.person(invited.email)
  const temporary = /(?:[a-z0-9]{4}-){3}[a-z0-9]{4}/.exec(await desk.newestMessage(user.email))?.[0] ?? ''

  await user.signsIn(temporary)
  expect(await user.callsOk('/user/my-details')).toMatchObject({ firstLogin: true, needsPasskey: false })
  expect((await begins(user, { password: temporary })).status).toBe(403)
  const body = { password, passwordConfirmation: password }
  await user.callsOk('/user/update-temp-password', { body })
  desk.clock.advance(firstPasskeyMs - 1)
  await user.signsIn()
  expect(await user.callsOk('/user/my-details')).toMatchObject({ firstLogin: false, needsPasskey: true })
  desk.clock.advance(1)
  expect(await isShutOut(user)).toBe(true)
})

test('after a loss, only the operator opens the way to a new passkey, and that is in the audit trail', async () => {
  const desk = await startTestServer(oneFirmAtSite)
  const user = await someone(desk)
  await adds(user)
  await requirePasskeys(desk)

  expect(await offers(user, await half(user))).toEqual(['PASSKEY'])
  const operator = new Operator(desk)
  await operator.runs('user authenticators', { email, remove: true, reason: 'lost the key, called back' })
  expect(await auditEvents(desk, 'authenticatorsRemoved')).toMatchObject([
    { reason: 'lost the key, called back', details: { passkeys: 1 } },
  ])
  user.token = (await byPassword(user)).body.token ?? null
  expect(await user.callsOk('/user/my-details')).toMatchObject({ needsPasskey: true })
  const { device } = await adds(user)
  expect((await signsInAlone(user, device)).status).toBe(200)

  await operator.runs('user authenticators', { email, remove: true, reason: 'lost it again' })
  desk.clock.advance(firstPasskeyMs)
  expect(await isShutOut(user)).toBe(true)
  // A new temporary password is the other way back.
  await operator.runs('user reset', { email, reason: 'lost it again' })
  expect(await desk.newestMessage(email)).toMatch(/(?:[a-z0-9]{4}-){3}[a-z0-9]{4}/)
})

test('a broker and staff can require passkeys as well; staff do at first', async () => {
  const desk = await startTestServer(oneFirmAtSite)
  const operator = new Operator(desk)
  await desk.app.database.deleteFrom('setting').where('name', '=', staffFactor).execute()
  await desk.addStaff('operations')
  const staff = await desk.person('operations@aitai.example').signsIn()
  expect(await operator.runs('staff show', {})).toEqual({ requiredFactor: 'passkey' })
  expect(await staff.callsOk('/user/my-details')).toMatchObject({ needsPasskey: true })
  expect(await staff.isRefused('/operations/today')).toMatchObject({ status: 403 })
  const change = { requiredFactor: 'any', reason: 'a drill' } as const
  expect(await operator.runs('staff change', change)).toEqual({ requiredFactor: 'any', changed: true })
  expect(await operator.runs('staff change', change)).toEqual({ requiredFactor: 'any', changed: false })
  await staff.signsIn()
  await staff.callsOk('/operations/today')

  const broker = desk.person('broker@hinoki.example')
  const ofBroker = { shortName: 'Hinoki', requiredFactor: 'passkey', reason } as const
  expect(await operator.runs('broker change', ofBroker)).toMatchObject({
    requiredFactor: 'passkey',
    changed: true,
  })
  await broker.signsIn()
  expect(await broker.callsOk('/user/my-details')).toMatchObject({ needsPasskey: true })
  expect((await auditEvents(desk, 'brokerChanged', 'staffSignInChanged')).slice(-2)).toMatchObject([
    { details: { before: 'passkey', after: 'any' }, reason: 'a drill' },
    { details: { changed: ['requiredFactor'], requiredFactor: 'passkey' } },
  ])
})

/** The kinds of the queries that a refused log-in makes, in order. */
async function queriesOfRefusal(
  { app, clock }: TestServer,
  address: string,
  secret: string,
): Promise<string[]> {
  const kinds: string[] = []
  const database = app.database.withPlugin({
    transformQuery: ({ node }) => {
      kinds.push(node.kind)
      return node
    },
    transformResult: async ({ result }) => result,
  })
  const claim = { email: address, password: secret, network: '198.51.100.7' }
  await expect(verifyCredentials({ ...app, database, now: () => clock.now() }, claim)).rejects.toMatchObject({
    status: 403,
  })
  return kinds
}

test('the right password of somebody who is shut out is refused after the same queries as any other', async () => {
  const desk = await startTestServer(oneFirmAtSite)
  await someone(desk)
  await requirePasskeys(desk)
  desk.clock.advance(introductionMs)

  const ofUnknown = await queriesOfRefusal(desk, 'nobody@alder.example', password)
  expect(ofUnknown.length).toBeGreaterThan(3)
  expect(await queriesOfRefusal(desk, email, unusedPassword)).toEqual(ofUnknown)
  expect(await queriesOfRefusal(desk, email, password)).toEqual(ofUnknown)
})
