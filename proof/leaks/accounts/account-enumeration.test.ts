import { Agent } from 'node:http'
import type { PasskeyCreation } from '@aitai/contract/schemas/account.ts'
import { expect, onTestFinished, test } from 'vitest'
import { startProvider } from '../../../server/test/accounts/sign-on/test-provider.ts'
import { SoftwareAuthenticator } from '../../../server/test/accounts/software-authenticator.ts'
import { Operator } from '../../../server/test/support/operator.ts'
import { startTestServer } from '../../../server/test/support/test-server.ts'
import { password } from '../../../server/test/support/test-user.ts'
import { passkeyProbe, probeInPairs, probesOf, unknownEmailLike } from './probes.ts'
import { beginProbe, forgedCodeProbe, refusedUserProbe } from './provider-probes.ts'
import { enumerationResult } from './report.ts'

const raised = {
  LOGINS_PER_ACCOUNT: '1000',
  LOGINS_PER_ACCOUNT_ANYWHERE: '1000',
  LOGINS_PER_NETWORK: '1000',
  FORGOTS_PER_ACCOUNT: '1000',
}

test('login and forgot-password respond to known and unknown addresses with the same bytes', async () => {
  const server = await startTestServer({ env: raised })
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  onTestFinished(() => agent.destroy())
  const known = ['trader@alder.example', 'trader@birch.example', 'broker@hinoki.example']

  for (const [probe, status] of probesOf(server.url, agent).map(
    (each, i) => [each, [403, 200][i]] as const,
  )) {
    const { answers, statuses, ...times } = await probeInPairs(probe, known, { pairs: 20, warmUp: 1 })
    expect([...statuses], probe.name).toEqual([status])
    expect(answers.size, probe.name).toBe(1)
    expect([times.known.length, times.unknown.length]).toEqual([20, 20])
  }
  const { sent } = await server.app.database
    .selectFrom('outbox')
    .select(({ fn }) => fn.countAll<number>().as('sent'))
    .executeTakeFirstOrThrow()
  expect(Number(sent)).toBe(21)
})

test('a passkey of another device is refused with the same bytes, whether its id is known or not', async () => {
  const server = await startTestServer({ env: raised })
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  onTestFinished(() => agent.destroy())
  const user = await server.person('trader@alder.example').signsIn()
  const { origin } = new URL(server.app.config.publicUrl)
  const device = new SoftwareAuthenticator(origin)
  const body = { name: 'Laptop', password }
  const options = await user.callsOk<PasskeyCreation>('/user/passkeys/begin', { body })
  await user.callsOk('/user/passkeys/confirm', { body: { credential: device.creates(options) } })

  const probe = passkeyProbe(server.url, agent, origin)
  const { answers, statuses } = await probeInPairs(probe, [device.credentialId], { pairs: 20, warmUp: 1 })
  expect([[...statuses], answers.size]).toEqual([[403], 1])
})

test('users of whom a passkey is required are refused like unknown ones, with and without one', async () => {
  const server = await startTestServer({ env: raised })
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  onTestFinished(() => agent.destroy())
  await server.requiresPasskeys('Alder')
  const [login] = probesOf(server.url, agent)
  if (!login) throw new Error('there is no probe of log-ins')
  const known = ['trader@alder.example', 'trader@birch.example']
  expect((await probeInPairs(login, known, { pairs: 20, warmUp: 1 })).answers.size).toBe(1)
})

/** A server whose Alder has a provider, with a user who has been disabled. */
async function withProvider() {
  const server = await startTestServer({ env: raised })
  const disabled = 'former@alder.example'
  await server.addUser({ email: disabled, role: 'TRADER', firm: 'Alder' })
  const provider = await startProvider(server)
  const operator = new Operator(server)
  await operator.runs('user disable', { email: disabled, reason: 'a test of enumeration' })
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  onTestFinished(() => agent.destroy())
  return { server, provider, agent, disabled, known: 'trader@alder.example' }
}

test('a sign-in at a provider tells nothing of its users, from its start to its refusal', async () => {
  const { server, provider, agent, disabled, known } = await withProvider()
  for (const [probe, subjects, status] of [
    [beginProbe('start', server.url, agent), [known, disabled], 200],
    [beginProbe('no provider', server.url, agent), ['trader@birch.example', 'broker@hinoki.example'], 200],
    [forgedCodeProbe(server.url, agent, provider.issuer), [known, disabled], 403],
    [refusedUserProbe(server.url, agent, provider), [disabled], 403],
  ] as const) {
    const { answers, statuses } = await probeInPairs(probe, subjects, { pairs: 6, warmUp: 1 })
    expect([probe.name, [...statuses], answers.size]).toEqual([probe.name, [status], 1])
  }
  // The right password, and a link for a new one, are answered as for nobody.
  for (const probe of probesOf(server.url, agent)) {
    const { answers } = await probeInPairs(probe, [known, disabled], { pairs: 6, warmUp: 1 })
    expect([probe.name, answers.size]).toEqual([probe.name, 1])
  }
})

test('a server that tells at the start of a sign-in who has an account is found', async () => {
  const { server, agent, known } = await withProvider()
  const { providers, database } = server.app
  const honest = providers.authorizationUrl.bind(providers)
  // As if the product asked the provider for the known ones alone to sign in again.
  providers.authorizationUrl = async (provider, binding, { email }) => {
    const user = await database
      .selectFrom('person')
      .select('id')
      .where('email', '=', email)
      .executeTakeFirst()
    return await honest(provider, binding, { email, isNew: user !== undefined })
  }
  const probe = beginProbe('start', server.url, agent)
  const measured = await probeInPairs(probe, [known], { pairs: 4, warmUp: 0 })
  expect(measured.answers.size).toBe(2)
  expect(enumerationResult(probe.name, measured).passed).toBe(false)
})

test('an unknown address has the length of a known one, and is different', () => {
  for (const email of ['a@b.example', 'trader@alder.example']) {
    const other = unknownEmailLike(email)
    expect(other).not.toBe(email)
    expect(other).toHaveLength(email.length)
  }
})

test('responses that differ in bytes or in time are detected', () => {
  const times = Array.from({ length: 200 }, (_, i) => 10 + (i % 7) / 10)
  const same = {
    known: times,
    unknown: times.toReversed(),
    answers: new Set(['a']),
    statuses: new Set([403]),
  }

  expect(enumerationResult('login', same).passed).toBe(true)
  expect(enumerationResult('login', { ...same, answers: new Set(['a', 'b']) }).passed).toBe(false)
  expect(enumerationResult('login', { ...same, unknown: times.map((ms) => ms + 1) }).passed).toBe(false)
  expect(enumerationResult('login', { ...same, unknown: times.map((ms) => ms - 1) }).passed).toBe(false)
})
