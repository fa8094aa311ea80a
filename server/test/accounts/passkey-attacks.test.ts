import { expect, test } from 'vitest'
import { behindProxy, fromNetwork, unusedPassword } from '../support/account-fixtures.ts'
import { auditEvents, Operator } from '../support/operator.ts'
import { startTestServer } from '../support/test-server.ts'
import { password } from '../support/test-user.ts'
import { newAttestationCertificate } from './attestation-certificate.ts'
import {
  adds,
  begins,
  challenges,
  completes,
  confirms,
  email,
  half,
  oneFirmAtSite,
  presents,
  presentsAtStep,
  security,
  signsInAlone,
  site,
  someone,
  stepChallenge,
} from './passkey-devices.ts'
import { type ResponseFaults, SoftwareAuthenticator } from './software-authenticator.ts'

/** What a phishing page, a stolen device or a program could send. */
const wrongResponses: Readonly<Record<string, ResponseFaults>> = {
  'another origin': { origin: 'https://desk.example.evil' },
  'another port': { origin: `${site}:8443` },
  'no TLS': { origin: 'http://desk.example' },
  'another relying party': { rpId: 'evil.example' },
  'a domain above ours': { rpId: 'example' },
  'a challenge of its own': { challenge: 'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA' },
  'a frame of another site': { crossOrigin: true },
  'the other ceremony': { type: 'webauthn.create' },
  'no user verification': { isVerified: false },
  'no user presence': { isPresent: false },
  'a copy elsewhere of what cannot be copied': { isBackedUp: true },
  'another user': { userHandle: 'AAAA' },
  'no user': { userHandle: null },
}

test.each(Object.entries(wrongResponses))(
  'a response with %s signs nobody in, and is answered like one of an unknown passkey',
  async (_, faults) => {
    const desk = await startTestServer(oneFirmAtSite)
    const user = await someone(desk)
    const { device } = await adds(user)
    const stranger = new SoftwareAuthenticator(site)

    const refused = await signsInAlone(user, device, faults)
    const unknown = await signsInAlone(user, stranger)
    expect([refused.status, refused.text]).toEqual([403, unknown.text])
    expect(unknown.body.errorCode).toBe('PASSKEY_REFUSED')
    expect(await auditEvents(desk, 'passkeyFailed')).toHaveLength(2)
    // It was not the passkey.
    expect((await signsInAlone(user, device)).status).toBe(200)
  },
)

test('a response to a phishing page whose origin is rewritten on the way is refused: the signature covers it', async () => {
  const desk = await startTestServer(oneFirmAtSite)
  const user = await someone(desk)
  const { device } = await adds(user)
  const phished = { origin: 'https://desk.example.evil' }
  const rewritten = (signed: ReturnType<SoftwareAuthenticator['signs']>) => {
    const text = Buffer.from(signed.response.clientDataJSON, 'base64url').toString()
    const clientDataJSON = Buffer.from(text.replace(phished.origin, site)).toString('base64url')
    expect(clientDataJSON).not.toBe(signed.response.clientDataJSON)
    return { ...signed, response: { ...signed.response, clientDataJSON } }
  }

  const alone = rewritten(device.signs(await challenges(user), phished))
  expect(await presents(user, alone)).toMatchObject({ status: 403, body: { errorCode: 'PASSKEY_REFUSED' } })
  const token = await half(user)
  const atStep = rewritten(device.signs(await stepChallenge(user, token), phished))
  expect((await presentsAtStep(user, token, atStep)).status).toBe(401)
  expect(await auditEvents(desk, 'passkeyFailed')).toHaveLength(2)
})

test('a counter that goes back or stands still is refused, as by a copy of the authenticator', async () => {
  const desk = await startTestServer(oneFirmAtSite)
  const user = await someone(desk)
  const { device } = await adds(user)
  expect((await signsInAlone(user, device, { counter: 20 })).status).toBe(200)
  for (const counter of [0, 19, 20]) expect((await signsInAlone(user, device, { counter })).status).toBe(403)
  const token = await half(user)
  expect((await completes(user, token, device, { counter: 20 })).status).toBe(401)
  expect((await completes(user, token, device, { counter: 21 })).status).toBe(200)
})

test('a challenge ends after five minutes, and serves only what it was made for', async () => {
  const desk = await startTestServer(oneFirmAtSite)
  const user = await someone(desk)
  const { device } = await adds(user)
  const late = await challenges(user)
  desk.clock.advance(5 * 60_000 - 1)
  const inTime = await challenges(user)
  desk.clock.advance(1)
  expect((await presents(user, device.signs(late))).status).toBe(403)
  const opened = await presents(user, device.signs(inTime))
  expect(opened.status).toBe(200)
  user.token = opened.body.token ?? null

  const [one, other] = [await half(user), await half(user)]
  const alone = await challenges(user)
  const ofOne = await stepChallenge(user, one)
  const ofOther = await stepChallenge(user, other)
  // A challenge for a sign-in alone at the second step, and the other way round; that of another log-in.
  expect((await presentsAtStep(user, one, device.signs(alone))).status).toBe(401)
  expect((await presents(user, device.signs(ofOne))).status).toBe(403)
  expect((await presentsAtStep(user, one, device.signs(ofOther))).status).toBe(401)
  const { challenge } = (await begins(user)).body
  expect((await presents(user, device.signs({ ...alone, challenge }))).status).toBe(403)
  // The challenges themselves were not used up by that.
  expect((await presents(user, device.signs(alone))).status).toBe(200)
})

test('a passkey of another user completes no log-in, and is added to no second account', async () => {
  const desk = await startTestServer(oneFirmAtSite)
  const user = await someone(desk)
  const other = await someone(desk, 'other@alder.example')
  const own = await adds(user)
  const others = await adds(other)

  const token = await half(user)
  const { allowCredentials } = await stepChallenge(user, token)
  expect(allowCredentials.map(({ id }) => id)).toEqual([own.device.credentialId])
  expect((await completes(user, token, others.device)).status).toBe(401)
  expect((await completes(user, token, others.device, { id: own.device.credentialId })).status).toBe(401)
  // The same credential again, for whoever knows its id and makes a key of their own.
  const { body: options } = await begins(other)
  const copied = new SoftwareAuthenticator(site)
  Object.assign(copied, { credentialId: own.device.credentialId })
  expect(await confirms(other, copied.creates(options))).toMatchObject({
    status: 409,
    body: { errorCode: 'PASSKEY_NOT_ADDED' },
  })
  const id = (await security(other)).passkeys[0]?.id
  const opened = await signsInAlone(user, own.device)
  user.token = opened.body.token ?? null
  for (const path of ['rename', 'remove'])
    expect(
      await user.isRefused(`/user/passkeys/${path}`, { body: { id, name: 'Mine', password } }),
    ).toMatchObject({ status: 404 })
})

test('a new passkey is refused from another origin or session, too late, twice, or without verification', async () => {
  const desk = await startTestServer(oneFirmAtSite)
  const user = await someone(desk)
  const refusal = { status: 409, body: { errorCode: 'PASSKEY_NOT_ADDED' } }
  const device = () => new SoftwareAuthenticator(site)
  const faults: ResponseFaults[] = [
    { origin: 'https://desk.example.evil' },
    { rpId: 'evil.example' },
    { challenge: 'AAAA' },
    { crossOrigin: true },
    { type: 'webauthn.get' },
    { isVerified: false },
    { isPresent: false },
    { isBackedUp: true },
    { id: 'AAAAAAAAAAAAAAAAAAAAAA' },
    // Right in every way, but a certificate can name addresses to connect to.
    { maker: newAttestationCertificate() },
    { format: 'packed', attestation: { alg: -7, sig: Buffer.alloc(70), x5c: [Buffer.alloc(300)] } },
    { format: 'tpm', attestation: {} },
    { format: 'apple', attestation: { x5c: [Buffer.alloc(300)] } },
    { format: 'packed', attestation: device().selfAttestation() },
  ]
  for (const fault of faults)
    expect(await confirms(user, device().creates((await begins(user)).body, fault))).toMatchObject(refusal)
  const { body: late } = await begins(user)
  desk.clock.advance(5 * 60_000)
  expect(await confirms(user, device().creates(late))).toMatchObject(refusal)
  const { body: once } = await begins(user)
  const response = device().creates(once)
  const both = await Promise.all([confirms(user, response), confirms(user, response)])
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
  const { body: elsewhere } = await begins(user)
  const token = await half(user)
  const codes = await user.callsOk<{ recoveryCodes: string[] }>('/user/recovery-codes', {
    body: { password },
  })
  const { body } = await user.calls<{ access_token: string }>('/2fa/verify', {
    body: { otp: codes.recoveryCodes[0], method: 'RECOVERY_CODE' },
    token,
  })
  user.token = body.access_token
  expect(await confirms(user, device().creates(elsewhere))).toMatchObject(refusal)
  expect((await security(user)).passkeys).toHaveLength(1)
})

test('bytes that are no CBOR, no JSON or too long are refused, and not a bug', async () => {
  const desk = await startTestServer(oneFirmAtSite)
  const user = await someone(desk)
  const { device } = await adds(user)
  const text = (value: string): string => Buffer.from(value).toString('base64url')
  for (const clientDataJSON of [
    '',
    text('null'),
    text('5'),
    text('{'),
    text('{"challenge":{}}'),
    text('[]'),
  ]) {
    const response = device.signs(await challenges(user))
    const changed = { ...response, response: { ...response.response, clientDataJSON } }
    expect((await presents(user, changed)).status).toBe(403)
    const created = device.creates((await begins(user)).body)
    const wrong = { ...created, response: { ...created.response, clientDataJSON } }
    expect((await confirms(user, wrong)).status).toBe(409)
  }
  for (const attestationObject of ['', '_____w', 'o2Nm', text('{}'), 'n5-fn5-fn5-fn5-fn5-f']) {
    const created = device.creates((await begins(user)).body)
    const wrong = { ...created, response: { ...created.response, attestationObject } }
    expect((await confirms(user, wrong)).status).toBe(409)
  }
  for (const authenticatorData of ['', 'AAAA', text('x'.repeat(37))]) {
    const response = device.signs(await challenges(user))
    const changed = { ...response, response: { ...response.response, authenticatorData } }
    expect((await presents(user, changed)).status).toBe(403)
  }
  const response = device.signs(await challenges(user))
  for (const id of ['A'.repeat(2_000), 'with space', '✓'])
    expect((await presents(user, { ...response, id, rawId: id })).status).toBe(400)
})

test('a disabled user, a locked one and an institution that is not active are refused like an unknown passkey', async () => {
  const desk = await startTestServer(oneFirmAtSite)
  const user = await someone(desk)
  const { device } = await adds(user)
  const operator = new Operator(desk)
  const unknown = await signsInAlone(user, new SoftwareAuthenticator(site))
  const expectRefused = async () => {
    const { status, text } = await signsInAlone(user, device)
    expect([status, text]).toEqual([403, unknown.text])
  }
  const reason = 'a drill'
  const { usedAt } = (await security(user)).passkeys[0] ?? {}

  await operator.runs('user disable', { email, reason })
  await expectRefused()
  await operator.runs('user enable', { email, reason })
  await desk.app.database.updateTable('person').set({ wrong_codes: 100 }).where('email', '=', email).execute()
  await expectRefused()
  await operator.runs('user unlock', { email, reason })
  await desk.app.database.updateTable('firm').set({ active: 0 }).execute()
  await expectRefused()
  await desk.app.database.updateTable('firm').set({ active: 1 }).execute()
  const opened = await signsInAlone(user, device)
  expect(opened.status).toBe(200)
  expect(usedAt).toBeNull()
  // The owner sees the attempts.
  user.token = opened.body.token ?? null
  expect((await security(user)).signIns.map(({ result }) => result)).toContain('WRONG_PASSKEY')
})

test('failures are limited by network, as those of passwords, and the owner elsewhere is not locked out', async () => {
  const env = { ...oneFirmAtSite.env, ...behindProxy, LOGINS_PER_NETWORK: '5' }
  const desk = await startTestServer({ ...oneFirmAtSite, env })
  const user = await someone(desk)
  const { device } = await adds(user)
  const tries = async (network: string, of: SoftwareAuthenticator, faults: ResponseFaults = {}) =>
    (await presents(user, of.signs(await challenges(user), faults), fromNetwork(network))).status

  const statuses = []
  for (let i = 0; i < 7; i += 1) statuses.push(await tries('203.0.113.9', new SoftwareAuthenticator(site)))
  expect(statuses).toEqual([403, 403, 403, 403, 403, 429, 429])
  for (let i = 0; i < 5; i += 1) await tries('198.51.100.7', device, { isVerified: false })
  expect(await tries('192.0.2.1', device)).toBe(200)
})

test('five tries for each log-in, whatever they are made with, and none of them locks the account', async () => {
  const desk = await startTestServer(oneFirmAtSite)
  const user = await someone(desk)
  const { device, recoveryCodes } = await adds(user)
  for (let log = 0; log < 30; log += 1) {
    const token = await half(user)
    for (let i = 0; i < 5; i += 1)
      expect((await completes(user, token, device, { isVerified: false })).status).toBe(401)
    expect((await completes(user, token, device)).status).toBe(401)
    const body = { otp: recoveryCodes?.[0] ?? '', method: 'RECOVERY_CODE' }
    expect((await user.calls('/2fa/verify', { body, token })).status).toBe(401)
    desk.clock.advance(60_000)
  }
  expect((await completes(user, await half(user), device)).status).toBe(200)
})

test('with a passkey, the password alone opens nothing, and no code takes the place of a passkey', async () => {
  const desk = await startTestServer(oneFirmAtSite)
  const user = await someone(desk)
  const { device } = await adds(user)
  const token = await half(user)
  for (const method of ['APP', 'SMS']) {
    const body = { otp: '123456', method }
    expect((await user.calls('/2fa/verify', { body, token })).status).toBe(401)
  }
  const wrong = { otp: '123456', method: 'PASSKEY' }
  expect((await user.calls('/2fa/verify', { body: wrong, token })).status).toBe(400)
  // Nor does somebody else's passkey complete the log-in of a user who has none.
  const other = await someone(desk, 'other@alder.example')
  const change = { phone: '+815012345678', twoFactor: true, reason: 'agreed' }
  await new Operator(desk).runs('user change', { email: other.email, ...change })
  const waiting = await half(other)
  expect((await stepChallenge(other, waiting)).allowCredentials).toEqual([])
  expect((await completes(other, waiting, device)).status).toBe(401)
})

test('a log-in that waits for its passkey ends when the password is changed', async () => {
  const desk = await startTestServer(oneFirmAtSite)
  const user = await someone(desk)
  const { device } = await adds(user)
  const token = await half(user)
  const response = device.signs(await stepChallenge(user, token))
  const body = { oldPassword: password, password: unusedPassword, passwordConfirmation: unusedPassword }
  await user.callsOk('/user/update-password', { body })
  expect((await presentsAtStep(user, token, response)).status).toBe(401)
})

test('after a reset by the operator, a passkey opens only the page for a new password', async () => {
  const desk = await startTestServer(oneFirmAtSite)
  const user = await someone(desk)
  const { device } = await adds(user)
  await new Operator(desk).runs('user reset', { email, reason: 'forgotten' })
  const { body } = await signsInAlone(user, device)
  user.token = body.token ?? null
  expect(await user.isRefused('/user/security')).toMatchObject({ status: 403 })
  expect(await user.callsOk('/user/my-details')).toMatchObject({ firstLogin: true })
})

test('nobody adds, renames or removes without the password, which cannot be guessed there', async () => {
  const desk = await startTestServer(oneFirmAtSite)
  const user = await someone(desk)
  const statuses = []
  for (let i = 0; i < 12; i += 1) statuses.push((await begins(user, { password: 'not the password' })).status)
  expect(statuses).toEqual([...Array<number>(10).fill(400), 429, 429])
  expect((await begins(user)).status).toBe(429)
})

test('no order management system and no first login manages passkeys', async () => {
  const desk = await startTestServer(oneFirmAtSite)
  const user = await someone(desk)
  const credential = await desk.issuesCredential({ firm: 'Alder', users: [email] })
  const oms = await desk.person(email).signsInByCredential(credential)
  expect(await begins(oms)).toMatchObject({ status: 403 })
  expect(await begins(user)).toMatchObject({ status: 200 })
})
