import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { hostUrls, isSearched } from '../host-urls.ts'

/** SQLSTATE of a connection that could not be established, so that callers see a database that is away. */
const connectionFailure = '08001'

/** None of the hosts accepts writes: all are down, or only standbys answer. */
export class NoReadWriteHost extends Error {
  readonly code = connectionFailure
  /** The failure of each host; this error itself if there is no other. */
  readonly causes: readonly Error[]
  constructor(why: string, causes: readonly Error[] = []) {
    super(`No host of DATABASE_URL accepts writes (${why}).`)
    this.name = 'NoReadWriteHost'
    this.causes = causes.length > 0 ? causes : [this]
  }
}

/** A host that does not answer must not use up the pool's limit of 2 s, within which callers get 503. */
const probeTimeoutMs = 1_500
/** Once one host accepts writes, the others have this long to say that they are on a later timeline. */
const othersMs = 100

/** The driver's error for a statement without a response within `query_timeout`. */
const noResponse = 'Query read timeout'

/** A standby is read-only. A promotion starts a new timeline, so a former primary has a lower one. */
const hostState = `
  select current_setting('transaction_read_only') = 'on' as "isReadOnly",
    case when pg_is_in_recovery() then 0
      else ('x' || substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8))::bit(32)::integer end as timeline`

interface HostState {
  readonly isReadOnly: boolean
  readonly timeline: number
}

interface Found {
  readonly url: string
  readonly timeline: number
}

/**
 * Knows which of the hosts of a PostgreSQL URL accepts writes. With one host and without
 * `target_session_attrs`, nothing is verified.
 */
class ReadWriteHosts {
  readonly isSearched: boolean
  readonly #urls: readonly string[]
  #current: string | null = null
  #latestTimeline = 0
  #search: Promise<string> | null = null

  constructor(url: string) {
    this.#urls = hostUrls(url)
    this.isSearched = isSearched(url)
    if (!this.isSearched) this.#current = url
  }

  /** The URL of the host that accepts writes. Throws NoReadWriteHost. */
  async current(): Promise<string> {
    if (this.#current !== null) return this.#current
    this.#search ??= this.#find().finally(() => {
      this.#search = null
    })
    return await this.#search
  }

  /** The next call of `current` looks for the host again. */
  forget(): void {
    if (this.isSearched) this.#current = null
  }

  /** Throws NoReadWriteHost if a new connection is to a standby, or to a primary that was replaced. */
  async verify(client: pg.Client): Promise<void> {
    if (this.isSearched) this.#accept(await stateOf(client))
  }

  #accept({ isReadOnly, timeline }: HostState): number {
    if (isReadOnly) throw new NoReadWriteHost('it is a standby')
    if (timeline < this.#latestTimeline)
      throw new NoReadWriteHost(
        `it is on timeline ${timeline}, and the primary was on ${this.#latestTimeline}`,
      )
    this.#latestTimeline = timeline
    return timeline
  }

  async #find(): Promise<string> {
    const found: Found[] = []
    const probes = this.#urls.map(async (url) => {
      found.push({ url, timeline: this.#accept(await probe(url)) })
    })
    const settled = Promise.allSettled(probes)
    try {
      await Promise.any(probes)
    } catch (error) {
      throw new NoReadWriteHost(reasonsOf(error), error instanceof AggregateError ? error.errors : [])
    }
    await Promise.race([settled, wait(othersMs)])
    const [latest] = found.sort((a, b) => b.timeline - a.timeline)
    if (!latest) throw new NoReadWriteHost('it was lost again')
    this.#current = latest.url
    return latest.url
  }
}

/** The messages of all hosts, which name their addresses and no password. */
const reasonsOf = (error: unknown): string =>
  error instanceof AggregateError
    ? error.errors.map((each) => (each instanceof Error ? each.message : each)).join('; ')
    : `${error}`

async function stateOf(client: pg.Client): Promise<HostState> {
  const { rows } = await client.query<HostState>(hostState)
  const [state] = rows
  if (!state) throw new NoReadWriteHost('it has no state')
  return state
}

async function probe(url: string): Promise<HostState> {
  const limits = { connectionTimeoutMillis: probeTimeoutMs, query_timeout: probeTimeoutMs }
  const client = new pg.Client({ connectionString: url, ...limits })
  client.on('error', () => {})
  try {
    await client.connect()
    return await stateOf(client)
  } finally {
    // A host without a response would not answer the end of the session either.
    void client.end().catch(() => {})
  }
}

/**
 * The driver's client, connected to the host that accepts writes. A statement without a response ends the
 * connection: its machine may be gone, and a pool would use the connection again.
 */
class ReadWriteClient extends pg.Client {
  readonly #hosts: ReadWriteHosts

  constructor(hosts: ReadWriteHosts, options: pg.ClientConfig) {
    super(options)
    this.#hosts = hosts
    this.on('error', () => hosts.forget())
    const query = this.query.bind(this) as (...args: unknown[]) => unknown
    const endingIfSilent = (...args: unknown[]): unknown => {
      const result = query(...args)
      if (result instanceof Promise) result.catch((error: unknown) => this.#endIfSilent(error))
      return result
    }
    this.query = endingIfSilent as typeof this.query
  }

  override connect(): Promise<pg.Client>
  override connect(connected: Connected): void
  override connect(connected?: Connected): Promise<pg.Client> | undefined {
    const connection = this.#connect()
    if (!connected) return connection
    connection.then(
      (client) => connected(null, client),
      (error: Error) => connected(error, this),
    )
    return undefined
  }

  async #connect(): Promise<pg.Client> {
    const url = await this.#hosts.current()
    if (this.#hosts.isSearched) {
      const { hostname, port } = new URL(url)
      // The driver reads both when it connects.
      this.host = hostname.replace(/^\[(.+)\]$/, '$1')
      this.port = Number(port || this.port)
    }
    try {
      await super.connect()
      await this.#hosts.verify(this)
      return this
    } catch (error) {
      this.#hosts.forget()
      void this.end().catch(() => {})
      throw error
    }
  }

  #endIfSilent(error: unknown): void {
    if (!(error instanceof Error) || error.message !== noResponse) return
    this.#hosts.forget()
    void this.end().catch(() => {})
  }
}

type Connected = (error: Error | null, client: pg.Client) => void

/** All connections of a process to one URL share what it knows about the hosts. */
const known = new Map<string, ReadWriteHosts>()

function hostsOf(url: string): ReadWriteHosts {
  const hosts = known.get(url) ?? new ReadWriteHosts(url)
  known.set(url, hosts)
  return hosts
}

/** A client that connects to the host of a URL that accepts writes. `connect` throws NoReadWriteHost. */
export const newClient = (url: string, options: pg.ClientConfig): pg.Client =>
  new ReadWriteClient(hostsOf(url), { ...options, connectionString: hostUrls(url)[0] })

/** A pool of such clients. */
export function newPool(url: string, options: pg.PoolConfig): pg.Pool {
  const hosts = hostsOf(url)
  class PoolClient extends ReadWriteClient {
    constructor(config: pg.ClientConfig = {}) {
      super(hosts, config)
    }
  }
  return new pg.Pool({ ...options, connectionString: hostUrls(url)[0], Client: PoolClient })
}
