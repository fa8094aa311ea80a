import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { useAccounts } from './accounts.ts'
import { needlesOf } from './forms.ts'
import { type House, openHouse } from './house.ts'
import { feed, listen } from './market.ts'
import { holdBack, operate } from './operators.ts'
import { type People, settle } from './people.ts'
import { databaseAt, filesBelow, killedDatabaseAt } from './places.ts'
import { type Judged, judged, unplanted } from './report.ts'
import { startsAndNeverEnds, throwRubbish } from './rubbish.ts'
import { type Place, search } from './search.ts'
import { rics, trade } from './trade.ts'

/** A whole day with canaries in it, and what was found of them. `say` hears how far it is. */
export async function runCanary(say: (line: string) => void): Promise<Judged> {
  const folder = await mkdtemp(join(tmpdir(), 'aitai-canary-'))
  const house = await openHouse(folder)
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
async function aDay(house: House, say: (line: string) => void): Promise<readonly Place[]> {
  say('the house is set up, everybody signs in')
  const people = await settle(house)
  const silence = await feed(house, people.alder, rics)
  try {
    await house.readsMetrics()
    say('a day of trading')
    const traded = await trade(house, people)
    await house.readsMetrics()
    say('accounts are used, rightly and wrongly')
    await useAccounts(house, people)
    say('rubbish is thrown')
    await throwRubbish(house, people)
    await house.readsMetrics()
    say('the server is killed, and started again')
    const killed = await crash(house, people)
    const slow = startsAndNeverEnds(house, people)
    say('operators work')
    await operate(house, people, traded)
    await holdBack(house, people)
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
async function crash(house: House, people: People): Promise<readonly Place[]> {
  const hearing = await listen(house, people.alder)
  await house.ends('SIGKILL')
  await hearing()
  const places = killedDatabaseAt(join(house.folders.data, 'aitai.db'), house.canaries.all())
  await house.starts()
  await house.asks(people.alder, '/user/my-details')
  return places
}

/** What was handed out is looked at where it would arrive. */
async function restore(house: House): Promise<void> {
  const words = [join(house.folders.out, 'backup.db'), '--verify']
  await house.aitai('restore', words, { env: { DATA_DIR: join(house.folders.out, 'restored') } })
  await house.aitai('doctor', [], { env: { DATA_DIR: join(house.folders.out, 'restored') } })
}

function found(house: House, killed: readonly Place[]): Judged {
  const { data, out, tmp } = house.folders
  const canaries = house.canaries.all()
  const needles = canaries.flatMap(needlesOf)
  const databases = [join(data, 'aitai.db'), join(out, 'backup.db'), join(out, 'restored', 'aitai.db')]
  const places = [
    ...house.sayings.places(),
    ...databases.flatMap((file) => databaseAt(file, needles)),
    ...killed,
    ...filesBelow(data, 'file'),
    ...filesBelow(out, 'file'),
    ...filesBelow(tmp, 'temporary'),
  ]
  const { lines, faults } = judged(canaries, places, search(places, needles))
  return { lines, faults: [...unplanted(canaries), ...faults] }
}
