import { readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { passwordHasher } from '@aitai/server/accounts/password-hashing.ts'
import { importEquities } from '@aitai/server/admin/reference/equity-import.ts'
import { readConfig } from '@aitai/server/config.ts'
import { createLog } from '@aitai/server/observability/log.ts'
import { startServer } from '@aitai/server/startup.ts'
import { adminContextOf } from '../harness/admin-context.ts'
import { accepted, addBrokers, addInstitution, settling } from '../harness/scripted-server.ts'
import { brokerNames, institutions, tradersPerInstitution } from './episodes.ts'
import { equitiesFile, newestAt, replayFile, type ScriptedSecurity } from './price-script.ts'
import type { ScriptedDay } from './scripted-days.ts'

/**
 * A real server in the hours of Tokyo, which replays the scripted prices from a file. Its clock and its ticks are moved
 * by hand.
 */
export interface DayServer {
  readonly url: string
  readonly now: () => number
  securityId(ric: string): string
  brokerId(shortName: string): string
  /**
   * Advances the clock, in milliseconds UTC. Resolves when the prices up to then are replayed and time and prices make
   * nothing more possible.
   */
  advanceTo(at: number): Promise<void>
  /** Imports the equities with other closes, in yen, as an operator does before the open. By RIC. */
  importCloses(closes: ReadonlyMap<string, number>): Promise<void>
  /** Resolves when nothing more is possible at this time, and everything that happened was pushed. */
  settle(): Promise<void>
  stop(): Promise<void>
}

/** Starts the server at 08:00 of the first day with the institutions, traders and brokers of the script. */
export async function startDayServer(days: readonly [ScriptedDay, ...ScriptedDay[]]): Promise<DayServer> {
  const folder = await mkdtemp(join(tmpdir(), 'aitai-day-'))
  const file = join(folder, 'prices.csv')
  await writeFile(file, replayFile(days))
  const clock = { at: days[0].opens }
  const ticks: (() => void)[] = []
  const config = readConfig({
    PORT: '0',
    HOST: '127.0.0.1',
    DATA_DIR: folder,
    DEMO: 'off',
    ROBOTS: 'off',
    CALENDAR: 'jpx',
    QUOTES: `replay:${file}`,
    SWEEP_DELAY: '0-0',
    LOG_LEVEL: 'silent',
    CHANGES_PER_SECOND: '10000',
    READS_PER_SECOND: '10000',
    VISITS_PER_SECOND: '10000',
  })
  const running = await startServer(config, {
    log: createLog('silent'),
    now: () => clock.at,
    passwords: passwordHasher({ memory: 8, passes: 1, parallelism: 1 }),
    startTicks: (tick) => {
      ticks.push(tick)
      return () => {}
    },
    clientFolder: join(folder, 'none'),
  })
  const admin = adminContextOf(running)
  await addBrokers(admin, brokerNames)
  for (const name of institutions)
    await addInstitution(admin, { name, brokers: brokerNames, traders: tradersPerInstitution })
  const brokers = await running.app.database.selectFrom('broker').select(['id', 'short_name']).execute()
  const tick = (): void => {
    for (const each of ticks) each()
  }
  const settle = settling(running, tick)
  const idOf = new Map(
    running.app.reference.names().listed.map(({ security: { ric, securityId } }) => [ric, securityId]),
  )
  const found = <T>(value: T | undefined, name: string): T => {
    if (value === undefined) throw new Error(`there is no ${name}`)
    return value
  }
  return {
    url: running.url,
    now: () => clock.at,
    securityId: (ric) => found(idOf.get(ric), ric),
    brokerId: (name) => found(brokers.find(({ short_name }) => short_name === name)?.id, name),
    settle,
    async advanceTo(at) {
      clock.at = at
      const { quotes } = running.app
      const { securities } = days.findLast(({ opens }) => opens <= at) ?? days[0]
      const isReplayed = ({ ric, quotes: scripted }: ScriptedSecurity): boolean => {
        const newest = newestAt(scripted, at)
        return !newest || quotes.quoteOf(found(idOf.get(ric), ric))?.at === newest.at
      }
      while (!securities.every(isReplayed)) await wait(2)
      await settle()
    },
    async importCloses(closes) {
      const file = Buffer.from(listedWithCloses(closes)).toString('base64')
      accepted(await importEquities(admin, { file, yes: true }))
    },
    async stop() {
      await running.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** The file of the listed securities, with other closes. */
function listedWithCloses(closes: ReadonlyMap<string, number>): string {
  const [header = '', ...lines] = readFileSync(equitiesFile, 'utf8').trim().split('\n')
  const position = header.split(',').indexOf('closePrice')
  const rows = lines.map((line) => {
    const cells = line.split(',')
    const close = closes.get(cells[0] ?? '')
    return close === undefined ? line : cells.with(position, String(close)).join()
  })
  return [header, ...rows, ''].join('\n')
}
