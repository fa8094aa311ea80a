import { execFile } from 'node:child_process'
import { lstat, readdir, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Config } from '../../config.ts'
import { type DoctorCheck, fail, ok, warn } from './check-result.ts'
import { type DiskLimits, diskLimits, spaceCheck } from './disk-space.ts'

/** Checks of the machine that need no access to the data. */
export const machineChecks = async (
  config: Pick<Config, 'dataDir' | 'databaseUrl'>,
): Promise<DoctorCheck[]> => Promise.all([runtime(), timeKeeping(), disk(config), rights(config)])

/** The oldest version that runs TypeScript sources and has SQLite and argon2 built in. */
const oldestNode = 24

export function runtime(version = process.versions.node): DoctorCheck {
  if (Number(version.split('.')[0]) >= oldestNode) return ok('runtime', `Node ${version}.`)
  return fail('runtime', `Node ${version}.`, `Install Node ${oldestNode} or newer.`)
}

const run = promisify(execFile)

/** Whether the system clock follows a time server. Not every system can report it. */
async function timeKeeping(): Promise<DoctorCheck> {
  const name = 'time server'
  const output = await run('timedatectl', ['show', '--property=NTPSynchronized', '--value'], {
    timeout: 3_000,
  })
    .then(({ stdout }) => stdout.trim())
    .catch(() => '')
  if (output === 'yes') return ok(name, 'The clock follows a time server.')
  const todo = 'Let the clock follow a time server (chrony, systemd-timesyncd), within 100 ms of UTC.'
  if (output === 'no') return fail(name, 'The clock follows no time server.', todo)
  return warn(name, 'Unknown: this system cannot say whether its clock follows a time server.', todo)
}

/** The disk of the data folder. With PostgreSQL it has the log alone, and the folder need not exist yet. */
export async function disk(
  { dataDir, databaseUrl }: Pick<Config, 'dataDir' | 'databaseUrl'>,
  limits: DiskLimits = diskLimits,
): Promise<DoctorCheck> {
  const name = 'disk'
  const found = await statfs(dataDir).catch(() => null)
  if (!found)
    return databaseUrl
      ? ok(name, 'There is no data folder.')
      : fail(name, 'The data folder cannot be read.', 'Start a server once, or set DATA_DIR.')
  const space = { free: found.bavail * found.bsize, total: found.blocks * found.bsize }
  const todo = 'Make room on the disk of DATA_DIR, or move the data to a larger one.'
  return spaceCheck(name, space, '', todo, limits)
}

/** Permissions of group and others. */
const others = 0o077

/** Only the owner may access the data folder: it contains IOIs and password hashes. */
async function rights({ dataDir }: Pick<Config, 'dataDir'>): Promise<DoctorCheck> {
  const name = 'rights'
  if (process.platform === 'win32') return ok(name, 'Windows manages the permissions of the data folder.')
  const names = await readdir(dataDir).catch(() => null)
  if (names === null) return ok(name, 'There is no data folder to check.')
  const open: string[] = []
  for (const each of ['', ...names]) {
    const found = await lstat(join(dataDir, each)).catch(() => null)
    if (found && !found.isSymbolicLink() && (found.mode & others) !== 0) open.push(each || 'the folder')
  }
  if (open.length === 0) return ok(name, 'Only the owner may read the data folder.')
  const todo = `chmod -R go= ${dataDir}`
  return fail(name, `Others may read the data: ${open.slice(0, 5).join(', ')}.`, todo)
}
