import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { exerciseAccounts } from './account-activity.ts'
import { encodedForms } from './encodings.ts'
import { type Installation, openInstallation } from './installation.ts'
import { databaseLocations, fileLocations, killedDatabaseLocations, messageLocation } from './locations.ts'
import { sendMalformedRequests, sendUnfinishedRequest } from './malformed-requests.ts'
import { startQuoteFeed, subscribe } from './market.ts'
import { delayMessage, exerciseOperators } from './operator-activity.ts'
import { type ScanAccounts, setUpAccounts } from './people.ts'
import { PostgresData } from './postgres-data.ts'
import { exerciseCredentials, exerciseProviders } from './provider-activity.ts'
import { type ScanReport, scanReport, unplantedKinds } from './report.ts'
import { findSecrets, type SearchedLocation } from './search.ts'
import { exerciseTrading, rics } from './trading-activity.ts'

/**
 * Runs a whole day with planted secrets and searches for them, with an embedded database or on a PostgreSQL of its own.
 * `say` receives the progress.
 */
export async function runSecretScan(
  say: (line: string) => void,
  database: 'SQLite' | 'PostgreSQL',
): Promise<ScanReport> {
  const folder = await mkdtemp(join(tmpdir(), 'aitai-secrets-'))
  const postgres = database === 'PostgreSQL' ? await PostgresData.open() : null
  try {
    return await scan(await openInstallation(folder, postgres), say)
  } finally {
    await postgres?.close()
    await rm(folder, { recursive: true, force: true })
  }
}

async function scan(installation: Installation, say: (line: string) => void): Promise<ScanReport> {
  try {
    const killed = await runDay(installation, say)
    say('searching')
    return await searchAll(installation, killed)
  } finally {
    await installation.stop('SIGKILL')
    await installation.receivers.close()
  }
}

/** Returns the contents of the database right after the server was killed, and of one that was restored from a copy. */
async function runDay(
  installation: Installation,
  say: (line: string) => void,
): Promise<readonly SearchedLocation[]> {
  say('setting up the installation')
  const people = await setUpAccounts(installation)
  const stopFeed = await startQuoteFeed(installation, people.alder, rics)
  try {
    await installation.readMetrics()
    say('trading')
    const trades = await exerciseTrading(installation, people)
    await installation.readMetrics()
    say('using accounts')
    await exerciseAccounts(installation, people)
    say('signing in with a provider')
    const operator = await exerciseProviders(installation)
    say('sending malformed requests')
    await sendMalformedRequests(installation, people)
    await installation.readMetrics()
    say('killing and restarting the server')
    const killed = await crash(installation, people)
    const slow = sendUnfinishedRequest(installation, people)
    say('running operator commands')
    await exerciseOperators(installation, people, trades)
    await delayMessage(installation, people)
    say('using credentials')
    await exerciseCredentials(installation, people, operator)
    await installation.readMetrics()
    const answer = await slow
    if (!/^HTTP\/1\.1 408 /.test(answer)) throw new Error(`an unfinished request returned: ${answer}`)
    const code = await installation.stop('SIGTERM')
    if (code !== 0) throw new Error(`the server ended with ${code}`)
    return [...killed, ...(await restore(installation))]
  } finally {
    stopFeed()
  }
}

/** Stops the server with SIGKILL while it is busy, and starts it again. */
async function crash(installation: Installation, people: ScanAccounts): Promise<readonly SearchedLocation[]> {
  const unsubscribe = await subscribe(installation, people.alder)
  await installation.stop('SIGKILL')
  await unsubscribe()
  const { folders, postgres, secrets } = installation
  const locations = postgres
    ? await postgres.tables()
    : killedDatabaseLocations(join(folders.data, 'aitai.db'), secrets.all())
  await installation.start()
  await installation.callExpecting(people.alder, '/user/my-details')
  return locations
}

/** Restores the backup, or a copy of PostgreSQL, which is then searched too. */
async function restore(installation: Installation): Promise<readonly SearchedLocation[]> {
  const { folders, postgres } = installation
  if (postgres) {
    const url = await postgres.restoreCopy()
    const env = { DATABASE_URL: url, DATA_DIR: join(folders.out, 'restored') }
    const secretsFile = { SECRETS_FILE: join(folders.data, 'secrets.env') }
    await installation.aitai('doctor', [], { env: { ...env, ...secretsFile }, code: 1 })
    return await postgres.tables(url)
  }
  const words = [join(installation.folders.out, 'backup.db'), '--verify']
  await installation.aitai('restore', words, {
    env: { DATA_DIR: join(installation.folders.out, 'restored') },
  })
  await installation.aitai('doctor', [], {
    env: { DATA_DIR: join(installation.folders.out, 'restored') },
    code: 1,
  })
  return []
}

async function searchAll(
  installation: Installation,
  killed: readonly SearchedLocation[],
): Promise<ScanReport> {
  const { data, out, tmp } = installation.folders
  const secrets = installation.secrets.all()
  const needles = secrets.flatMap(encodedForms)
  const files = [join(data, 'aitai.db'), join(out, 'backup.db'), join(out, 'restored', 'aitai.db')]
  const databases = installation.postgres
    ? await installation.postgres.written(needles, secrets)
    : files.flatMap((file) => databaseLocations(file, needles))
  const locations = [
    ...installation.outputs.locations(),
    messageLocation(installation.receivers.messages, secrets),
    ...databases,
    ...killed,
    ...fileLocations(data, 'file'),
    ...fileLocations(out, 'file'),
    ...fileLocations(tmp, 'temporary'),
  ]
  const { lines, faults } = scanReport(secrets, locations, findSecrets(locations, needles))
  return { lines, faults: [...unplantedKinds(secrets), ...faults] }
}
