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
import { exerciseCredentials, exerciseProviders } from './provider-activity.ts'
import { type ScanReport, scanReport, unplantedKinds } from './report.ts'
import { findSecrets, type SearchedLocation } from './search.ts'
import { exerciseTrading, rics } from './trading-activity.ts'

/** Runs a whole day with planted secrets and searches for them. `say` receives the progress. */
export async function runSecretScan(say: (line: string) => void): Promise<ScanReport> {
  const folder = await mkdtemp(join(tmpdir(), 'aitai-secrets-'))
  const installation = await openInstallation(folder)
  try {
    const killed = await runDay(installation, say)
    return searchAll(installation, killed)
  } finally {
    await installation.stop('SIGKILL')
    await installation.receivers.close()
    await rm(folder, { recursive: true, force: true })
  }
}

/** Returns the contents of the data folder right after the server was killed. */
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
    await restore(installation)
    return killed
  } finally {
    stopFeed()
  }
}

/** Stops the server with SIGKILL while it is busy, and starts it again. */
async function crash(installation: Installation, people: ScanAccounts): Promise<readonly SearchedLocation[]> {
  const unsubscribe = await subscribe(installation, people.alder)
  await installation.stop('SIGKILL')
  await unsubscribe()
  const locations = killedDatabaseLocations(
    join(installation.folders.data, 'aitai.db'),
    installation.secrets.all(),
  )
  await installation.start()
  await installation.callExpecting(people.alder, '/user/my-details')
  return locations
}

/** Restores the backup, which is then searched too. */
async function restore(installation: Installation): Promise<void> {
  const words = [join(installation.folders.out, 'backup.db'), '--verify']
  await installation.aitai('restore', words, {
    env: { DATA_DIR: join(installation.folders.out, 'restored') },
  })
  await installation.aitai('doctor', [], {
    env: { DATA_DIR: join(installation.folders.out, 'restored') },
    code: 1,
  })
}

function searchAll(installation: Installation, killed: readonly SearchedLocation[]): ScanReport {
  const { data, out, tmp } = installation.folders
  const secrets = installation.secrets.all()
  const needles = secrets.flatMap(encodedForms)
  const databases = [join(data, 'aitai.db'), join(out, 'backup.db'), join(out, 'restored', 'aitai.db')]
  const locations = [
    ...installation.outputs.locations(),
    messageLocation(installation.receivers.messages, secrets),
    ...databases.flatMap((file) => databaseLocations(file, needles)),
    ...killed,
    ...fileLocations(data, 'file'),
    ...fileLocations(out, 'file'),
    ...fileLocations(tmp, 'temporary'),
  ]
  const { lines, faults } = scanReport(secrets, locations, findSecrets(locations, needles))
  return { lines, faults: [...unplantedKinds(secrets), ...faults] }
}
