import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { DatabaseLocked, openDatabase } from '../../src/database/open-database.ts'
import { type DatabaseLocation, testDatabases } from '../support/test-databases.ts'
import { draftAndSubmit, openTestMarket, type TestMarket, untilState } from '../support/test-market.ts'

const postgres = testDatabases.find(({ name }) => name === 'PostgreSQL')

async function newLocation(): Promise<DatabaseLocation> {
  const place = await postgres?.newLocation()
  if (!place) throw new Error('there is no PostgreSQL')
  return place
}

/** Another client's connection to the same database. */
async function somebody({ databaseUrl }: DatabaseLocation): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: databaseUrl ?? '' })
  client.on('error', () => {})
  await client.connect()
  onTestFinished(() => client.end())
  return client
}

/** Who has the lock of this database, or waits for it. */
const lockProcess = async (client: pg.Client, is: 'granted' | 'not granted'): Promise<number | null> => {
  const locks = `select pid from pg_locks where locktype = 'advisory' and ${is}`
  const own = 'database = (select oid from pg_database where datname = current_database())'
  return (await client.query(`${locks} and ${own}`)).rows[0]?.pid ?? null
}

const lockHolder = (client: pg.Client): Promise<number | null> => lockProcess(client, 'granted')

/** Waits for a condition that this test cannot hasten. */
async function sooner(isTrue: () => Promise<boolean>): Promise<void> {
  while (!(await isTrue())) await new Promise((resolve) => setTimeout(resolve, 10))
}

const submits = (venue: TestMarket, present: boolean): Promise<boolean> =>
  venue.market.submit({ type: 'setPresence', traderId: 'alder', present }).then(
    () => true,
    () => false,
  )

test.runIf(postgres)("the writer's lock is taken again when its connection was cut", async () => {
  const place = await newLocation()
  await openTestMarket(place)
  const client = await somebody(place)
  const before = await lockHolder(client)
  await client.query('select pg_terminate_backend($1)', [before])
  await sooner(async () => ![null, before].includes(await lockHolder(client)))
  await expect(openDatabase(place)).rejects.toBeInstanceOf(DatabaseLocked)
})

test.runIf(postgres)(
  'a database whose connections were all cut is used again, with nothing lost',
  async () => {
    const place = await newLocation()
    const venue = await openTestMarket(place)
    const advertId = await draftAndSubmit(venue, 'alder', 'BUY')
    await untilState(venue, (state) => state.adverts.get(advertId)?.advertisementStatus === 'LIVE' || null)
    const client = await somebody(place)
    await client.query(
      'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
    )
    await sooner(() => submits(venue, false))
    expect(await untilState(venue, (state) => state.adverts.get(advertId)?.advertisementStatus)).toBe('LIVE')
    expect(await venue.journal.verify()).toMatchObject({ whole: true })
  },
)

test.runIf(postgres)('a process that lost the lock to another writer writes nothing more', async () => {
  const place = await newLocation()
  const venue = await openTestMarket(place)
  expect(await submits(venue, true)).toBe(true)
  const client = await somebody(place)
  const before = await lockHolder(client)
  const { rows } = await client.query(
    "select (classid::bigint << 32) | objid::bigint as key from pg_locks where locktype = 'advisory' and pid = $1",
    [before],
  )
  const other = await somebody(place)
  const taken = other.query('select pg_advisory_lock($1)', [rows[0]?.key])
  // In the queue before the lock is free, or the writer could take it again first.
  await sooner(async () => (await lockProcess(client, 'not granted')) !== null)
  await client.query('select pg_terminate_backend($1)', [before])
  await taken

  let present = false
  await sooner(async () => {
    present = !present
    return !(await submits(venue, present)) && !venue.market.isReady()
  })
  const written = await client.query('select count(*) as rows from journal')
  for (let tries = 0; tries < 10; tries += 1) expect(await submits(venue, true)).toBe(false)
  expect((await client.query('select count(*) as rows from journal')).rows).toEqual(written.rows)
})
