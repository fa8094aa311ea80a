import { execFile } from 'node:child_process'
import { basename } from 'node:path'
import { promisify } from 'node:util'
import { freePort } from '../harness/postgres-server.ts'
import { repositoryRoot } from '../harness/server-process.ts'

/** The machines of the page, which are clusters of Debian's PostgreSQL on this one. */
export const ports = { db1: await freePort(), db2: await freePort(), restored: await freePort() } as const
export type ClusterName = keyof typeof ports
const clusterOf = (machine: string): string => `aitai${machine}`

/** The folders and the time of a run, which replace those of the page. */
export interface RunFolders {
  /** A folder that the user postgres may read. */
  readonly folder: string
  readonly backup: string
  readonly restoreTo: string
}

/**
 * Everything that is not run as it stands on the page: host names, ports and paths of machines that are one here.
 * In this order.
 */
const substitutions = (
  machine: string,
  { folder, backup, restoreTo }: RunFolders,
): readonly (readonly [RegExp, string])[] => [
  [
    /apt-get install -y postgresql ssl-cert\n/g,
    `pg_createcluster 15 ${clusterOf(machine)} -p ${portOf(machine)} --start\n`,
  ],
  [/pg_createcluster 15 restored/g, `pg_createcluster 15 ${clusterOf('restored')} -p ${ports.restored}`],
  [/15([ /])main/g, `15$1${clusterOf(machine)}`],
  [/15([ /])restored/g, `15$1${clusterOf('restored')}`],
  [/host=db1,db2 /g, `host=127.0.0.1,127.0.0.1 port=${ports.db1},${ports.db2} `],
  [/host=(db[12]) /g, 'host=127.0.0.1 port=PORT_OF_$1 '],
  [/PORT_OF_db1/g, `${ports.db1}`],
  [/PORT_OF_db2/g, `${ports.db2}`],
  [/ psql /g, ` psql -p ${portOf(machine)} `],
  [/2026-11-23T150000Z/g, basename(backup)],
  [/2026-11-24 14:59:30\+09/g, restoreTo],
  [/\/backups/g, `${folder}/backups`],
  [/\/usr\/local\/bin\//g, `${folder}/bin/`],
  [/\/etc\/postgresql\/replicator\.pgpass/g, `${folder}/replicator.pgpass`],
  [/listen_addresses = '\*'/g, "listen_addresses = '127.0.0.1'"],
  [/192\.0\.2\.0\/24 /g, '127.0.0.1/32 '],
]

const portOf = (machine: string): number => ports[machine as ClusterName] ?? ports.db1

export const adapted = (commands: string, machine: string, folders: RunFolders): string =>
  substitutions(machine, folders).reduce((text, [from, to]) => text.replace(from, to), commands)

const isRoot = process.getuid?.() === 0
/** A step of the page takes seconds; one that hangs is wrong. */
const timeout = 120_000

/** Runs commands as root, and stops at the first that fails. Returns what they print. */
export async function asRoot(commands: string): Promise<string> {
  const shell = ['bash', '--norc', '-euo', 'pipefail', '-c', commands]
  const [program = '', ...args] = isRoot ? shell : ['sudo', '-n', ...shell]
  try {
    const { stdout } = await promisify(execFile)(program, args, {
      cwd: repositoryRoot,
      timeout,
      env: { PATH: process.env.PATH, LC_ALL: 'C.UTF-8' },
    })
    return stdout
  } catch (error) {
    const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string }
    throw new Error(`This failed:\n${commands}\n${stdout}${stderr}`)
  }
}

/** Runs one statement as PostgreSQL's superuser on a machine, and returns its rows as text. */
export const sql = async (
  machine: ClusterName,
  statement: string,
  database = 'postgres',
): Promise<string> => {
  const quoted = statement.replaceAll("'", String.raw`'\''`)
  return (
    await asRoot(`cd / && runuser -u postgres -- psql -p ${ports[machine]} -d ${database} -Atc '${quoted}'`)
  ).trim()
}

/** Cuts a machine off: all its processes end at once. */
export const lose = (machine: ClusterName): Promise<string> =>
  asRoot(`pg_ctlcluster 15 ${clusterOf(machine)} stop -m immediate`)

/** The disk of a machine is empty. */
export const loseDisk = (machine: ClusterName): Promise<string> =>
  asRoot(
    `pg_ctlcluster 15 ${clusterOf(machine)} stop -m immediate && rm -rf /var/lib/postgresql/15/${clusterOf(machine)}`,
  )

/** Ends and deletes all clusters of an earlier run, or of this one. */
export async function removeClusters(): Promise<void> {
  for (const cluster of Object.keys(ports).map(clusterOf)) {
    const [configuration, data] = [`/etc/postgresql/15/${cluster}`, `/var/lib/postgresql/15/${cluster}`]
    // Debian's tool refuses a cluster without data, and leaves what the page has written into conf.d.
    await asRoot(
      `if [ -d ${configuration} ]; then pg_ctlcluster 15 ${cluster} stop -m immediate || true; mkdir -p ${data}; ` +
        `pg_dropcluster --stop 15 ${cluster} || true; rm -rf ${configuration} ${data}; fi`,
    )
  }
}
