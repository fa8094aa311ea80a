import { createPublicKey } from 'node:crypto'
import { type JWK, type JWTPayload, SignJWT, UnsecuredJWT } from 'jose'
import { describe, expect, test, vi } from 'vitest'
import { requestPasswordReset, startServerOn } from '../../support/account-fixtures.ts'
import { auditEvents, Operator } from '../../support/operator.ts'
import { testDatabases } from '../../support/test-databases.ts'
import { startTestServer } from '../../support/test-server.ts'
import { password } from '../../support/test-user.ts'
import { client, type SignIdToken } from './real-provider.ts'
import { begins, completes, notifies, returns, signsInAt, startProvider } from './test-provider.ts'

const email = 'trader@alder.example'

const refused = { status: 403, errorCode: 'PROVIDER_REFUSED' }
const reason = 'a test of sign-on'

describe.each(testDatabases)('single sign-on, on $name', (store) => {
  test('a user signs in with the provider: one session, in the audit trail, without the password', async () => {
    const desk = await startServerOn(store)
    const user = desk.person(email)
    const before = await desk.person(email).signsIn()
    const provider = await startProvider(desk)

    expect(await signsInAt(provider, user)).toMatchObject({ status: 200 })
    expect(await user.callsOk('/user/my-details')).toMatchObject({ email, needsPasskey: false })
    expect(await before.isRefused('/user/my-details')).toMatchObject({ reason: 'SESSION_REPLACED' })
    expect((await auditEvents(desk, 'loginSucceeded')).at(-1)).toMatchObject({
      details: { kind: 'session', provider: true },
    })
    expect(await auditEvents(desk, 'providerSubjectBound')).toHaveLength(1)
    // The password is right, and answered like a wrong one; there is no way to reset it.
    const byPassword = await user.calls('/login', { body: { email, password }, token: null })
    const unknown = await user.calls('/login', { body: { email: 'no@alder.example', password }, token: null })
    expect([byPassword.status, byPassword.text]).toEqual([403, unknown.text])
    await requestPasswordReset(user)
    await expect(desk.newestMessage(email)).rejects.toThrow()

    await user.callsOk('/logout', { method: 'POST' })
    expect(await user.isRefused('/user/my-details')).toMatchObject({ status: 401 })
    expect(await signsInAt(provider, user)).toMatchObject({ status: 200 })
    desk.clock.advance(61 * 60_000)
    expect(await user.isRefused('/user/my-details')).toMatchObject({ reason: 'SESSION_TIMED_OUT' })
    // The secret is stored encrypted.
    const rows = await desk.app.database.selectFrom('sign_in_provider').selectAll().execute()
    expect(JSON.stringify(rows)).not.toContain(client.clientSecret)
    expect(JSON.stringify(await new Operator(desk).runs('sign-on list', {}))).not.toContain(
      client.clientSecret,
    )
  })

  test('a sign-out at the provider ends the session that it has opened', async () => {
    const desk = await startServerOn(store)
    const user = desk.person(email)
    const provider = await startProvider(desk)
    await signsInAt(provider, user)
    await provider.signsOut()
    expect(await user.isRefused('/user/my-details')).toMatchObject({ status: 401 })
    expect(await auditEvents(desk, 'sessionEnded')).toMatchObject([
      { actor: 'system', reason: 'LOGGED_OUT', details: { provider: true } },
    ])
  })
})

test('where an address leads depends on its domain alone', async () => {
  const desk = await startTestServer()
  await startProvider(desk)
  const anybody = desk.person('anybody')
  for (const known of [email, 'nobody@alder.example', 'ＴＲＡＤＥＲ@Alder.Example']) {
    const { redirect, passwordAllowed } = await begins(anybody, known)
    expect(passwordAllowed).toBe(false)
    expect(new URL(redirect?.url ?? '').searchParams.get('code_challenge_method')).toBe('S256')
  }
  for (const other of ['trader@birch.example', 'nobody@birch.example', 'x@sub.alder.example', '', '@'])
    expect(await begins(anybody, other)).toEqual({ redirect: null, passwordAllowed: true })
  await startProvider(desk, { othersAllowed: true })
  for (const known of [email, 'nobody@alder.example'])
    expect(await begins(anybody, known)).toMatchObject({ redirect: {}, passwordAllowed: true })
})

test('a response with another state, of another browser, or presented twice signs nobody in', async () => {
  const desk = await startTestServer()
  const user = desk.person(email)
  const provider = await startProvider(desk)

  const first = await returns(provider, user, email)
  expect((await completes(user, first)).status).toBe(200)
  expect((await completes(user, first)).body).toMatchObject({ errorCode: 'PROVIDER_REFUSED' })
  // The code of another attempt, with the state of this one and of that one; used by the first of them.
  const [own, other] = [await returns(provider, user, email), await returns(provider, user, email)]
  const mixed = new URLSearchParams(own.query)
  mixed.set('code', new URLSearchParams(other.query).get('code') ?? '')
  expect((await completes(user, { ...own, query: mixed.toString() })).status).toBe(403)
  expect((await completes(user, { ...other, attempt: own.attempt })).status).toBe(403)
  const { redirect } = await begins(user, email)
  expect((await completes(user, { attempt: redirect?.attempt, query: other.query })).status).toBe(403)
  expect((await completes(user, { attempt: 'guessed', query: other.query })).status).toBe(403)
  const late = await returns(provider, user, email)
  desk.clock.advance(10 * 60_000)
  expect((await completes(user, late)).status).toBe(403)
  const denied = await begins(user, email)
  const state = new URL(denied.redirect?.url ?? '').searchParams.get('state')
  const query = `error=access_denied&state=${state}&iss=${encodeURIComponent(provider.issuer)}`
  expect((await completes(user, { attempt: denied.redirect?.attempt, query })).status).toBe(403)
  expect(await auditEvents(desk, 'providerLoginFailed')).toHaveLength(7)
})

test('an ID token for another nonce or audience, of another issuer or by another key is refused', async () => {
  const desk = await startTestServer()
  const user = desk.person(email)
  const provider = await startProvider(desk)
  for (const [claim, value] of [
    ['nonce', 'another'],
    ['aud', 'another-client'],
    ['iss', 'https://login.evil.example'],
    ['exp', 1_000],
    ['key', 'another'],
  ] as const) {
    const sent = await returns(provider, user, email)
    // A provider that signs what it should not: only its ID token is replaced, on the way.
    const restore = provider.changesIdTokens(async (claims) => {
      if (claim !== 'key') return { ...claims, [claim]: value }
      // The provider no longer publishes what signs it.
      await provider.rotates('next')
      return claims
    })
    const reply = await completes(user, sent).finally(restore)
    expect([claim, reply.status]).toEqual([claim, 403])
  }
})

const signedWith = (secret: string | Buffer) => async (claims: JWTPayload, kid: string | undefined) =>
  await new SignJWT(claims).setProtectedHeader({ alg: 'HS256', kid: kid ?? '' }).sign(Buffer.from(secret))
const publicTextOf = ({ n = '', e = '' }: JWK) =>
  createPublicKey({ key: { kty: 'RSA', n, e }, format: 'jwk' }).export({ type: 'spki', format: 'pem' })

test.each([
  ['signed with the client secret', (claims, { kid }) => signedWith(client.clientSecret)(claims, kid)],
  ['signed with the text of the public key', (claims, key) => signedWith(publicTextOf(key))(claims, key.kid)],
  ['not signed', async (claims) => new UnsecuredJWT(claims).encode()],
] as const satisfies [string, SignIdToken][])('an ID token that is %s is refused', async (_, sign) => {
  const desk = await startTestServer()
  const user = desk.person(email)
  const provider = await startProvider(desk)
  const sent = await returns(provider, user, email)
  const restore = provider.changesIdTokens((claims) => claims, sign)
  expect((await completes(user, sent).finally(restore)).status).toBe(403)
  expect(await signsInAt(provider, user)).toMatchObject({ status: 200 })
})

test('only active users of the institution with an address that the provider has verified sign in', async () => {
  const desk = await startTestServer()
  await desk.addUser({ email: 'other@alder.example', role: 'TRADER', firm: 'Alder' })
  await desk.addUser({ email: 'stranger@birch.example', role: 'TRADER', firm: 'Birch' })
  const accounts = {
    unverified: { email, email_verified: false },
    nameless: {},
    foreign: { email: 'stranger@birch.example', email_verified: true },
    taken: { email, email_verified: true },
  }
  const provider = await startProvider(desk, { accounts })
  const user = desk.person(email)

  for (const name of ['nobody@alder.example', 'unverified', 'nameless', 'foreign'])
    expect([name, await signsInAt(provider, user, name)]).toEqual([name, refused])
  expect(await signsInAt(provider, user, email)).toMatchObject({ status: 200 })
  // Another account of the provider that has the address by now is somebody else.
  expect(await signsInAt(provider, user, 'taken')).toEqual(refused)
  const operator = new Operator(desk)
  // The subject counts from now on, whatever the address.
  await operator.runs('user change', { email, newEmail: 'renamed@alder.example', reason })
  expect(await signsInAt(provider, user, email)).toMatchObject({ status: 200 })
  await operator.runs('user disable', { email: 'renamed@alder.example', reason })
  expect(await signsInAt(provider, user, email)).toEqual(refused)
  await operator.runs('firm disable', { firm: 'Alder', reason })
  expect(await signsInAt(provider, desk.person('other@alder.example'))).toEqual(refused)
  expect(await desk.app.database.selectFrom('person').select('id').execute()).toHaveLength(6)
})

test('an invited user needs no temporary password, which opens nothing after the first sign-in', async () => {
  const desk = await startTestServer()
  const provider = await startProvider(desk, { othersAllowed: true })
  const invited = { email: 'invited@alder.example', firstName: 'Yui', lastName: 'Ito', firm: 'Alder' }
  await new Operator(desk).runs('user add', { ...invited, role: 'TRADER' })
  const user = desk.person(invited.email)
  const temporary = /(?:[a-z0-9]{4}-){3}[a-z0-9]{4}/.exec(await desk.newestMessage(user.email))?.[0] ?? ''

  expect(await signsInAt(provider, user)).toMatchObject({ status: 200 })
  expect(await user.callsOk('/user/my-details')).toMatchObject({ firstLogin: false })
  const body = { email: user.email, password: temporary }
  expect((await user.calls('/login', { body, token: null })).status).toBe(403)
  // The others may still use their passwords, because the operator allows it.
  await desk.person(email).signsIn()
})

test('a provider that does not answer, or changes its keys', async () => {
  const desk = await startTestServer()
  const user = desk.person(email)
  const provider = await startProvider(desk)
  provider.isDown = true
  expect(await user.isRefused('/login/provider/begin', { body: { email } })).toMatchObject({
    status: 503,
    errorCode: 'PROVIDER_UNAVAILABLE',
  })
  provider.isDown = false
  const sent = await returns(provider, user, email)
  provider.isDown = true
  expect((await completes(user, sent)).body.errorCode).toBe('PROVIDER_UNAVAILABLE')
  provider.isDown = false
  await provider.rotates('second')
  expect(await signsInAt(provider, user)).toMatchObject({ status: 200 })
})

test('a logout token that is not valid, or used before, ends nothing', async () => {
  const desk = await startTestServer()
  const user = desk.person(email)
  const provider = await startProvider(desk)
  await signsInAt(provider, user)
  const stranger = await (async () => {
    const known = provider.keys
    await provider.rotates('second')
    return known[0]
  })()
  const now = Math.floor(Date.now() / 1000)
  const wrong: Record<string, Record<string, unknown>> = {
    'another audience': { aud: 'another' },
    'another issuer': { iss: 'https://login.evil.example' },
    'no event': { events: {} },
    'an ID token': { nonce: 'n' },
    'too old': { iat: now - 600 },
    'from the future': { iat: now + 600 },
    'no id': { jti: undefined },
    'nobody named': { sub: undefined },
  }
  for (const [name, changes] of Object.entries(wrong))
    expect([name, await notifies(desk, await provider.logoutToken(email, changes))]).toEqual([name, 400])
  expect(await notifies(desk, await provider.logoutToken(email, {}, stranger))).toBe(400)
  expect(await notifies(desk, 'no token')).toBe(400)
  await user.callsOk('/user/my-details')

  // Of another session of the provider, or of somebody else: valid, and nothing of this user ends.
  expect(await notifies(desk, await provider.logoutToken(email, { sid: 'another' }))).toBe(200)
  expect(await notifies(desk, await provider.logoutToken(email, { sub: 'somebody' }))).toBe(200)
  await user.callsOk('/user/my-details')
  const token = await provider.logoutToken(email)
  expect(await notifies(desk, token)).toBe(200)
  expect(await user.isRefused('/user/my-details')).toMatchObject({ status: 401 })
  await signsInAt(provider, user)
  expect(await notifies(desk, token)).toBe(400)
  await user.callsOk('/user/my-details')
})

test('a logout token whose sessions could not be ended is taken again', async () => {
  const desk = await startTestServer()
  const user = desk.person(email)
  const provider = await startProvider(desk)
  await signsInAt(provider, user)
  const token = await provider.logoutToken(email)
  const failing = vi.spyOn(desk.app.sessions, 'end').mockRejectedValueOnce(new Error('the database is busy'))

  expect(await notifies(desk, token)).toBe(500)
  failing.mockRestore()
  await user.callsOk('/user/my-details')
  expect(await notifies(desk, token)).toBe(200)
  expect(await user.isRefused('/user/my-details')).toMatchObject({ status: 401 })
})

test("forged logout tokens do not make the platform fetch a provider's keys each time", async () => {
  const desk = await startTestServer()
  const provider = await startProvider(desk)
  const stranger = await (async () => {
    const [known] = provider.keys
    await provider.rotates('second')
    return known
  })()
  expect(await notifies(desk, await provider.logoutToken(email))).toBe(200)
  const fetched = () => provider.requests.filter((path) => path.startsWith('/jwks')).length
  const before = fetched()

  for (let n = 0; n < 10; n += 1)
    expect(await notifies(desk, await provider.logoutToken(email, {}, stranger))).toBe(400)
  expect(before).toBe(1)
  expect(fetched()).toBe(1)
})

test('a client secret that the provider refuses has a message of its own', async () => {
  const desk = await startTestServer()
  const user = desk.person(email)
  const provider = await startProvider(desk)
  await new Operator(desk).runs('sign-on set', {
    firm: 'Alder',
    issuer: provider.issuer,
    ...client,
    clientSecret: 'the secret of last year',
    domains: ['alder.example'],
    reason,
  })
  const { status, body } = await completes(user, await returns(provider, user, email))

  expect({ status, errorCode: body.errorCode }).toEqual({ status: 503, errorCode: 'PROVIDER_MISCONFIGURED' })
})

test('a domain leads to one provider, and a removed provider leaves passwords', async () => {
  const desk = await startTestServer()
  await desk.addStaff('support')
  const operator = new Operator(desk)
  await startProvider(desk)
  const of = { firm: 'Birch', issuer: 'https://login.birch.example', ...client, reason }
  for (const [wrong, code] of [
    [{ ...of, domains: ['alder.example'] }, 'DOMAIN_TAKEN'],
    // Somebody else has an address of the second one.
    [{ ...of, domains: ['birch.example', 'aitai.example'] }, 'DOMAIN_TAKEN'],
    [{ ...of, domains: [] }, 'INVALID'],
    [{ ...of, domains: ['no domain'] }, 'INVALID'],
    [{ ...of, issuer: 'http://login.birch.example', domains: ['birch.example'] }, 'INVALID'],
    // Everybody's directory of Entra ID, and two owners at once.
    [
      { ...of, issuer: 'https://login.microsoftonline.com/common/v2.0', domains: ['birch.example'] },
      'INVALID',
    ],
    [{ ...of, broker: 'Hinoki', domains: ['birch.example'] }, 'INVALID'],
  ] as const)
    expect(await operator.isRefused('sign-on set', { ...wrong, domains: [...wrong.domains] })).toMatchObject({
      code,
    })
  const byPassword = () => desk.person(email).calls('/login', { body: { email, password } })
  expect((await byPassword()).status).toBe(403)
  expect(await operator.runs('sign-on remove', { firm: 'Alder', reason })).toMatchObject({ changed: true })
  expect((await byPassword()).status).toBe(200)
})
