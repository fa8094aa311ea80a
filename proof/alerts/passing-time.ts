import { execFile } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { repositoryRoot } from '../harness/server-process.ts'
import type { Fault } from './situation.ts'

const run = promisify(execFile)
const hourMs = 3_600_000
const clockAhead = pathToFileURL(join(repositoryRoot, 'proof/cluster/clock-ahead.mjs')).href
const shippedHolidays = join(repositoryRoot, 'server/data/holidays-jpx.csv')

/** Kills the server, and starts it with these variables beside its own. */
export type Restart = (env: Readonly<Record<string, string>>) => Promise<void>

/** Faults of a server that nobody looks after. Its clock is set ahead, since nothing is waited for that takes days. */
export const ofPassingTime = (dataDir: string, restart: Restart): readonly Fault[] => [
  {
    alert: 'AitaiBackupOld',
    cause: '27 hours pass without a backup, by the clock of the server',
    begin: () => restart(ahead(27 * hourMs)),
    end: () => aitai(dataDir, ['backup', join(dataDir, 'backup.db')]),
  },
  {
    alert: 'AitaiCalendarEnds',
    cause: 'the clock of the server reaches the last 50 days of the holidays',
    async begin() {
      const last = Date.parse(`${(await holidays()).at(-1)?.slice(0, 10)}T00:00:00Z`)
      await restart({ ...ahead(last - 50 * 24 * hourMs - Date.now()), CALENDAR: 'jpx' })
    },
    async end() {
      const lines = await holidays()
      const nextYear = Number(lines.at(-1)?.slice(0, 4)) + 1
      const file = join(dataDir, 'holidays.csv')
      await writeFile(file, `${[...lines, `${nextYear}-12-31,Year end,年末`].join('\n')}\n`)
      await aitai(dataDir, ['holidays', 'import', file, '--reason', 'the next year', '--yes'])
    },
  },
]

const ahead = (ms: number) => ({ NODE_OPTIONS: `--import=${clockAhead}`, CLOCK_AHEAD_MS: String(ms) })

const holidays = async (): Promise<string[]> => (await readFile(shippedHolidays, 'utf8')).trim().split('\n')

async function aitai(dataDir: string, words: readonly string[]): Promise<void> {
  const env = { PATH: process.env.PATH, DATA_DIR: dataDir }
  await run(process.execPath, [join(repositoryRoot, 'cli/aitai.mjs'), ...words], { env })
}
