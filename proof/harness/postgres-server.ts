import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { chown, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import { newClient } from '@aitai/server/database/read-write-host.ts'

/** A PostgreSQL server of its own: a process of this machine with a folder and a port, ended by its id. */
export interface PostgresServer {
  readonly port: number
  /** The URL of the database on it. */
  readonly url: string
  /** Its data folder. */
  readonly dataDir: string
  /** The process that an operator would signal; null while it is stopped. */
  pid(): number | null
  /** Starts it again. Resolves once it accepts connections. */
  start(): Promise<void>
  /** Ends sessions and writes everything, as for an update. */
  stop(): Promise<void>
  /** Ends all its processes with SIGKILL, as a machine that is lost. */
  kill(): Promise<void>
  /** Makes a standby accept writes. Resolves once it does. */
  promote(): Promise<void>
  /** Runs one statement as superuser and returns its rows. */
  query(statement: string): Promise<readonly Record<string, unknown>[]>
}

const packagedServers = '/usr/lib/postgresql'
/** The user of the package, and PostgreSQL's superuser. */
const user = 'postgres'
/** The database and its owner, who has no rights beyond it: the server needs none. */
const database = 'aitai'

/** Small, because several run on one machine. Everything about durability is as PostgreSQL's defaults have it. */
const settings = {
  listen_addresses: '127.0.0.1',
  max_connections: 120,
  shared_buffers: '64MB',
  wal_level: 'replica',
  wal_keep_size: '512MB',
  max_wal_size: '512MB',
  wal_log_hints: 'on',
  // A machine that is lost answers nothing. The primary must notice.
  wal_sender_timeout: '5s',
  wal_receiver_timeout: '5s',
  wal_retrieve_retry_interval: '200ms',
  tcp_keepalives_idle: 2,
  tcp_keepalives_interval: 1,
  tcp_keepalives_count: 3,
  tcp_user_timeout: '5s',
} as const

/** A folder for the servers of one test. Throws if PostgreSQL is not installed. */
export async function createPostgresFolder(): Promise<PostgresFolder> {
  const versions = await readdir(packagedServers).catch(() => [])
  const newest = versions.toSorted((a, b) => Number(a) - Number(b)).at(-1)
  if (newest === undefined)
    throw new Error('PostgreSQL is not installed: on Debian, apt-get install postgresql')
  const owner = await packageUser()
  const path = await mkdtemp(join(tmpdir(), 'aitai-postgres-'))
  if (owner) await chown(path, owner.uid, owner.gid)
  return new PostgresFolder(path, join(packagedServers, newest, 'bin'), owner)
}

interface Owner {
  readonly uid: number
  readonly gid: number
}

/** PostgreSQL refuses to run as root, so it then runs as the user of its package. */
async function packageUser(): Promise<Owner | null> {
  if (process.getuid?.() !== 0) return null
  const id = async (which: string) => Number((await promisify(execFile)('id', [which, user])).stdout)
  return { uid: await id('-u'), gid: await id('-g') }
}

export class PostgresFolder {
  readonly path: string
  readonly #bin: string
  readonly #owner: Owner | null
  readonly #servers: PostgresServer[] = []

  constructor(path: string, bin: string, owner: Owner | null) {
    this.path = path
    this.#bin = bin
    this.#owner = owner
  }

  /** Starts a new primary with an empty database. */
  async startPrimary(): Promise<PostgresServer> {
    const dataDir = join(this.path, 'first')
    await this.#run('initdb', ['-D', dataDir, '-U', user, '-A', 'trust', '-E', 'UTF8', '--no-sync'])
    const lines = Object.entries(settings).map(([name, value]) => `${name} = '${value}'`)
    await writeFile(join(dataDir, 'postgresql.auto.conf'), `${lines.join('\n')}\n`)
    const server = this.#serverOn(dataDir, await freePort())
    await server.start()
    const root = `postgres://${user}@127.0.0.1:${server.port}/postgres`
    await queryOn(root, `create role ${database} login`)
    await queryOn(root, `create database ${database} owner ${database}`)
    return server
  }

  /** Starts a standby of a primary that streams from it. With `isSynchronous`, the primary waits for it. */
  async startStandby(
    primary: PostgresServer,
    { name, isSynchronous }: { readonly name: string; readonly isSynchronous: boolean },
  ): Promise<PostgresServer> {
    const dataDir = join(this.path, name)
    const source = `host=127.0.0.1 port=${primary.port} user=${user} application_name=${name}`
    await this.#run('pg_basebackup', ['-d', source, '-D', dataDir, '-R', '-X', 'stream', '-c', 'fast', '-N'])
    const standby = this.#serverOn(dataDir, await freePort())
    await standby.start()
    if (isSynchronous) await setSynchronousStandby(primary, name)
    return standby
  }

  /** Ends all servers and removes the folder. */
  async remove(): Promise<void> {
    await Promise.all(this.#servers.map((server) => server.kill()))
    await rm(this.path, { recursive: true, force: true })
  }

  #serverOn(dataDir: string, port: number): PostgresServer {
    const url = `postgres://${database}@127.0.0.1:${port}/${database}`
    const query = (statement: string) =>
      queryOn(`postgres://${user}@127.0.0.1:${port}/${database}`, statement)
    let running: ChildProcess | null = null
    const ended = async (): Promise<void> => {
      const child = running
      running = null
      if (!child || child.exitCode !== null || child.signalCode !== null) return
      await new Promise((resolve) => child.once('exit', resolve))
    }
    const server: PostgresServer = {
      port,
      url,
      dataDir,
      query,
      pid: () => running?.pid ?? null,
      start: async () => {
        running = this.#spawn('postgres', ['-D', dataDir, '-p', `${port}`, '-k', this.path])
        await untilItAnswers(port, running)
      },
      async stop() {
        running?.kill('SIGINT')
        await ended()
      },
      async kill() {
        const pid = running?.pid
        if (pid !== undefined) {
          // The children would finish what they do before they notice that their parent is gone.
          const children = await childrenOf(pid)
          running?.kill('SIGKILL')
          for (const child of children) killIfRunning(child)
        }
        await ended()
      },
      async promote() {
        await queryOn(`postgres://${user}@127.0.0.1:${port}/postgres`, 'select pg_promote()')
      },
    }
    this.#servers.push(server)
    return server
  }

  /** Writes a dump of a server's database, as for a copy, and returns its bytes in Latin-1. */
  async dump({ url }: PostgresServer): Promise<string> {
    await this.#run('pg_dump', ['--file', this.#dumpFile, url])
    return await readFile(this.#dumpFile, 'latin1')
  }

  /** Restores the last dump into a new database of a server, and returns its URL. */
  async restore(server: PostgresServer, name: string): Promise<string> {
    await server.query(`create database ${name} owner ${database}`)
    const url = new URL(server.url)
    url.pathname = `/${name}`
    const quiet = ['--quiet', '--set', 'ON_ERROR_STOP=1', '--no-psqlrc']
    await this.#run('psql', [...quiet, '--file', this.#dumpFile, url.href])
    return url.href
  }

  get #dumpFile(): string {
    return join(this.path, 'dump.sql')
  }

  async #run(program: string, args: readonly string[]): Promise<void> {
    const child = this.#spawn(program, args)
    let output = ''
    child.stderr?.on('data', (text: Buffer) => {
      output += text
    })
    const code = await new Promise((resolve) => child.once('exit', resolve))
    if (code !== 0) throw new Error(`${program} ended with ${code}: ${output}`)
  }

  #spawn(program: string, args: readonly string[]): ChildProcess {
    const path = join(this.#bin, program)
    const stdio = ['ignore', 'ignore', 'pipe'] as const
    // Ctrl-C in a terminal is for whoever started it, who ends it once the servers are done with it.
    const env = { PATH: process.env.PATH ?? '', LC_ALL: 'C' }
    const options = { cwd: this.path, stdio: [...stdio], env, detached: true }
    const owner = this.#owner
    return owner ? spawn(path, args, { ...options, ...owner }) : spawn(path, args, options)
  }
}

/** Makes a primary wait for a standby at every commit, or for none (null). */
export async function setSynchronousStandby(primary: PostgresServer, name: string | null): Promise<void> {
  await primary.query(`alter system set synchronous_standby_names = '${name === null ? '' : `"${name}"`}'`)
  await primary.query('select pg_reload_conf()')
  if (name === null) return
  const state = `select 1 from pg_stat_replication where application_name = '${name}' and sync_state = 'sync'`
  while ((await primary.query(state)).length === 0) await wait(20)
}

async function queryOn(url: string, statement: string): Promise<readonly Record<string, unknown>[]> {
  const client = newClient(url, { connectionTimeoutMillis: 5_000 })
  client.on('error', () => {})
  await client.connect()
  try {
    return (await client.query(statement)).rows
  } finally {
    await client.end()
  }
}

async function untilItAnswers(port: number, child: ChildProcess): Promise<void> {
  let output = ''
  child.stderr?.on('data', (text: Buffer) => {
    output = `${output}${text}`.slice(-2_000)
  })
  for (;;) {
    if (child.exitCode !== null) throw new Error(`postgres ended with ${child.exitCode}: ${output}`)
    try {
      await queryOn(`postgres://${user}@127.0.0.1:${port}/postgres`, 'select 1')
      return
    } catch {
      await wait(20)
    }
  }
}

async function childrenOf(pid: number): Promise<number[]> {
  const list = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => '')
  return list.split(' ').filter(Boolean).map(Number)
}

function killIfRunning(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

/** A port of this machine that nobody uses at the moment. */
export async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const address = server.address()
  await new Promise((closed) => server.close(closed))
  if (typeof address !== 'object' || !address) throw new Error('no port is free')
  return address.port
}
