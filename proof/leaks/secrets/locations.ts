import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { EncodedSecret } from './encodings.ts'
import { allowedLocations, type PlantedSecret } from './planted-secrets.ts'
import { findSecrets, type SearchedLocation } from './search.ts'

/** Text as its UTF-8 bytes, in Latin-1 like the content of files. */
export const latin1Bytes = (text: string): string => Buffer.from(text).toString('latin1')

/** Every column of every table, with all its values. */
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
 * A closed database: its tables, and its raw bytes including free pages and slack, which may contain only
 * secrets that a table also contains.
 */
export function databaseLocations(file: string, needles: readonly EncodedSecret[]): SearchedLocation[] {
  // Read before the database is opened, which changes its files.
  const raw = [file, `${file}-wal`, `${file}-shm`].filter((each) => existsSync(each))
  const bytes = raw.map((each) => ({ name: `bytes ${basename(each)}`, text: bytesOf(each) }))
  const tables = tableLocations(file)
  const holds = new Set(findSecrets(tables, needles).map(({ secret }) => secret))
  return [...tables, ...bytes.map((location) => ({ ...location, holds }))]
}

/** Kinds of secrets that were sent in messages. SQLite may not overwrite them for half a minute. */
const sentKinds: readonly string[] = ['temporary password', 'code', 'reset token']

/** The secrets of kinds that a column may hold. */
export const secretsOfTables = (secrets: readonly PlantedSecret[]): ReadonlySet<PlantedSecret> =>
  new Set(secrets.filter(({ kind }) => allowedLocations[kind].some((where) => /^[a-z_]+\.\w+$/.test(where))))

/**
 * The raw bytes of a database whose server was killed: recently deleted values may be in them, but no secret
 * that no table ever held.
 */
export function killedDatabaseLocations(file: string, secrets: readonly PlantedSecret[]): SearchedLocation[] {
  const holds = new Set([
    ...secrets.filter(({ kind }) => sentKinds.includes(kind)),
    ...secretsOfTables(secrets),
  ])
  return [file, `${file}-wal`]
    .filter((each) => existsSync(each))
    .map((each) => ({ name: `bytes ${basename(each)} after a kill`, text: bytesOf(each), holds }))
}

/** What goes out in mails and SMS; a telephone number to the account manager, whom a user asks to call. */
const messageKinds: readonly string[] = [
  ...sentKinds,
  'waiting secret',
  'name',
  'e-mail address',
  'telephone number',
]

/** The mails and SMS as they arrived. */
export const messageLocation = (
  messages: readonly { readonly text: string }[],
  secrets: readonly PlantedSecret[],
): SearchedLocation => ({
  name: 'message',
  text: latin1Bytes(messages.map(({ text }) => text).join('\n')),
  holds: new Set(secrets.filter(({ kind }) => messageKinds.includes(kind))),
})

/** Every file below a folder except databases and sockets. */
export function fileLocations(folder: string, kind: 'file' | 'temporary'): SearchedLocation[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => ({ name, path: join(folder, name) }))
    .filter(({ name, path }) => !/\.db(-\w+)?$/.test(name) && statSync(path).isFile())
    .map(({ name, path }) => ({ name: `${kind} ${basename(name)}`, text: bytesOf(path) }))
}
