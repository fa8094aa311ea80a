import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { type Network, openNetwork } from '../harness/network.ts'
import { freePort, type PostgresServer } from '../harness/postgres-server.ts'
import { type ServerProcess, startProcess } from '../harness/server-process.ts'

/** One of the machines: a server process with its own data folder, and a network to the database. */
export interface Machine {
  readonly name: string
  /** Where clients reach it. */
  readonly url: string
  /** Where the other processes reach it. The registry of processes lists this address. */
  readonly peerUrl: string
  /** Its connections to each PostgreSQL server. */
  readonly networks: readonly Network[]
  readonly dataDir: string
  /** Whether it was started and not ended. It may still be starting. */
  isRunning(): boolean
  /** Rejects with its error log if the process ends before it is ready. */
  start(more?: Readonly<Record<string, string>>): Promise<void>
  /** Resolves once its process has ended, for whatever reason. */
  ended(): Promise<unknown>
  /** Ends it with SIGKILL. */
  kill(): Promise<void>
  /** Ends it with SIGTERM, as an operator would. */
  stop(): Promise<void>
  /** Removes everything that it has stored on its own disk. */
  clear(): Promise<void>
  signal(signal: 'SIGSTOP' | 'SIGCONT'): void
  /** The lines of its error log since it was started first. */
  errorLog(): readonly string[]
}

export interface ClusterOptions {
  readonly machines: number
  /** The PostgreSQL servers that every machine knows, the primary first. */
  readonly databases: readonly PostgresServer[]
  readonly env?: Readonly<Record<string, string>>
}

/** Several server processes on one database. */
export class ServerCluster {
  readonly machines: readonly Machine[]
  readonly #folder: string
  /** The PostgreSQL servers: the one that accepts writes first. */
  databases: readonly PostgresServer[]

  private constructor(folder: string, machines: readonly Machine[], databases: readonly PostgresServer[]) {
    this.#folder = folder
    this.machines = machines
    this.databases = databases
  }

  /** Prepares the machines and starts none. */
  static async create(options: ClusterOptions): Promise<ServerCluster> {
    const { machines: count, databases } = options
    const folder = await mkdtemp(join(tmpdir(), 'aitai-cluster-'))
    const machines: Machine[] = []
    for (let n = 1; n <= count; n += 1) machines.push(await createMachine(`machine-${n}`, folder, options))
    return new ServerCluster(folder, machines, databases)
  }

  /** The PostgreSQL server that accepts writes now. */
  get primary(): PostgresServer {
    const [primary] = this.databases
    if (!primary) throw new Error('there is no database')
    return primary
  }

  /** Names the server that accepts writes from now on. */
  promoted(database: PostgresServer): void {
    this.databases = [database, ...this.databases.filter((each) => each !== database)]
  }

  /** A server that was lost is replaced by another one, which the machines reach at the address of the lost one. */
  replace(lost: PostgresServer, by: PostgresServer): void {
    for (const { networks } of this.machines)
      for (const network of networks) network.redirect(lost.port, by.port)
    this.databases = this.databases.map((each) => (each === lost ? by : each))
  }

  running(): Machine[] {
    return this.machines.filter((machine) => machine.isRunning())
  }

  /** The machine that writes the journal, or null while there is none. */
  async writer(): Promise<Machine | null> {
    const rows = await this.primary.query(
      'select process.address from writer join process on process.id = writer.process_id',
    )
    const address = rows[0]?.address
    return this.machines.find(({ peerUrl }) => peerUrl === address) ?? null
  }

  /** The machine that writes, once there is one that is not `other`. Throws after half a minute. */
  async newWriter(other: Machine | null = null): Promise<Machine> {
    const giveUpAt = performance.now() + 30_000
    while (performance.now() < giveUpAt) {
      const writer = await this.writer().catch(() => null)
      if (writer?.isRunning() && writer !== other) return writer
      await wait(20)
    }
    throw new Error('no other machine became the writer in half a minute')
  }

  /** Ends what still runs and removes the folders. */
  async remove(): Promise<void> {
    for (const machine of this.machines) {
      await machine.kill()
      await Promise.all(machine.networks.map((network) => network.close()))
    }
    await rm(this.#folder, { recursive: true, force: true })
  }
}

async function createMachine(
  name: string,
  folder: string,
  { databases, env = {} }: ClusterOptions,
): Promise<Machine> {
  const port = await freePort()
  const peerUrl = `http://127.0.0.1:${await freePort()}`
  const networks = await Promise.all(databases.map((database) => openNetwork(database.port)))
  const hosts = networks.map((network) => `127.0.0.1:${network.port}`)
  const databaseUrl = `postgres://aitai@${hosts}/aitai?target_session_attrs=read-write`
  const dataDir = join(folder, name)
  const url = `http://127.0.0.1:${port}`
  const log: string[] = []
  let server: ServerProcess | null = null
  /** Takes the process away from this machine, and its log along. */
  const takeServer = (): ServerProcess | null => {
    const taken = server
    server = null
    return taken
  }
  return {
    name,
    url,
    peerUrl,
    networks,
    dataDir,
    isRunning: () => server !== null,
    async start(more = {}) {
      if (server) throw new Error(`${name} is running`)
      const own = { DATABASE_URL: databaseUrl, PORT: `${port}`, PUBLIC_URL: url, PEER_URL: peerUrl }
      server = startProcess(dataDir, { ...own, ...env, ...more })
      await server.ready
    },
    ended: async () => await server?.ended,
    async kill() {
      const taken = takeServer()
      await taken?.kill()
      log.push(...(taken?.errorLog() ?? []))
    },
    async stop() {
      const taken = takeServer()
      await taken?.stop()
      log.push(...(taken?.errorLog() ?? []))
    },
    clear: () => rm(dataDir, { recursive: true, force: true }),
    signal(signal) {
      if (server) process.kill(server.pid, signal)
    },
    errorLog: () => [...log, ...(server?.errorLog() ?? [])],
  }
}
