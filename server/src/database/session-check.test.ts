import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { testDatabases } from '../../test/support/test-databases.ts'
import { checkDatabase } from './postgres.ts'
import { checkSessions, UnsuitableDatabase } from './session-check.ts'

const postgres = testDatabases.find(({ name }) => name === 'PostgreSQL')
const testOnPostgres = test.runIf(postgres)

async function newDatabase() {
  const url = (await postgres?.newLocation())?.databaseUrl
  if (!url) throw new Error('there is no PostgreSQL')
  const connected = async (): Promise<pg.Client> => {
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    onTestFinished(() => client.end())
    return client
  }
  return { url, name: new URL(url).pathname.slice(1), connected }
}

testOnPostgres('a database as it is installed is suitable', async () => {
  const { url } = await newDatabase()
  await expect(checkDatabase(url)).resolves.toBeUndefined()
})

testOnPostgres.each([
  ["set default_transaction_isolation = 'serializable'", /isolation is serializable/],
  ["set idle_session_timeout = '1h'", /idle_session_timeout ends the connection of the writer/],
  ["set statement_timeout = '1h'", /statement_timeout could end a migration/],
  ['set default_transaction_read_only = on', /it leads to a standby, which is read-only/],
  ['with connection limit 5', /fewer than 13 connections/],
])('a database with "%s" stops the start with one line', async (setting, line) => {
  const { url, name, connected } = await newDatabase()
  await (await connected()).query(`alter database ${name} ${setting}`)

  const failure = await checkDatabase(url).catch((error: unknown) => error)
  expect(failure).toBeInstanceOf(UnsuitableDatabase)
  expect((failure as Error).message).toMatch(line)
  expect((failure as Error).message).toMatch(/^DATABASE_URL: [^\n]+\.$/)
})

testOnPostgres('sessions that are shared between transactions stop the start', async () => {
  const client = await (await newDatabase()).connected()
  await expect(checkSessions(client, client)).rejects.toThrow(/sessions are shared .* PgBouncer/)
})
