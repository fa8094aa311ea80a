import { execFile } from 'node:child_process'
import { lstat, readdir, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Config } from '../../config.ts'
import { type DoctorCheck, fail, firstCheckOf, ok, warn } from './check-result.ts'

/** What can be told of the machine without the data. */
export const machineChecks = async (
  config: Pick<Config, 'dataDir' | 'databaseUrl'>,
): Promise<DoctorCheck[]> => Promise.all([runtime(), timeKeeping(), disk(config), rights(config)])

/** The oldest that reads our sources and has SQLite and argon2 built in (design 12). */
const oldestNode = 24

export function runtime(version = process.versions.node): DoctorCheck {
  if (Number(version.split('.')[0]) >= oldestNode) return ok('runtime', `Node ${version}.`)
  return fail('runtime', `Node ${version}.`, `Install Node ${oldestNode} or newer.`)
}

const run = promisify(execFile)

/** Whether the system says that its clock follows a time server. Not every system can say. */
async function timeKeeping(): Promise<DoctorCheck> {
  const name = 'time server'
  const said = await run('timedatectl', ['show', '--property=NTPSynchronized', '--value'], { timeout: 3_000 })
    .then(({ stdout }) => stdout.trim())
    .catch(() => '')
  if (said === 'yes') return ok(name, 'The clock follows a time server.')
  const todo = 'Let the clock follow a time server (chrony, systemd-timesyncd), within 100 ms of UTC.'
  if (said === 'no') return fail(name, 'The clock follows no time server.', todo)
  return warn(name, 'Unknown: this system cannot say whether its clock follows a time server.', todo)
}

const gib = 1_024 ** 3
/** Below these a server must not run, or somebody must make room (quality B5). */
const room = { failBytes: gib, warnShare: 0.1 } as const

export async function disk(
  { dataDir, databaseUrl }: Pick<Config, 'dataDir' | 'databaseUrl'>,
  limits: { readonly failBytes: number; readonly warnShare: number } = room,
): Promise<DoctorCheck> {
  const name = 'disk'
  if (databaseUrl) return ok(name, 'The data is in PostgreSQL: look at the disk of its machine.')
  const found = await statfs(dataDir).catch(() => null)
  if (!found) return fail(name, 'The data folder cannot be read.', 'Start a server once, or set DATA_DIR.')
  const free = found.bavail * found.bsize
  const share = free / (found.blocks * found.bsize)
  const says = `${(free / gib).toFixed(1)} GiB free, ${Math.floor(share * 100)} %.`
  const todo = 'Make room on the disk of DATA_DIR, or move the data to a larger one.'
  return firstCheckOf(
    [
      free < limits.failBytes ? fail(name, says, todo) : null,
      share < limits.warnShare ? warn(name, says, todo) : null,
    ],
    ok(name, says),
  )
}

/** Anybody else's right to read or write. */
const others = 0o077

/** The data folder and what is in it are its owner's alone: they hold IOIs and the hashes of passwords. */
async function rights({ dataDir }: Pick<Config, 'dataDir'>): Promise<DoctorCheck> {
  const name = 'rights'
  if (process.platform === 'win32') return ok(name, 'Windows keeps the rights of the data folder.')
  const names = await readdir(dataDir).catch(() => null)
  if (names === null) return ok(name, 'There is no data folder to look at.')
  const open: string[] = []
  for (const each of ['', ...names]) {
    const found = await lstat(join(dataDir, each)).catch(() => null)
    if (found && !found.isSymbolicLink() && (found.mode & others) !== 0) open.push(each || 'the folder')
  }
  if (open.length === 0) return ok(name, 'Only the owner may read the data folder.')
  const todo = `chmod -R go= ${dataDir}`
  return fail(name, `Others may read the data: ${open.slice(0, 5).join(', ')}.`, todo)
}
