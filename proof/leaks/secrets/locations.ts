import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { EncodedSecret } from './encodings.ts'
import { allowedLocations, type PlantedSecret } from './planted-secrets.ts'
import { findSecrets, type SearchedLocation } from './search.ts'

/** Text as its bytes, read as the files are. */
export const latin1Bytes = (text: string): string => Buffer.from(text).toString('latin1')

/** Every column of every table, with all that is in it. */
export function tableLocations(file: string): SearchedLocation[] {
  const database = new DatabaseSync(file, { readOnly: true })
  try {
    const tables = database.prepare(`select name from sqlite_master where type = 'table'`).all()
    return tables.flatMap(({ name: table }) => {
      const rows = database.prepare(`select * from "${table}"`).all()
      const columns = Object.keys(rows[0] ?? {})
      return columns.map((column) => ({
        name: `${table}.${column}`,
        text: latin1Bytes(rows.map((row) => textOf(row[column])).join('\n')),
      }))
    })
  } finally {
    database.close()
  }
}

const textOf = (value: unknown): string =>
  value instanceof Uint8Array ? Buffer.from(value).toString('latin1') : String(value)

const bytesOf = (file: string): string => readFileSync(file).toString('latin1')

/**
 * A database that is closed: its tables, and its bytes, of which free pages and what is behind the end of a
 * row are part. In those there must be nothing that is not in a table.
 */
export function databaseLocations(file: string, needles: readonly EncodedSecret[]): SearchedLocation[] {
  // Before it is opened, which changes the folder.
  const raw = [file, `${file}-wal`, `${file}-shm`].filter((each) => existsSync(each))
  const bytes = raw.map((each) => ({ name: `bytes ${basename(each)}`, text: bytesOf(each) }))
  const tables = tableLocations(file)
  const holds = new Set(findSecrets(tables, needles).map(({ canary }) => canary))
  return [...tables, ...bytes.map((place) => ({ ...place, holds }))]
}

/** Secrets that letters carried: what SQLite has not yet written over may hold them for half a minute. */
const ofLetters: readonly string[] = ['temporary password', 'code', 'reset token']

/** A database whose server was killed: pages of a moment ago are in it, but nothing that no table held. */
export function killedDatabaseLocations(
  file: string,
  canaries: readonly PlantedSecret[],
): SearchedLocation[] {
  const mayHaveHeld = ({ kind }: PlantedSecret): boolean =>
    ofLetters.includes(kind) || allowedLocations[kind].some((where) => /^[a-z_]+\.\w+$/.test(where))
  const holds = new Set(canaries.filter(mayHaveHeld))
  return [file, `${file}-wal`]
    .filter((each) => existsSync(each))
    .map((each) => ({ name: `bytes ${basename(each)} after a kill`, text: bytesOf(each), holds }))
}

/** Every file below a folder but for databases; sockets have no bytes. */
export function fileLocations(folder: string, kind: 'file' | 'temporary'): SearchedLocation[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => ({ name, path: join(folder, name) }))
    .filter(({ name, path }) => !/\.db(-\w+)?$/.test(name) && statSync(path).isFile())
    .map(({ name, path }) => ({ name: `${kind} ${basename(name)}`, text: bytesOf(path) }))
}
