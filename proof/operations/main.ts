import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import { repositoryRoot, type ServerProcess, sharedSecrets, startProcess } from '../harness/server-process.ts'
import { adapted, asRoot, type ClusterName, lose, loseDisk, ports, removeClusters, sql } from './machines.ts'
import { pageBlocks } from './page-blocks.ts'

/**
 * Runs the commands of docs/operations/several-machines.md on real clusters of Debian's PostgreSQL, with a server of
 * Aitai on them: from nothing to an archive, a promotion, a rejoin, a lost standby, a lost disk, and a restore to a
 * point in time over all of it.
 */
const needed = [
  '/usr/bin/pg_createcluster',
  '/usr/lib/postgresql/15/bin',
  '/etc/ssl/certs/ssl-cert-snakeoil.pem',
]
const missing = needed.filter((path) => !existsSync(path))
if (missing.length > 0) {
  console.log(
    `Not run: ${missing.join(', ')} is missing. On Debian 12, as root: apt-get install postgresql ssl-cert, make-ssl-cert generate-default-snakeoil`,
  )
  process.exit(process.env.CI ? 1 : 0)
}

const blocks = pageBlocks()
const folder = await mkdtemp(join(tmpdir(), 'aitai-operations-'))
await asRoot(`chmod 755 '${folder}' && install -d -m 755 '${folder}/bin'`)
let backup = ''
let restoreTo = ''
const servers: ServerProcess[] = []

/** Runs the block of the page with this label; each of its machines runs it. */
async function page(label: string): Promise<string> {
  const block = blocks.find((each) => each.label === label)
  if (!block) throw new Error(`The page has no block for ${label}.`)
  ran.add(label)
  console.log(`page: ${label}`)
  let output = ''
  for (const machine of machinesOf(label))
    output += await asRoot(adapted(block.commands, machine, { folder, backup, restoreTo }))
  return output
}

const ran = new Set<string>()
const machinesOf = (label: string): string[] =>
  label.split(' ').filter((word) => word === 'backup' || word in ports)

const databaseUrl = `postgres://aitai:SECRET@127.0.0.1:${ports.db1},127.0.0.1:${ports.db2}/aitai?target_session_attrs=read-write&sslmode=no-verify`
const environment = (url: string) => ({
  DATABASE_URL: url,
  // A command finds the server that runs by its folder, and would ask it of the wrong database.
  DATA_DIR: join(folder, url === databaseUrl ? 'data' : 'restored'),
  PUBLIC_URL: 'http://localhost:8080',
  DEMO: 'off',
  METRICS: 'anyone',
  ...sharedSecrets(url),
})

/** Runs `aitai`, and returns what it prints. Throws if it fails. */
async function aitai(words: readonly string[], url = databaseUrl): Promise<string> {
  const args = [join(repositoryRoot, 'cli/aitai.mjs'), ...words, '--json']
  const env = { PATH: process.env.PATH, ...environment(url) }
  const { stdout } = await promisify(execFile)(process.execPath, args, { env })
  return stdout
}

/** The line of the doctor with a name, also if others fail. */
async function doctor(name: string): Promise<{ health: string; says: string } | undefined> {
  const args = ['doctor']
  const printed = await aitai(args).catch((error: { stdout: string }) => error.stdout)
  return (JSON.parse(printed) as { lines: { name: string; health: string; says: string }[] }).lines.find(
    (line) => line.name === name,
  )
}

async function until(what: string, isSo: () => Promise<boolean>): Promise<void> {
  const giveUpAt = performance.now() + 60_000
  while (!(await isSo().catch(() => false))) {
    if (performance.now() > giveUpAt) throw new Error(`Waited in vain for ${what}.`)
    await wait(200)
  }
}

function demand(what: string, isSo: boolean): void {
  if (!isSo) throw new Error(`Not so: ${what}.`)
  console.log(`   ok: ${what}`)
}

const addFirm = (name: string): Promise<string> => aitai(['firm', 'add', name])

/** The archive of a primary has everything up to now, and nothing failed. */
async function archives(machine: ClusterName): Promise<void> {
  const segment = await sql(machine, 'select pg_walfile_name(pg_switch_wal())')
  await until(`${machine} to archive ${segment}`, async () =>
    existsSync(join(folder, 'backups/wal', `${segment}.gz`)),
  )
  const waiting = "select count(*) from pg_ls_archive_statusdir() where name like '%.ready'"
  await until(`${machine} to archive everything`, async () => Number(await sql(machine, waiting)) === 0)
}

try {
  await removeClusters()
  await page('backup')
  await page('db1 db2')
  await page('db1')
  await page('db2')
  await page('db1 streams')

  const server = startProcess(join(folder, 'data'), environment(databaseUrl))
  servers.push(server)
  const url = await server.ready
  const isReady = async (): Promise<boolean> => (await fetch(`${url}/readyz`)).status === 200
  await until('the server to be ready', isReady)
  await addFirm('Before the backup')
  await archives('db1')
  backup = (await page('backup nightly')).trim().split('\n').at(-1) ?? ''
  demand('the backup is verified and stored', existsSync(join(backup, 'backup_manifest')))

  console.log('The primary is lost.')
  await lose('db1')
  await until('the server to say so', async () => !(await isReady()))
  await page('db2 promote')
  await until('the server to write again', isReady)
  await addFirm('After the promotion')
  await archives('db2')
  await page('db1 rejoin')
  await page('db2 rejoined')
  await addFirm('After the rejoin')

  console.log('The standby is cut off three times, as it was when its archive broke.')
  for (let n = 0; n < 3; n += 1) {
    await lose('db1')
    await page('db1 return')
  }
  await page('db2 rejoined')

  console.log('The standby is lost, and the desk goes on without it.')
  await lose('db1')
  await until('the server to say that it accepts nothing', async () => !(await isReady()))
  const standby = await doctor('standby')
  demand(`the doctor names the standby: ${standby?.says}`, standby?.health === 'fail')
  await page('db2 alone')
  await until('the server to write alone', isReady)
  await addFirm('Alone')
  // More than wal_keep_size keeps: the standby takes it from the archive.
  for (let n = 0; n < 5; n += 1) await archives('db2')
  await page('db1 return')
  await page('db2 rejoined')

  console.log('The disk of the standby is lost.')
  await loseDisk('db1')
  await page('db2 alone')
  await page('db1 copy')
  await page('db2 rejoined')
  await addFirm('Before the time')
  await until('the server to be ready', isReady)
  restoreTo = await sql(
    'db2',
    "select to_char(clock_timestamp() at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS.US+00')",
  )
  await addFirm('After the time')
  await archives('db2')

  console.log('The database is restored to a time, from the backup before the promotion.')
  await page('restored')
  const names = await sql('restored', 'select name from firm order by name', 'aitai')
  demand(
    'it has what was added before',
    ['Before the backup', 'After the promotion', 'After the rejoin', 'Alone', 'Before the time'].every(
      (name) => names.includes(name),
    ),
  )
  demand('it does not have what was added after', !names.includes('After the time'))
  const restored = `postgres://aitai:SECRET@127.0.0.1:${ports.restored}/aitai?sslmode=no-verify`
  for (const command of [
    ['replay', '--verify'],
    ['audit', 'verify'],
  ])
    demand(`aitai ${command.join(' ')}`, /"verified": true/.test(await aitai(command, restored)))
  const afterRestore = ['after-restore', '--reason', 'the restore is finished', '--yes']
  demand('aitai after-restore', /"approvals": 0/.test(await aitai(afterRestore, restored)))
  const ends = "select count(*) from audit where action = 'backupRestored'"
  demand('the restored database has it in its audit trail', (await sql('restored', ends, 'aitai')) === '1')

  console.log('The roles change once more, and the archive goes on.')
  await lose('db2')
  await asRoot(
    adapted(blocks.find(({ label }) => label === 'db2 promote')?.commands ?? '', 'db1', {
      folder,
      backup,
      restoreTo,
    }),
  )
  await until('the server to write again', isReady)
  await archives('db1')
  const archive = await doctor('archive')
  demand(`the doctor finds the archive whole: ${archive?.says}`, archive?.health === 'ok')
  const disk = await doctor('database disk')
  demand(`the doctor sees the disk of PostgreSQL: ${disk?.says}`, /GiB free/.test(disk?.says ?? ''))
  demand(
    'the nightly block can be repeated',
    existsSync((await page('backup nightly')).trim().split('\n').at(-1) ?? ''),
  )
  const all = new Set(blocks.map(({ label }) => label))
  demand('every block of the page was run', all.size === ran.size)
} finally {
  for (const server of servers) await server.kill()
  await removeClusters()
  await rm(folder, { recursive: true, force: true })
}
