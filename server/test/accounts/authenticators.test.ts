import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { rotateSecretOf } from '../../src/admin/secret-rotation.ts'
import { readConfig } from '../../src/config.ts'
import { oneFirm, startServerOn } from '../support/account-fixtures.ts'
import { auditEvents, Operator } from '../support/operator.ts'
import { testDatabases } from '../support/test-databases.ts'
import { startTestServer } from '../support/test-server.ts'
import { password } from '../support/test-user.ts'
import {
  adds,
  begins,
  codeAt,
  confirms,
  countSms,
  email,
  type Failure,
  gives,
  half,
  newestSms,
  offers,
  security,
  someone,
  step,
  wrongCodeAt,
} from './authenticator-app.ts'

describe.each(testDatabases)('authenticator apps, on $name', (store) => {
  test('a user adds one with the password and its first code, and signs in with the next', async () => {
    const desk = await startServerOn(store)
    const user = await someone(desk)

    const begun = await begins(user, { name: '  Work phone ' })
    const { key, link } = begun.body
    expect(key).toMatch(/^[A-Z2-7]{32}$/)
    const parsed = new URL(link)
    expect([parsed.protocol, parsed.host, parsed.searchParams.get('secret')]).toEqual([
      'otpauth:',
      'totp',
      key,
    ])
    expect(decodeURIComponent(parsed.pathname)).toMatch(/:app@alder\.example$/)
    // Not before it is confirmed.
    expect(await security(user)).toMatchObject({ authenticators: [], recoveryCodes: 0 })

    expect(await confirms(user, wrongCodeAt(key, desk.clock.now()))).toMatchObject({
      status: 400,
      body: { errorCode: 'AUTHENTICATOR_CODE', field: 'otp' },
    })
    const first = codeAt(key, desk.clock.now())
    const fullWidth = [...first].map((digit) => String.fromCodePoint(0xff10 + Number(digit))).join('')
    const { recoveryCodes } = (await confirms(user, `${fullWidth.slice(0, 3)}　${fullWidth.slice(3)}`)).body
    expect(new Set(recoveryCodes).size).toBe(10)
    for (const code of recoveryCodes ?? []) expect(code).toMatch(/^[A-HJ-NP-Z2-9]{4}(-[A-HJ-NP-Z2-9]{4}){5}$/)
    const { authenticators } = await security(user)
    expect(authenticators).toEqual([
      { id: expect.any(String), name: 'Work phone', addedAt: desk.clock.now(), usedAt: null },
    ])
    expect(await desk.newestMessage(email)).toContain('An authenticator app was added')

    // The code that confirmed it signs nobody in.
    const token = await half(user)
    expect(await offers(user, token)).toEqual(['APP', 'RECOVERY_CODE'])
    expect((await gives(user, token, { otp: first })).status).toBe(401)
    desk.clock.advance(step)
    const { status, body } = await gives(user, token, { otp: codeAt(key, desk.clock.now()) })
    expect(status).toBe(200)
    user.token = body.access_token ?? null
    expect((await security(user)).authenticators).toMatchObject([{ usedAt: desk.clock.now() }])
    const events = await auditEvents(desk, 'authenticatorAdded')
    expect(events).toMatchObject([{ details: { authenticator: authenticators[0]?.id } }])
  })

  test('a code signs in once, also if two sign-ins give it at the same time, and none before it', async () => {
    const desk = await startServerOn(store)
    const user = await someone(desk)
    const { key } = await adds(desk, user)
    const tokens = [await half(user), await half(user), await half(user)]

    const otp = codeAt(key, desk.clock.now())
    const both = await Promise.all(tokens.slice(0, 2).map((token) => gives(user, token, { otp })))
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 401])
    const last = tokens[2] ?? ''
    expect((await gives(user, last, { otp })).status).toBe(401)
    expect((await gives(user, last, { otp: codeAt(key, desk.clock.now() - step) })).status).toBe(401)
    expect((await gives(user, last, { otp: codeAt(key, desk.clock.now() + step) })).status).toBe(200)
  })

  test('a recovery code signs in once, however it is typed; the user is told, and new ones replace all', async () => {
    const desk = await startServerOn(store)
    const user = await someone(desk)
    const { recoveryCodes } = await adds(desk, user)
    const [first = '', second = ''] = recoveryCodes

    const typed = first.toLowerCase().replaceAll('-', ' ')
    const token = await half(user)
    const opened = await gives(user, token, { otp: typed, method: 'RECOVERY_CODE' })
    expect(opened.status).toBe(200)
    user.token = opened.body.access_token ?? null
    expect(await security(user)).toMatchObject({ recoveryCodes: 9 })
    expect(await desk.newestMessage(email)).toMatch(/A recovery code was used.*left: 9/)
    expect(await auditEvents(desk, 'recoveryCodeUsed')).toMatchObject([{ details: { left: 9 } }])
    const again = await half(user)
    expect((await gives(user, again, { otp: first, method: 'RECOVERY_CODE' })).status).toBe(401)

    const renews = (given: string) =>
      user.calls<{ recoveryCodes: string[] } & Failure>('/user/recovery-codes', { body: { password: given } })
    expect(await renews('not the password')).toMatchObject({
      status: 400,
      body: { errorCode: 'PASSWORD_WRONG', field: 'password' },
    })
    const renewed = (await renews(password)).body.recoveryCodes
    expect(renewed).toHaveLength(10)
    expect((await gives(user, again, { otp: second, method: 'RECOVERY_CODE' })).status).toBe(401)
    const full = [...(renewed[0] ?? '')]
      .map((c) => (c === '-' ? '－' : String.fromCodePoint(c.codePointAt(0) ?? 0)))
      .join('')
    expect((await gives(user, again, { otp: full, method: 'RECOVERY_CODE' })).status).toBe(200)
  })

  test('neither keys nor recovery codes are stored in clear', async () => {
    const desk = await startServerOn(store)
    const user = await someone(desk)
    const { key: pending } = (await begins(user)).body
    const { key, recoveryCodes } = await adds(desk, user, 'Other phone')
    const token = await half(user)
    await gives(user, token, { otp: recoveryCodes[0] ?? '', method: 'RECOVERY_CODE' })

    const tables = ['authenticator', 'authenticator_setup', 'recovery_code', 'outbox', 'audit', 'idempotency']
    for (const table of tables) {
      const rows = await desk.app.database
        .selectFrom(table as 'audit')
        .selectAll()
        .execute()
      const stored = JSON.stringify(rows)
      for (const secret of [
        key,
        pending,
        ...recoveryCodes.flatMap((code) => [code, code.replaceAll('-', '')]),
      ])
        expect(stored).not.toContain(secret)
    }
  })
})

test('a user with codes by SMS who adds an app chooses between both; an SMS is sent only on request', async () => {
  const desk = await startTestServer(oneFirm)
  const user = await someone(desk, { sms: true })
  const { key } = await adds(desk, user)
  const before = await countSms(desk)

  const token = await half(user)
  expect(await countSms(desk)).toBe(before)
  expect(await offers(user, token)).toEqual(['APP', 'SMS', 'RECOVERY_CODE'])
  // Nothing was sent, so nothing by SMS is right.
  expect((await gives(user, token, { otp: '000000', method: 'SMS' })).status).toBe(401)
  expect(await user.callsOk('/2fa/request', { method: 'POST', token })).toEqual({ status: 'SENT' })
  const otp = await newestSms(desk)
  expect((await gives(user, token, { otp, method: 'APP' })).status).toBe(401)
  // Without a method, the code is the one that was sent.
  expect((await gives(user, token, { otp })).status).toBe(200)
  const second = await half(user)
  expect((await gives(user, second, { otp: codeAt(key, desk.clock.now()) })).status).toBe(200)
})

test('a code by SMS is not sent to a user who has none set up, and opens nothing', async () => {
  const desk = await startTestServer(oneFirm)
  const user = await someone(desk)
  await adds(desk, user)

  const token = await half(user)
  const refused = await user.isRefused('/2fa/request', { method: 'POST', token })
  expect(refused).toMatchObject({ status: 409, errorCode: 'SMS_OFF' })
  expect((await gives(user, token, { otp: '123456', method: 'SMS' })).status).toBe(401)
})

test('a set-up ends after ten minutes, five wrong codes, in another session, or with the next', async () => {
  const desk = await startTestServer(oneFirm)
  const user = await someone(desk)
  const now = () => desk.clock.now()
  const ended = { status: 409, body: { errorCode: 'AUTHENTICATOR_SETUP' } }
  expect(await confirms(user, '123456')).toMatchObject(ended)

  const { key: late } = (await begins(user)).body
  desk.clock.advance(10 * 60_000)
  expect(await confirms(user, codeAt(late, now()))).toMatchObject(ended)
  const { key } = (await begins(user)).body
  for (let i = 0; i < 5; i += 1)
    expect((await confirms(user, wrongCodeAt(key, now()))).body.errorCode).toBe('AUTHENTICATOR_CODE')
  expect(await confirms(user, codeAt(key, now()))).toMatchObject(ended)
  const { key: replaced } = (await begins(user)).body
  const { key: elsewhere } = (await begins(user)).body
  if (codeAt(replaced, now()) !== codeAt(elsewhere, now()))
    expect((await confirms(user, codeAt(replaced, now()))).body.errorCode).toBe('AUTHENTICATOR_CODE')
  await user.signsIn()
  expect(await confirms(user, codeAt(elsewhere, now()))).toMatchObject(ended)
})

test('a user has at most three, with names that are not empty', async () => {
  const desk = await startTestServer(oneFirm)
  const user = await someone(desk)
  expect(await begins(user, { name: ' ' })).toMatchObject({
    status: 400,
    body: { errorCode: 'INVALID', field: 'name' },
  })
  const [first, second] = [await adds(desk, user), await adds(desk, user, 'タブレット')]
  const third = await adds(desk, user, 'Spare')
  // Only the first one came with recovery codes.
  expect([first, second, third].map(({ recoveryCodes }) => recoveryCodes.length)).toEqual([10, 0, 0])
  expect(await begins(user)).toMatchObject({ status: 409, body: { errorCode: 'TOO_MANY_AUTHENTICATORS' } })
  expect((await security(user)).authenticators.map(({ name }) => name)).toEqual([
    'Work phone',
    'タブレット',
    'Spare',
  ])
  for (const { key } of [third, first])
    expect((await gives(user, await half(user), { otp: codeAt(key, desk.clock.now()) })).status).toBe(200)
})

test('a removed app is no longer accepted; with the last one the recovery codes go, and the password is enough', async () => {
  const desk = await startTestServer(oneFirm)
  const user = await someone(desk)
  const first = await adds(desk, user)
  const second = await adds(desk, user, 'Other phone')
  const removes = async (name: string) => {
    const { authenticators } = await security(user)
    const id = authenticators.find((each) => each.name === name)?.id
    await user.callsOk('/user/authenticators/remove', { body: { id, password } })
  }
  const waiting = await half(user)

  await removes('Work phone')
  expect(await desk.newestMessage(email)).toContain('An authenticator app was removed')
  // It may have been begun by whoever has that telephone.
  expect((await gives(user, waiting, { otp: codeAt(second.key, desk.clock.now()) })).status).toBe(401)
  const token = await half(user)
  expect((await gives(user, token, { otp: codeAt(first.key, desk.clock.now()) })).status).toBe(401)
  const opened = await gives(user, token, { otp: codeAt(second.key, desk.clock.now()) })
  user.token = opened.body.access_token ?? null
  await removes('Other phone')
  expect(await security(user)).toMatchObject({ authenticators: [], recoveryCodes: 0 })
  await user.signsIn()
  expect(await auditEvents(desk, 'authenticatorRemoved')).toHaveLength(2)
  const renew = { body: { password } }
  expect(await user.isRefused('/user/recovery-codes', renew)).toMatchObject({ errorCode: 'TWO_FACTOR_OFF' })
})

test("an operator sees a user's apps without their keys, and removes them all", async () => {
  const desk = await startTestServer(oneFirm)
  const user = await someone(desk)
  const { key } = await adds(desk, user)
  const operator = new Operator(desk)
  const waiting = await half(user)

  const shown = await operator.runs('user authenticators', { email })
  expect(shown).toMatchObject({
    authenticators: [{ name: 'Work phone', lastUsedAt: null }],
    recoveryCodes: 10,
    sms: false,
  })
  expect(JSON.stringify(shown)).not.toContain(key)
  expect(await operator.isRefused('user authenticators', { email, remove: true })).toMatchObject({
    code: 'INVALID',
  })
  const reason = 'lost the phone, called back'
  expect(await operator.runs('user authenticators', { email, remove: true, reason })).toMatchObject({
    removed: 1,
  })
  expect((await gives(user, waiting, { otp: codeAt(key, desk.clock.now()) })).status).toBe(401)
  await user.signsIn()
  expect(await desk.newestMessage(email)).toContain(
    'your passkeys, authenticator apps and recovery codes were removed',
  )
  expect(await auditEvents(desk, 'authenticatorsRemoved')).toMatchObject([
    { actor: 'staff:ops-kimura', reason, details: { authenticators: 1, recoveryCodes: 10 } },
  ])
})

test('no order management system and no first login manages authenticators', async () => {
  const desk = await startTestServer(oneFirm)
  const user = await someone(desk)
  const credential = await desk.issuesCredential({ firm: 'Alder', users: [email] })
  const { body } = await user.calls<{ token: string }>('/login/credential', {
    body: { email, credential },
    token: null,
  })
  const begin = { body: { name: 'x', password }, token: body.token }
  expect(await user.isRefused('/user/authenticators/begin', begin)).toMatchObject({ status: 403 })
})

test('keys outlive two rotations of the secret that encrypts them, and are lost without it', async () => {
  const desk = await startTestServer(oneFirm)
  const user = await someone(desk)
  const { key } = await adds(desk, user)
  const rotates = () =>
    rotateSecretOf(
      { ...readConfig({}), secretsFile: join(desk.folder, 'secrets.env'), databaseUrl: null, secrets: {} },
      { ...desk.admin, db: desk.app.database },
      { secret: 'two-factor', reason: 'a drill' },
    )
  const signsIn = async () => {
    desk.clock.advance(step)
    return (await gives(user, await half(user), { otp: codeAt(key, desk.clock.now()) })).status
  }

  for (let i = 0; i < 2; i += 1) {
    expect(await rotates()).toMatchObject({ result: { secret: 'two-factor' } })
    await desk.restart()
  }
  expect(await signsIn()).toBe(200)
  // The sign-in has encrypted it with the present secret.
  await rotates()
  await desk.restart()
  expect(await signsIn()).toBe(200)
  await desk.app.database.updateTable('authenticator').set({ sealed_key: 'AAAA' }).execute()
  expect(await signsIn()).toBe(401)
})
