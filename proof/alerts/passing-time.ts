import { execFile } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { repositoryRoot } from '../harness/server-process.ts'
import type { Fault } from './situation.ts'

const run = promisify(execFile)
const hourMs = 3_600_000
const clockAhead = pathToFileURL(join(repositoryRoot, 'proof/cluster/clock-ahead.mjs')).href
const shippedHolidays = join(repositoryRoot, 'server/data/holidays-jpx.csv')

/** Kills the server and starts it again with additional variables. `whileStopped` runs in between. */
export type Restart = (env: Readonly<Record<string, string>>, whileStopped?: () => void) => Promise<void>

/** Faults of a server that nobody maintains. Its clock is set ahead, since nothing is waited for that takes days. */
export const ofPassingTime = (dataDir: string, restart: Restart): readonly Fault[] => [
  {
    alert: 'AitaiBackupOld',
    cause: '27 hours pass without a backup, by the clock of the server',
    begin: () => restart(ahead(27 * hourMs)),
    end: () => aitai(dataDir, ['backup', join(dataDir, 'backup.db')]),
  },
  {
    alert: 'AitaiHeadsMissing',
    cause: 'somebody changes an entry of the audit trail, and 41 hours pass',
    begin: () => restart(ahead(41 * hourMs), () => changeNewestReason(dataDir, (reason) => `${reason}?`)),
    end: () =>
      restart(ahead(41 * hourMs), () => changeNewestReason(dataDir, (reason) => reason.slice(0, -1))),
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

/** Changes the audit event with the marked reason, or else the newest, as whoever owns the file of the database can. */
function changeNewestReason(dataDir: string, change: (reason: string) => string): void {
  const database = new DatabaseSync(join(dataDir, 'aitai.db'))
  try {
    database.exec('drop trigger if exists audit_no_update')
    const row = database
      .prepare("select seq, reason from audit order by reason like '%?' desc, seq desc limit 1")
      .get() as { seq: number; reason: string }
    database.prepare('update audit set reason = ? where seq = ?').run(change(row.reason), row.seq)
  } finally {
    database.close()
  }
}

const holidays = async (): Promise<string[]> => (await readFile(shippedHolidays, 'utf8')).trim().split('\n')

async function aitai(dataDir: string, words: readonly string[]): Promise<void> {
  const env = { PATH: process.env.PATH, DATA_DIR: dataDir }
  await run(process.execPath, [join(repositoryRoot, 'cli/aitai.mjs'), ...words], { env })
}
