import { expect, test } from 'vitest'
import { authorize } from '../../../src/accounts/authorization.ts'
import { LoginAttempts, loginAttemptMs } from '../../../src/accounts/second-factor/two-factor.ts'
import { Sessions } from '../../../src/accounts/sessions.ts'
import { newToken } from '../../../src/accounts/tokens.ts'
import { Operator } from '../../support/operator.ts'
import { startTestServer, type TestServer } from '../../support/test-server.ts'
import { password, type TestUser } from '../../support/test-user.ts'
import * as apps from '../authenticator-app.ts'
import { adds, challenges, completes, half, oneFirmAtSite, site } from '../passkey-devices.ts'
import { SoftwareAuthenticator } from '../software-authenticator.ts'

/** Every call of the second step, with a body that its schema accepts. */
async function secondStepCalls(user: TestUser) {
  const credential = new SoftwareAuthenticator(site).signs(await challenges(user))
  return [
    ['/2fa/methods', { method: 'GET' }],
    ['/2fa/request', { method: 'POST' }],
    ...['SMS', 'APP', 'RECOVERY_CODE'].map(
      (method) => ['/2fa/verify', { body: { otp: '123456', method } }] as const,
    ),
    ['/2fa/passkey/begin', { method: 'POST' }],
    ['/2fa/passkey', { body: { credential } }],
  ] as const
}

const aCall = { name: 'twoFactorOptions', for: 'twoFactor' } as const

/** The statements with which the server finds out whose log-in a token is. */
async function statementsOfLookUp({ app, clock }: TestServer, token: string): Promise<string[]> {
  const statements: string[] = []
  const executor = app.database.getExecutor()
  const database = app.database.withPlugin({
    transformQuery: ({ node, queryId }) => {
      statements.push(executor.compileQuery(node, queryId).sql)
      return node
    },
    transformResult: async ({ result }) => result,
  })
  const now = () => clock.now()
  const sessions = new Sessions({ database, now, endInMarket: async () => {} })
  const attempts = new LoginAttempts({ ...app, database, now, productName: '' }, app.secrets.of['two-factor'])
  const found = authorize({ ...app, sessions, attempts }, aCall, token, '198.51.100.7')
  await expect(found).rejects.toMatchObject({ status: 401 })
  return statements
}

/** Adds a user with some second factors, and returns who it is and the token of a log-in that waits. */
async function waits(
  desk: TestServer,
  name: string,
  has: { sms?: boolean; app?: boolean; passkey?: boolean },
) {
  const email = `${name}@alder.example`
  const user = await apps.someone(desk, { address: email, ...(has.sms ? { sms: true } : {}) })
  const app = has.app ? await apps.adds(desk, user) : null
  const device = has.passkey ? (await adds(user)).device : null
  return { user, email, app, device, token: await half(user) }
}

test('a log-in that cannot be completed any more is answered like one that never was, after the same queries', async () => {
  const desk = await startTestServer(oneFirmAtSite)
  const { database } = desk.app
  const change = (email: string, values: { active: number } | { wrong_codes: number }) =>
    database.updateTable('person').set(values).where('email', '=', email).execute()
  const disabled = await waits(desk, 'disabled', { sms: true })
  await change(disabled.email, { active: 0 })
  const removed = await waits(desk, 'removed', { app: true })
  await new Operator(desk).runs('user disable', { email: removed.email, reason: 'a test of probes' })
  const locked = await waits(desk, 'locked', { app: true })
  await change(locked.email, { wrong_codes: 100 })
  const used = await waits(desk, 'used', { passkey: true })
  expect(
    (await completes(used.user, used.token, used.device ?? new SoftwareAuthenticator(site))).status,
  ).toBe(200)
  const late = await waits(desk, 'late', { passkey: true, app: true })
  const lateStart = desk.clock.now() - loginAttemptMs
  await database
    .updateTable('login_attempt')
    .set({ started_at: lateStart })
    .where('user_id', '=', (await userRow(desk, late.email)).id)
    .execute()

  const anybody = desk.person('anybody')
  const calls = await secondStepCalls(anybody)
  const unknown = newToken('session')
  const statements = await statementsOfLookUp(desk, unknown)
  expect(statements.length).toBeGreaterThan(1)
  for (const [what, token] of Object.entries({ disabled, removed, locked, used, late }).map(
    ([name, each]) => [name, each.token] as const,
  )) {
    for (const [path, sent] of calls) {
      const ofNobody = await anybody.calls(path, { ...sent, token: unknown })
      const { status, text } = await anybody.calls(path, { ...sent, token })
      expect([what, path, status, text]).toEqual([what, path, 401, ofNobody.text])
    }
    expect([what, await statementsOfLookUp(desk, token)]).toEqual([what, statements])
  }
})

const userRow = (desk: TestServer, email: string) =>
  desk.app.database.selectFrom('person').select('id').where('email', '=', email).executeTakeFirstOrThrow()

test('the first step says only that there is a second, and a wrong code or passkey not what the right one is', async () => {
  const desk = await startTestServer(oneFirmAtSite)
  const kinds = [{ sms: true }, { app: true }, { passkey: true }, { app: true, passkey: true }]
  const first = new Set<string>()
  const codes = new Set<string>()
  const passkeys = new Set<string>()
  for (const [n, has] of kinds.entries()) {
    const { user, email } = await waits(desk, `user-${n}`, has)
    const { status, text, headers } = await user.calls('/login', { body: { email, password }, token: null })
    const { token } = JSON.parse(text) as { token: string }
    const names = [...headers.keys()].join()
    first.add(JSON.stringify([status, text.replace(token, 'T'.repeat(token.length)), names]))
    for (const [path, sent] of await secondStepCalls(user)) {
      if (!['/2fa/verify', '/2fa/passkey'].includes(path)) continue
      const refused = await user.calls(path, { ...sent, token })
      const results = path === '/2fa/verify' ? codes : passkeys
      results.add(JSON.stringify([refused.status, refused.text]))
    }
  }
  expect([first.size, codes.size, passkeys.size]).toEqual([1, 1, 1])
  for (const [results, code] of [
    [first, '2FA_REQUIRED'],
    [codes, '2FA_CODE_INVALID'],
    [passkeys, 'PASSKEY_REFUSED'],
  ] as const)
    expect([...results][0]).toContain(code)
})

test('what a user can sign in with is told with the right password alone', async () => {
  const desk = await startTestServer(oneFirmAtSite)
  const known = await waits(desk, 'known', { sms: true, app: true })
  const ofKnown = { email: known.email, password: 'not the password' }
  const ofNobody = { email: 'nobody@alder.example', password: 'not the password' }
  const wrong = await known.user.calls('/login', { body: ofKnown, token: null })
  const unknown = await known.user.calls('/login', { body: ofNobody, token: null })
  expect([wrong.status, wrong.text]).toEqual([403, unknown.text])
  // The challenge of a sign-in by passkey alone is for everybody.
  expect((await challenges(known.user)).allowCredentials).toEqual([])
  expect(await apps.offers(known.user, known.token)).toEqual(['APP', 'SMS', 'RECOVERY_CODE'])
})
