import { Agent } from 'node:http'
import { expect, onTestFinished, test } from 'vitest'
import { startTestServer } from '../../../server/test/support/test-server.ts'
import { probeInPairs, probesOf, unknownEmailLike } from './probes.ts'
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
