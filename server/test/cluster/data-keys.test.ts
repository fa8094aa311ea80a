import { rmSync } from 'node:fs'
import { expect, test } from 'vitest'
import { newSecrets } from '../../src/accounts/installation-secrets.ts'
import { createSecretsFile, readSecretsFile } from '../../src/accounts/secrets-file.ts'
import { rotateSecretOf } from '../../src/admin/secret-rotation.ts'
import { Operator } from '../support/operator.ts'
import { sharedSecrets, temporaryFolder, testDatabases } from '../support/test-databases.ts'
import { startTestServer, type TestServer } from '../support/test-server.ts'

const postgres = testDatabases.find(({ name }) => name === 'PostgreSQL')
const phone = '+819012345678'
const email = 'trader@alder.example'

const wrappings = async ({ app }: TestServer): Promise<number> => {
  const rows = await app.database.selectFrom('data_key_wrap').select('wrapped_by').distinct().execute()
  return rows.length
}

const phoneSeenBy = async (server: TestServer): Promise<unknown> =>
  ((await new Operator(server).runs('user show', { email })) as { phone: string }).phone

test.runIf(postgres)(
  'servers are restarted one after the other after a rotation of data, and then only the new secret opens',
  async () => {
    const databaseUrl = (await postgres?.newLocation())?.databaseUrl ?? ''
    const files = [1, 2].map((n) => `${temporaryFolder()}/${n}.env`) as [string, string]
    const secrets = newSecrets()
    for (const file of files) createSecretsFile(file, secrets)
    // Not from the environment, which a rotation does not change.
    const none = Object.fromEntries(Object.keys(sharedSecrets(databaseUrl)).map((name) => [name, '']))
    const env = (file: string) => ({ DATABASE_URL: databaseUrl, ...none, SECRETS_FILE: file })
    const first = await startTestServer({ env: env(files[0]) })
    const second = await startTestServer({ env: env(files[1]), firms: [], brokers: [] })
    await new Operator(first).runs('user change', { email, phone, reason: 'a new number' })
    const sweep = async (): Promise<void> => {
      for (const { app } of [first, second]) await app.sweep()
    }

    await rotateSecretOf(first.app.config, first.admin, { secret: 'data', reason: 'somebody has left' })
    await sweep()
    expect(await wrappings(first)).toBe(2)
    await first.restart()
    await sweep()
    expect([await phoneSeenBy(first), await phoneSeenBy(second)]).toEqual([phone, phone])
    // The second one could not start again without the secret before.
    expect(await wrappings(first)).toBe(2)
    await second.restart()
    expect(await phoneSeenBy(second)).toBe(phone)

    // The operator copies the file.
    const [{ secretsFile }] = [first.app.config]
    rmSync(files[1])
    createSecretsFile(files[1], readSecretsFile(secretsFile) ?? {})
    await second.restart()
    await sweep()
    expect(await wrappings(first)).toBe(1)
    expect([await phoneSeenBy(first), await phoneSeenBy(second)]).toEqual([phone, phone])
  },
)
