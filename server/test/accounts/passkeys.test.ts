import { describe, expect, test } from 'vitest'
import { startServerOn } from '../support/account-fixtures.ts'
import { auditEvents, Operator } from '../support/operator.ts'
import { testDatabases } from '../support/test-databases.ts'
import { startTestServer } from '../support/test-server.ts'
import { password } from '../support/test-user.ts'
import {
  adds,
  begins,
  challenges,
  completes,
  confirms,
  email,
  half,
  offers,
  oneFirmAtSite,
  presents,
  security,
  signsInAlone,
  site,
  someone,
} from './passkey-devices.ts'
import { SoftwareAuthenticator } from './software-authenticator.ts'

describe.each(testDatabases)('passkeys, on $name', (store) => {
  test('a user adds one with the password, and signs in with it alone, or after the password', async () => {
    const desk = await startServerOn(store, oneFirmAtSite)
    const user = await someone(desk)

    const { body: options } = await begins(user, { name: '  Laptop ' })
    expect(options).toMatchObject({
      rp: { id: 'desk.example' },
      user: { name: email },
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      attestation: 'none',
      excludeCredentials: [],
    })
    expect(options.user.id).not.toContain(user.email)
    expect(await security(user)).toMatchObject({ passkeys: [], recoveryCodes: 0 })
    const device = new SoftwareAuthenticator(site)
    const added = await confirms(user, device.creates(options))
    expect(added.body.recoveryCodes).toHaveLength(10)
    expect((await security(user)).passkeys).toEqual([
      { id: expect.any(String), name: 'Laptop', addedAt: desk.clock.now(), usedAt: null },
    ])
    expect(await desk.newestMessage(email)).toContain('A passkey was added')

    desk.clock.advance(1_000)
    const alone = await signsInAlone(user, device)
    expect(alone.body.user).toMatchObject({ email })
    user.token = alone.body.token ?? null
    const { passkeys, signIns } = await security(user)
    expect(passkeys).toMatchObject([{ usedAt: desk.clock.now() }])
    expect(signIns[0]).toMatchObject({ result: 'SIGNED_IN', isThis: true, network: 'SAME' })
    const events = await auditEvents(desk, 'loginSucceeded')
    expect(events.at(-1)).toMatchObject({ details: { passkey: passkeys[0]?.id, kind: 'session' } })

    // From now on the password alone is not enough.
    const token = await half(user)
    expect(await offers(user, token)).toEqual(['PASSKEY', 'RECOVERY_CODE'])
    const { status, body } = await completes(user, token, device)
    expect(status).toBe(200)
    // One session at a time, however it was opened.
    expect(await user.isRefused('/user/my-details')).toMatchObject({ reason: 'SESSION_REPLACED' })
    user.token = body.access_token ?? null
    expect(await user.callsOk('/user/my-details')).toMatchObject({ email })
  })

  test('a response signs in once, also if it is presented twice at the same time', async () => {
    const desk = await startServerOn(store, oneFirmAtSite)
    const user = await someone(desk)
    const { device } = await adds(user)

    const response = device.signs(await challenges(user))
    const both = await Promise.all([presents(user, response), presents(user, response)])
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 403])
    expect((await presents(user, response)).body.errorCode).toBe('PASSKEY_REFUSED')
    // Two challenges answered with the same count: a copy of the authenticator.
    const [one, other] = [await challenges(user), await challenges(user)]
    const responses = [device.signs(one, { counter: 7 }), device.signs(other, { counter: 7 })]
    const copies = await Promise.all(responses.map((each) => presents(user, each)))
    expect(copies.map(({ status }) => status).toSorted()).toEqual([200, 403])
  })

  test('two passkeys that are confirmed at the same time share one set of recovery codes', async () => {
    const desk = await startServerOn(store, oneFirmAtSite)
    const user = await someone(desk)
    const devices = [new SoftwareAuthenticator(site), new SoftwareAuthenticator(site)]
    const options = [(await begins(user)).body, (await begins(user, { name: 'Phone' })).body]

    const added = await Promise.all(
      devices.flatMap((device, i) => (options[i] ? [confirms(user, device.creates(options[i]))] : [])),
    )
    expect(added.map(({ status }) => status)).toEqual([200, 200])
    expect(added.filter(({ body }) => body.recoveryCodes !== null)).toHaveLength(1)
    expect(await security(user)).toMatchObject({ recoveryCodes: 10 })
  })
})

test('a challenge that one server process has made is answered to another one', async ({ skip }) => {
  const postgres = testDatabases.find(({ name }) => name === 'PostgreSQL')
  if (!postgres) return skip()
  const env = { ...oneFirmAtSite.env, DATABASE_URL: (await postgres.newLocation()).databaseUrl ?? '' }
  const first = await startTestServer({ ...oneFirmAtSite, env })
  const second = await startTestServer({ env, firms: [], brokers: [] })
  const user = await someone(first)
  const there = second.person(email)
  there.token = user.token

  const device = new SoftwareAuthenticator(site)
  expect((await confirms(there, device.creates((await begins(user)).body))).status).toBe(200)
  expect((await presents(there, device.signs(await challenges(user)))).status).toBe(200)
  const response = device.signs(await challenges(there))
  const both = await Promise.all([presents(user, response), presents(there, response)])
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 403])
})

test('authenticators of every algorithm that is offered, and those that do not count, sign in again and again', async () => {
  const desk = await startTestServer(oneFirmAtSite)
  const user = await someone(desk)
  for (const algorithm of ['ES256', 'EdDSA', 'RS256'] as const) {
    const device = new SoftwareAuthenticator(site, { algorithm, counts: algorithm !== 'EdDSA' })
    await adds(user, device, algorithm)
    for (let i = 0; i < 2; i += 1) {
      const { status, body } = await signsInAlone(user, device)
      expect([algorithm, status]).toEqual([algorithm, 200])
      user.token = body.token ?? null
    }
  }
})

test('passkeys and challenges survive a restart of the server', async () => {
  const desk = await startTestServer(oneFirmAtSite)
  const user = await someone(desk)
  const { device } = await adds(user)
  const response = device.signs(await challenges(user))
  await desk.restart()
  expect((await presents(user, response)).status).toBe(200)
})

test('a passkey is renamed and removed with the password; the last one takes the recovery codes with it', async () => {
  const desk = await startTestServer(oneFirmAtSite)
  const user = await someone(desk)
  const { device } = await adds(user)
  desk.clock.advance(1_000)
  const second = await adds(user, new SoftwareAuthenticator(site), 'Key')
  // Only the first one came with recovery codes.
  expect(second.recoveryCodes).toBeNull()
  const [laptop, key] = (await security(user)).passkeys
  const changes = (path: string, body: object) =>
    user.calls<{ field?: string }>(`/user/passkeys/${path}`, { body })

  for (const wrong of ['rename', 'remove']) {
    const body = { id: key?.id, name: 'Vault', password: 'not the password' }
    expect(await changes(wrong, body)).toMatchObject({ status: 400, body: { field: 'password' } })
    expect(await changes(wrong, { ...body, id: 'of nobody', password })).toMatchObject({ status: 404 })
  }
  expect(await changes('rename', { id: key?.id, name: ' 金庫 ', password })).toMatchObject({ status: 200 })
  expect((await security(user)).passkeys.map(({ name }) => name)).toEqual(['Laptop', '金庫'])
  expect(await changes('rename', { id: key?.id, name: ' ', password })).toMatchObject({ status: 400 })
  expect(await auditEvents(desk, 'passkeyRenamed')).toMatchObject([{ details: { passkey: key?.id } }])

  const waiting = await half(user)
  await changes('remove', { id: laptop?.id, password })
  expect(await desk.newestMessage(email)).toContain('A passkey was removed')
  // It may have been begun by whoever has that device.
  expect(await user.isRefused('/2fa/methods', { token: waiting })).toMatchObject({ status: 401 })
  expect((await signsInAlone(user, device)).status).toBe(403)
  expect((await security(user)).recoveryCodes).toBe(10)
  await changes('remove', { id: key?.id, password })
  expect(await security(user)).toMatchObject({ passkeys: [], recoveryCodes: 0 })
  await user.signsIn()
})

test('a user has at most ten, also if more were begun at the same time', async () => {
  const desk = await startTestServer(oneFirmAtSite)
  const user = await someone(desk)
  for (let i = 0; i < 9; i += 1) await adds(user, new SoftwareAuthenticator(site), `Key ${i}`)
  const begun = [(await begins(user)).body, (await begins(user)).body]
  const added = await Promise.all(
    begun.map((options) => confirms(user, new SoftwareAuthenticator(site).creates(options))),
  )
  expect(added.map(({ status }) => status).toSorted()).toEqual([200, 409])
  expect(await begins(user)).toMatchObject({ status: 409, body: { errorCode: 'TOO_MANY_PASSKEYS' } })
  const { passkeys } = await security(user)
  expect(passkeys).toHaveLength(10)
  // No authenticator is asked to hold a second one.
  await user.callsOk('/user/passkeys/remove', { body: { id: passkeys[0]?.id, password } })
  expect((await begins(user)).body.excludeCredentials).toHaveLength(9)
})

test('an operator sees passkeys by name, and removes them with everything else', async () => {
  const desk = await startTestServer(oneFirmAtSite)
  const user = await someone(desk)
  const { device } = await adds(user)
  const operator = new Operator(desk)
  expect(await operator.runs('user authenticators', { email })).toMatchObject({
    passkeys: [{ name: 'Laptop', lastUsedAt: null }],
    recoveryCodes: 10,
  })
  const reason = 'lost the laptop, called back'
  expect(await operator.runs('user authenticators', { email, remove: true, reason })).toMatchObject({
    removed: 1,
  })
  expect((await signsInAlone(user, device)).status).toBe(403)
  await user.signsIn()
  expect(await auditEvents(desk, 'authenticatorsRemoved')).toMatchObject([
    { reason, details: { authenticators: 0, passkeys: 1, recoveryCodes: 10 } },
  ])
})

test('whoever has lost the device signs in with a recovery code, and takes the passkey away', async () => {
  const desk = await startTestServer(oneFirmAtSite)
  const user = await someone(desk)
  const { device, recoveryCodes } = await adds(user)
  const token = await half(user)
  const otp = recoveryCodes?.[0] ?? ''
  const { body } = await user.calls<{ access_token?: string }>('/2fa/verify', {
    body: { otp, method: 'RECOVERY_CODE' },
    token,
  })
  user.token = body.access_token ?? null
  const id = (await security(user)).passkeys[0]?.id
  await user.callsOk('/user/passkeys/remove', { body: { id, password } })
  expect((await signsInAlone(user, device)).status).toBe(403)
})
