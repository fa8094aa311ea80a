import { Agent } from 'node:http'
import type { PasskeyCreation } from '@aitai/contract/schemas/account.ts'
import { expect, onTestFinished, test } from 'vitest'
import { SoftwareAuthenticator } from '../../../server/test/accounts/software-authenticator.ts'
import { startTestServer } from '../../../server/test/support/test-server.ts'
import { password } from '../../../server/test/support/test-user.ts'
import { passkeyProbe, probeInPairs, probesOf, unknownEmailLike } from './probes.ts'
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
  const options = await user.asks<PasskeyCreation>('/user/passkeys/begin', { body })
  await user.asks('/user/passkeys/confirm', { body: { credential: device.creates(options) } })

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
