import type { AccountSecurity } from '@aitai/contract/schemas/account.ts'
import { expect, test } from 'vitest'
import { startServerOn, unusedPassword } from '../../support/account-fixtures.ts'
import { auditEvents, Operator } from '../../support/operator.ts'
import { testDatabases } from '../../support/test-databases.ts'
import { startTestServer, type TestServer } from '../../support/test-server.ts'
import { password, type TestUser } from '../../support/test-user.ts'
import type { RealProvider } from './real-provider.ts'
import { signsInAt, startProvider } from './test-provider.ts'

const email = 'trader@alder.example'
const reason = 'a test of users of a provider'
const temporaryPassword = /(?:[a-z0-9]{4}-){3}[a-z0-9]{4}/
const invited = { email: 'invited@alder.example', firstName: 'Yui', lastName: 'Ito', firm: 'Alder' } as const

const passwordHashOf = async (desk: TestServer, of: string) =>
  await desk.app.database
    .selectFrom('person')
    .select(['password_hash', 'temporary_until', 'first_login'])
    .where('email', '=', of)
    .executeTakeFirstOrThrow()

test.each(testDatabases)(
  'a user of a provider is mailed how to sign in, and no password, on $name',
  async (store) => {
    const desk = await startServerOn(store)
    const provider = await startProvider(desk)
    const operator = new Operator(desk)
    const added = await operator.runs('user add', { ...invited, role: 'TRADER', language: 'ja' })
    expect(added).toMatchObject({ firstLogin: false, temporaryUntil: null })

    const mail = await desk.newestMessage(invited.email)
    expect(mail).toContain('所属先のアカウント')
    expect(mail).not.toMatch(temporaryPassword)
    // The address was wrong: the mail goes to the right one too.
    const newEmail = 'yui@alder.example'
    const change = { email: invited.email, newEmail, reason }
    expect(await operator.runs('user change', change)).toMatchObject({ invitedAgain: true })
    expect(await desk.newestMessage(newEmail)).not.toMatch(temporaryPassword)
    expect(await signsInAt(provider, desk.person(newEmail))).toMatchObject({ status: 200 })

    expect(await operator.runs('user show', { email: newEmail })).toMatchObject({ provider: 'ONLY' })
    const managed = { code: 'MANAGED_BY_PROVIDER' }
    expect(await operator.isRefused('user reset', { email: newEmail, reason })).toMatchObject(managed)
    const own = { ...invited, email: 'own@alder.example', role: 'TRADER', password: unusedPassword } as const
    expect(await operator.isRefused('user add', own)).toMatchObject(managed)
    // Without the provider there is a password again.
    await operator.runs('sign-on remove', { firm: 'Alder', reason })
    expect(await operator.runs('user show', { email: newEmail })).toMatchObject({ provider: null })
    await operator.runs('user reset', { email: newEmail, reason })
    expect(await desk.newestMessage(newEmail)).toMatch(temporaryPassword)
  },
)

test('temporary passwords that are out become invalid with a provider as the only way in', async () => {
  const desk = await startTestServer()
  await new Operator(desk).runs('user add', { ...invited, role: 'TRADER' })
  const before = await passwordHashOf(desk, invited.email)
  expect(before).toMatchObject({ first_login: 1 })
  const chosen = await passwordHashOf(desk, email)

  await startProvider(desk)
  const after = await passwordHashOf(desk, invited.email)
  expect(after).toMatchObject({ first_login: 0, temporary_until: null })
  expect(after.password_hash).not.toBe(before.password_hash)
  // An own password stays, for when the provider is removed.
  expect(await passwordHashOf(desk, email)).toEqual(chosen)
})

/** A request to each call that changes or confirms what a user of a provider does not have. */
const refusedCalls: Readonly<Record<string, object>> = {
  '/user/update-password': {
    oldPassword: password,
    password: unusedPassword,
    passwordConfirmation: unusedPassword,
  },
  '/user/authenticators/begin': { name: 'Phone', password },
  '/user/authenticators/remove': { id: 'none', password },
  '/user/recovery-codes': { password },
  '/user/passkeys/begin': { name: 'Laptop', password },
  '/user/passkeys/rename': { id: 'none', name: 'Laptop', password },
  '/user/passkeys/remove': { id: 'none', password },
  '/user/confirm/code': { otp: '123456', method: 'APP' },
}

test('the profile of a user of a provider has nothing that needs a password', async () => {
  const desk = await startTestServer()
  const user = desk.person(email)
  await signsInAt(await startProvider(desk), user)

  expect(await user.callsOk<AccountSecurity>('/user/security')).toMatchObject({ provider: 'ONLY' })
  for (const [path, body] of Object.entries(refusedCalls)) {
    const { status, errorCode } = await user.isRefused(path, { body })
    expect([path, status, errorCode]).toEqual([path, 409, 'MANAGED_BY_PROVIDER'])
  }
  const other = await desk.trader('birch')
  expect(await other.callsOk<AccountSecurity>('/user/security')).toMatchObject({ provider: null })
})

async function begins(user: TestUser): Promise<{ url: string; attempt: string }> {
  const { redirect } = await user.callsOk<{ redirect: { url: string; attempt: string } }>(
    '/user/confirm/provider/begin',
    { method: 'POST' },
  )
  return redirect
}

/** Begins a confirmation, and signs in at the provider under a name. */
async function returns(user: TestUser, provider: RealProvider, name = user.email) {
  const { url, attempt } = await begins(user)
  const { search } = await provider.leadsBack(url, name)
  return { attempt, query: search.slice(1) }
}

const confirms = async (user: TestUser, body: object) => {
  const reply = await user.calls<{ errorCode?: string }>('/user/confirm/provider', { body })
  return reply.status === 200 ? 'OK' : reply.body.errorCode
}

/** Staff who may look at surveillance, signed in at their provider. */
async function complianceAtProvider() {
  const desk = await startTestServer()
  await desk.addStaff('compliance')
  const provider = await startProvider(desk, { staff: true, domains: ['aitai.example'] })
  const user = desk.person('compliance@aitai.example')
  expect(await signsInAt(provider, user)).toMatchObject({ status: 200 })
  const day = '2026-11-18'
  const watches = async () =>
    (await user.calls<{ errorCode?: string }>('/operations/surveillance', { body: { day, reason } })).body
      .errorCode
  return { desk, provider, user, watches }
}

test('staff confirm a break-glass view by a new sign-in at their provider, for five minutes', async () => {
  const { desk, provider, user, watches } = await complianceAtProvider()
  expect(await watches()).toBe('CONFIRMATION_REQUIRED')
  const { searchParams } = new URL((await begins(user)).url)
  expect([searchParams.get('prompt'), searchParams.get('max_age')]).toEqual(['login', '0'])

  expect(await confirms(user, await returns(user, provider))).toBe('OK')
  expect(await watches()).toBeUndefined()
  desk.clock.advance(5 * 60_000)
  expect(await watches()).toBe('CONFIRMATION_REQUIRED')
  expect(await auditEvents(desk, 'identityConfirmed')).toHaveLength(1)
  // The provider grants nothing: the user still has the one grant of the operator.
  expect(await user.callsOk('/user/my-details')).toMatchObject({ grants: ['compliance'] })
})

test('nothing else confirms: another account, a sign-in, another session, twice, late, or an old sign-in', async () => {
  const { desk, provider, user, watches } = await complianceAtProvider()
  const wrong = 'CONFIRMATION_PROVIDER'
  expect(await confirms(user, await returns(user, provider, 'colleague@aitai.example'))).toBe(wrong)
  const signIn = await user.callsOk<{ redirect: { url: string; attempt: string } }>('/login/provider/begin', {
    body: { email: user.email },
  })
  const back = await provider.leadsBack(signIn.redirect.url, user.email)
  const ofSignIn = { attempt: signIn.redirect.attempt, query: back.search.slice(1) }
  expect(await confirms(user, ofSignIn)).toBe(wrong)
  // Begun in a session that has been replaced since.
  const earlier = await returns(user, provider)
  await signsInAt(provider, user)
  expect(await confirms(user, earlier)).toBe(wrong)
  desk.clock.advance(60 * 60_000)
  await signsInAt(provider, user)
  const late = await returns(user, provider)
  desk.clock.advance(10 * 60_000)
  expect(await confirms(user, late)).toBe(wrong)
  // The provider did not ask: its session is older than the request.
  const old = await returns(user, provider)
  const restore = provider.changesIdTokens((claims) => ({ ...claims, auth_time: Number(claims.iat) - 60 }))
  expect(await confirms(user, old).finally(restore)).toBe(wrong)
  expect(await watches()).toBe('CONFIRMATION_REQUIRED')
  const right = await returns(user, provider)
  expect(await confirms(user, right)).toBe('OK')
  desk.clock.advance(5 * 60_000)
  expect(await confirms(user, right)).toBe(wrong)
  // A confirmation does not sign in.
  const { attempt, query } = await returns(user, provider)
  const reply = await user.calls('/login/provider', { body: { attempt, query }, token: null })
  expect(reply.status).toBe(403)
})

test('who does not sign in with a provider cannot confirm there', async () => {
  const desk = await startTestServer()
  const user = await desk.trader('alder')
  expect(await begins(user)).toBeNull()
  expect(await confirms(user, { attempt: 'guessed', query: 'code=guessed' })).toBe('CONFIRMATION_PROVIDER')
})
