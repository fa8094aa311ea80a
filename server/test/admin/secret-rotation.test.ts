import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { secretNames } from '../../src/accounts/installation-secrets.ts'
import { rotateSecretOf } from '../../src/admin/secret-rotation.ts'
import { auditEvents } from '../support/operator.ts'
import { startTestServer } from '../support/test-server.ts'

test.each(secretNames)('the rotation of %s is in the audit trail, without the secret', async (secret) => {
  const desk = await startTestServer({ firms: ['Alder'], brokers: [] })
  const { config, secrets } = desk.app
  const before = secrets.of[secret].toString('hex')
  const reason = 'an administrator has left'
  const answer = await rotateSecretOf(config, desk.admin, { secret, reason })

  expect(answer).toMatchObject({ result: { secret, file: config.secretsFile, todo: 'Restart the server.' } })
  const [event] = await auditEvents(desk, 'secretRotated')
  expect(event).toMatchObject({ actor: 'staff:a test', subject: secret, reason })
  const text = JSON.stringify([answer, event])
  const written = readFileSync(config.secretsFile, 'utf8')
  expect([...written.matchAll(/[0-9a-f]{64}/g)].filter(([value]) => text.includes(value))).toEqual([])
  expect(text).not.toContain(before)

  await desk.restart()
  expect(desk.app.secrets.of[secret].toString('hex')).not.toBe(before)
})

test('a rotation without a reason, or that cannot be written, leaves file and audit trail as they are', async () => {
  const desk = await startTestServer({ firms: ['Alder'], brokers: [] })
  const { config } = desk.app
  const written = readFileSync(config.secretsFile, 'utf8')
  const elsewhere = { ...config, secretsFile: '/nowhere/secrets.env' }
  const reason = 'an administrator has left'

  expect(await rotateSecretOf(config, desk.admin, { secret: 'peer', reason: 'x' })).toHaveProperty('refusal')
  expect(await rotateSecretOf(elsewhere, desk.admin, { secret: 'peer', reason })).toHaveProperty('refusal')
  expect(readFileSync(config.secretsFile, 'utf8')).toBe(written)
  expect(await auditEvents(desk, 'secretRotated')).toEqual([])
})

test('the database has none of the secrets', async () => {
  const desk = await startTestServer()
  await desk.trader('alder')
  const { database, secrets } = desk.app
  const settings = await database.selectFrom('setting').selectAll().execute()
  const values = Object.values(secrets.of).map((each) => each.toString('hex'))

  expect(settings.length).toBeGreaterThan(0)
  expect(settings.filter(({ name, value }) => /key|secret/.test(name) || values.includes(value))).toEqual([])
  // Each user has a key of their own, which is not the secret.
  const { key } = await (await desk.trader('alder')).callsOk<{ key: string }>('/user/snapshot-key')
  expect(Buffer.from(key, 'base64')).not.toEqual(secrets.of.snapshot)
})
