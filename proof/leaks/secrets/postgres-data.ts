import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { newClient } from '@aitai/server/database/read-write-host.ts'
import {
  createPostgresFolder,
  type PostgresFolder,
  type PostgresServer,
} from '../../harness/postgres-server.ts'
import type { EncodedSecret } from './encodings.ts'
import { latin1Bytes, secretsOfTables } from './locations.ts'
import type { PlantedSecret } from './planted-secrets.ts'
import { findSecrets, type SearchedLocation } from './search.ts'

/** A PostgreSQL of its own for an installation, with everything that it writes. */
export class PostgresData {
  readonly #folder: PostgresFolder
  readonly #server: PostgresServer

  private constructor(folder: PostgresFolder, server: PostgresServer) {
    this.#folder = folder
    this.#server = server
  }

  /** Starts it with an empty database, and with a log, which has statements that failed. */
  static async open(): Promise<PostgresData> {
    const folder = await createPostgresFolder()
    const server = await folder.startPrimary()
    await server.query('alter system set logging_collector = on')
    await server.stop()
    await server.start()
    return new PostgresData(folder, server)
  }

  get url(): string {
    return this.#server.url
  }

  /** Every column of every table of a database, with all its values. */
  async tables(url: string = this.url): Promise<SearchedLocation[]> {
    const client = newClient(url, { connectionTimeoutMillis: 5_000 })
    await client.connect()
    try {
      const found = await client.query("select tablename from pg_tables where schemaname = 'public'")
      const locations: SearchedLocation[] = []
      for (const { tablename: table } of found.rows as { tablename: string }[]) {
        const { rows, fields } = await client.query(`select * from "${table}"`)
        for (const { name: column } of fields) {
          const values = (rows as Record<string, unknown>[]).map((row) => textOf(row[column]))
          locations.push({ name: `${table}.${column}`, text: latin1Bytes(values.join('\n')) })
        }
      }
      return locations
    } finally {
      await client.end()
    }
  }

  /** Copies the database by pg_dump into another one of the same server, and returns its URL. */
  async restoreCopy(): Promise<string> {
    await this.#folder.dump(this.#server)
    return await this.#folder.restore(this.#server, 'restored')
  }

  /**
   * What it has written, after it was stopped: its log; a dump, which may contain only what a table contains; and the
   * write-ahead log, which may contain what a table may contain at any time.
   */
  async written(
    needles: readonly EncodedSecret[],
    secrets: readonly PlantedSecret[],
  ): Promise<SearchedLocation[]> {
    const tables = await this.tables()
    const dump = await this.#folder.dump(this.#server)
    await this.#server.stop()
    const inTables = new Set(findSecrets(tables, needles).map(({ secret }) => secret))
    const { dataDir } = this.#server
    return [
      ...tables,
      { name: 'bytes of a dump', text: dump, holds: inTables },
      { name: 'log', text: bytesIn(join(dataDir, 'log')) },
      {
        name: 'bytes of the write-ahead log',
        text: bytesIn(join(dataDir, 'pg_wal')),
        holds: secretsOfTables(secrets),
      },
    ]
  }

  /** Stops it and deletes its data. */
  async close(): Promise<void> {
    await this.#folder.remove()
  }
}

function textOf(value: unknown): string {
  if (value instanceof Uint8Array) return Buffer.from(value).toString('latin1')
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value)
}

const zeros = '\0'.repeat(64)

/** The bytes of the files of a folder without long runs of zeros, which are most of a write-ahead log. */
const bytesIn = (folder: string): string =>
  readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile())
    .flatMap(({ name }) => readFileSync(join(folder, name), 'latin1').split(zeros))
    .filter((part) => part !== '')
    .join('\n')
