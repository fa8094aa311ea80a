import { setTimeout as wait } from 'node:timers/promises'
import type pg from 'pg'
import { nameOf, writerLock } from '../database/postgres.ts'
import { newClient } from '../database/read-write-host.ts'

/** Times of the election in milliseconds. */
export interface ElectionTimes {
  /** How often a follower tries to become the writer. */
  readonly tryEveryMs: number
  /** How often the writer renews its lease. */
  readonly renewEveryMs: number
  /** A writer that has not renewed its lease for so long is ended by a follower. */
  readonly leaseMs: number
}

export const electionTimes: ElectionTimes = { tryEveryMs: 100, renewEveryMs: 500, leaseMs: 4_000 }

/** A lease that was renewed within this time shows that the database stores what is written, in milliseconds. */
const renewedWithinMs = 2_000

interface ElectionDeps {
  readonly databaseUrl: string
  readonly processId: string
  readonly times: ElectionTimes
  /** Compares the database's clock, which the function reads, with ours. Returns whether this process may write. */
  readonly isClockRight: (readDatabaseTime: () => Promise<number>) => Promise<boolean>
  /** Called once this process holds the lock. Its epoch is higher than that of every writer before it. */
  readonly elected: (epoch: number) => Promise<void>
  /** Called when the lock is gone; another process may write from now on. */
  readonly deposed: () => Promise<void>
  /** Receives what an operator should know of the other processes. */
  readonly onWarning: (message: string) => void
  /** Receives failures that are retried. */
  readonly onError: (error: unknown, activity: string) => void
}

/**
 * Elects the one process that writes: the holder of an advisory lock of the database, on a connection of its own.
 * PostgreSQL releases the lock when that connection ends, so a writer that was killed is replaced at once. A writer
 * that is stopped or cut off keeps its connection: a follower ends all its connections once the lease has run out.
 *
 * All times are by the database's clock. A process whose own clock differs from it does not write: the time of the
 * market never goes back, so it would stand still after such a writer, or run ahead.
 */
export class WriterElection {
  readonly #deps: ElectionDeps
  #client: pg.Client | null = null
  #epoch: number | null = null
  /** When the database last confirmed a write of the lease. */
  #renewedAt = Number.NEGATIVE_INFINITY
  #isOpen = true
  #isCandidate = true
  /** As of the last comparison. */
  #isClockRight = true
  #running: Promise<void> = Promise.resolve()

  constructor(deps: ElectionDeps) {
    this.#deps = deps
  }

  /** Starts to take part. */
  start(): void {
    this.#running = this.#run()
  }

  /** Whether this process holds the lock, and the database has recently confirmed a write of its lease. */
  isRenewed(): boolean {
    return this.#epoch !== null && performance.now() - this.#renewedAt < renewedWithinMs
  }

  /** Gives up the lock after the writer has finished, and does not try to get it again. */
  async resign(): Promise<void> {
    this.#isCandidate = false
    this.#epoch = null
    const client = this.#client
    this.#client = null
    await client?.end().catch(() => {})
  }

  /** Resigns and ends. */
  async stop(): Promise<void> {
    this.#isOpen = false
    await this.resign()
    await this.#running
  }

  async #run(): Promise<void> {
    const { times, onError } = this.#deps
    while (this.#isOpen) {
      try {
        if (this.#epoch === null) await this.#campaign()
        else await this.#renew(this.#epoch)
      } catch (error) {
        if (this.#isOpen && this.#isCandidate) onError(error, 'the election of the writer')
        await this.#disconnect()
      }
      await wait(this.#epoch === null ? times.tryEveryMs : times.renewEveryMs)
    }
  }

  async #campaign(): Promise<void> {
    if (!this.#isCandidate) return
    const client = await this.#connected()
    // Does not take the lock from the others only to give it back.
    if (!this.#isClockRight && !(await this.#compareClocks(client))) return
    const { rows } = await client.query('select pg_try_advisory_lock($1) as taken', [writerLock])
    if (!rows[0]?.taken) return await this.#endSilentWriter(client)
    if (!(await this.#compareClocks(client)))
      return void (await client.query('select pg_advisory_unlock($1)', [writerLock]))
    // Waits for an append of the writer before, which holds a lock on the row: see fence.ts.
    const epoch = await nextEpoch(client, this.#deps.processId)
    if (!this.#isCandidate) return
    this.#epoch = epoch
    this.#renewedAt = performance.now()
    await this.#deps.elected(epoch)
  }

  async #compareClocks(client: pg.Client): Promise<boolean> {
    this.#isClockRight = await this.#deps.isClockRight(() => databaseTime(client))
    return this.#isClockRight
  }

  /** Ends the connections of a writer whose lease has run out, so that its lock is free. */
  async #endSilentWriter(client: pg.Client): Promise<void> {
    const { rows } = await client.query(
      `select process_id from writer where renewed_at < ${databaseNowMs} - $1`,
      [this.#deps.times.leaseMs],
    )
    // The row names nobody while the first writer takes over a new database.
    const silent = rows[0]?.process_id
    if (!silent || silent === this.#deps.processId) return
    this.#deps.onWarning(`process ${silent} writes and has not renewed its lease: its connections are ended`)
    await endConnections(client, silent)
  }

  async #renew(epoch: number): Promise<void> {
    const client = await this.#connected()
    const { rowCount } = await client.query(
      `update writer set renewed_at = ${databaseNowMs} where epoch = $1`,
      [epoch],
    )
    if (rowCount === 0) throw new Error('another process has become the writer')
    this.#renewedAt = performance.now()
  }

  async #connected(): Promise<pg.Client> {
    if (this.#client) return this.#client
    const { databaseUrl, processId, times } = this.#deps
    const client = newClient(databaseUrl, {
      application_name: nameOf(processId),
      // A writer that cannot renew its lease must know before another process replaces it.
      query_timeout: times.leaseMs / 2,
      connectionTimeoutMillis: times.leaseMs / 2,
      keepAlive: true,
    })
    client.on('error', () => {})
    await client.connect()
    client.once('end', () => {
      if (this.#client === client) void this.#disconnect()
    })
    this.#client = client
    return client
  }

  /** The lock is gone with its connection. */
  async #disconnect(): Promise<void> {
    const client = this.#client
    this.#client = null
    const wasWriter = this.#epoch !== null
    this.#epoch = null
    client?.end().catch(() => {})
    if (wasWriter) await this.#deps.deposed()
  }
}

const databaseNowMs = '(extract(epoch from clock_timestamp()) * 1000)::bigint'

async function databaseTime(client: pg.Client): Promise<number> {
  const { rows } = await client.query(`select ${databaseNowMs} as now`)
  return Number(rows[0]?.now)
}

/** PostgreSQL's lock_not_available. */
const isLockTimeout = (error: unknown): boolean => (error as { code?: string }).code === '55P03'

/** How long an append of the writer before may take to end, in milliseconds. */
const lastAppendMs = 500

/**
 * Counts a change of writer. Waits for an append of the writer before, which shares a lock on the row (fence.ts), and
 * ends the connections of that writer if it does not finish.
 */
async function nextEpoch(client: pg.Client, processId: string): Promise<number> {
  await client.query(
    "insert into writer (id, epoch, process_id, renewed_at) values (1, 0, '', 0) on conflict (id) do nothing",
  )
  for (;;) {
    await client.query('begin')
    try {
      await client.query(`set local lock_timeout = ${lastAppendMs}`)
      await client.query('select 1 from writer for update')
      const { rows } = await client.query(
        `update writer set epoch = epoch + 1, process_id = $1, renewed_at = ${databaseNowMs} returning epoch`,
        [processId],
      )
      await client.query('commit')
      return Number(rows[0]?.epoch)
    } catch (error) {
      await client.query('rollback')
      if (!isLockTimeout(error)) throw error
      const { rows } = await client.query('select process_id from writer')
      await endConnections(client, rows[0]?.process_id)
    }
  }
}

/** Ends all connections of a process to this database. */
async function endConnections(client: pg.Client, processId: string): Promise<void> {
  await client.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
      where application_name = $1 and datname = current_database() and pid <> pg_backend_pid()`,
    [nameOf(processId)],
  )
}
