import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { exerciseAccounts } from './account-activity.ts'
import { encodedForms } from './encodings.ts'
import { type Installation, openInstallation } from './installation.ts'
import { databaseLocations, fileLocations, killedDatabaseLocations } from './locations.ts'
import { sendMalformedRequests, sendUnfinishedRequest } from './malformed-requests.ts'
import { startQuoteFeed, subscribe } from './market.ts'
import { delayMessage, exerciseOperators } from './operator-activity.ts'
import { type ScanAccounts, setUpAccounts } from './people.ts'
import { type ScanReport, scanReport, unplantedKinds } from './report.ts'
import { findSecrets, type SearchedLocation } from './search.ts'
import { exerciseTrading, rics } from './trading-activity.ts'

/** A whole day with canaries in it, and what was found of them. `say` hears how far it is. */
export async function runSecretScan(say: (line: string) => void): Promise<ScanReport> {
  const folder = await mkdtemp(join(tmpdir(), 'aitai-canary-'))
  const house = await openInstallation(folder)
  try {
    const killed = await aDay(house, say)
    return found(house, killed)
  } finally {
    await house.ends('SIGKILL')
    await house.receivers.close()
    await rm(folder, { recursive: true, force: true })
  }
}

/** Gives what was in the data folder when the server was killed. */
async function aDay(house: Installation, say: (line: string) => void): Promise<readonly SearchedLocation[]> {
  say('the house is set up, everybody signs in')
  const people = await setUpAccounts(house)
  const silence = await startQuoteFeed(house, people.alder, rics)
  try {
    await house.readsMetrics()
    say('a day of trading')
    const traded = await exerciseTrading(house, people)
    await house.readsMetrics()
    say('accounts are used, rightly and wrongly')
    await exerciseAccounts(house, people)
    say('rubbish is thrown')
    await sendMalformedRequests(house, people)
    await house.readsMetrics()
    say('the server is killed, and started again')
    const killed = await crash(house, people)
    const slow = sendUnfinishedRequest(house, people)
    say('operators work')
    await exerciseOperators(house, people, traded)
    await delayMessage(house, people)
    await house.readsMetrics()
    const answer = await slow
    if (!/^HTTP\/1\.1 408 /.test(answer)) throw new Error(`a request without an end was answered: ${answer}`)
    const code = await house.ends('SIGTERM')
    if (code !== 0) throw new Error(`the server ended with ${code}`)
    await restore(house)
    return killed
  } finally {
    silence()
  }
}

/** The server is killed in the middle of everything, and comes back. */
async function crash(house: Installation, people: ScanAccounts): Promise<readonly SearchedLocation[]> {
  const hearing = await subscribe(house, people.alder)
  await house.ends('SIGKILL')
  await hearing()
  const places = killedDatabaseLocations(join(house.folders.data, 'aitai.db'), house.canaries.all())
  await house.starts()
  await house.asks(people.alder, '/user/my-details')
  return places
}

/** What was handed out is looked at where it would arrive. */
async function restore(house: Installation): Promise<void> {
  const words = [join(house.folders.out, 'backup.db'), '--verify']
  await house.aitai('restore', words, { env: { DATA_DIR: join(house.folders.out, 'restored') } })
  await house.aitai('doctor', [], { env: { DATA_DIR: join(house.folders.out, 'restored') } })
}

function found(house: Installation, killed: readonly SearchedLocation[]): ScanReport {
  const { data, out, tmp } = house.folders
  const canaries = house.canaries.all()
  const needles = canaries.flatMap(encodedForms)
  const databases = [join(data, 'aitai.db'), join(out, 'backup.db'), join(out, 'restored', 'aitai.db')]
  const places = [
    ...house.sayings.places(),
    ...databases.flatMap((file) => databaseLocations(file, needles)),
    ...killed,
    ...fileLocations(data, 'file'),
    ...fileLocations(out, 'file'),
    ...fileLocations(tmp, 'temporary'),
  ]
  const { lines, faults } = scanReport(canaries, places, findSecrets(places, needles))
  return { lines, faults: [...unplantedKinds(canaries), ...faults] }
}
