/** Another process has opened the data. Two writers would not see each other's changes. */
export class DatabaseLocked extends Error {
  constructor(where: string) {
    super(`Another process is using the data in ${where}. Stop it first, or choose another DATA_DIR.`)
    this.name = 'DatabaseLocked'
  }
}

/** The database is configured so that it may lose committed data. */
export class UnsafeDatabase extends Error {
  constructor(setting: string) {
    super(`The database runs with ${setting}=off and could lose what it has acknowledged. Switch it on.`)
    this.name = 'UnsafeDatabase'
  }
}

/** The stored data is damaged, or was not written by this version. */
export class DamagedDatabase extends Error {
  constructor(where: string, damage: string) {
    super(`The data in ${where} is damaged (${damage}). Restore it from a backup.`)
    this.name = 'DamagedDatabase'
  }
}

/** The schema was not created by this version, so nothing can be read until that is resolved. */
export class UnknownSchema extends Error {
  constructor(where: string, what: string) {
    super(
      `The data in ${where} cannot be read: another version wrote it, or it is damaged (${what}). ` +
        'Start the version that wrote it, or restore it from a backup.',
    )
    this.name = 'UnknownSchema'
  }
}

/** SQLITE_BUSY, READONLY, IOERR, FULL, CANTOPEN: the fault is the disk's, not the statement's. */
const sqliteErrors = [5, 8, 10, 13, 14]

/** PostgreSQL's classes 08 connection, 53 resources, 57 intervention, 58 system; and a lost connection. */
const postgresErrors = /^(08|53|57|58)|^(ECONN|EPIPE|ETIMEDOUT|ENOTFOUND)/

/** The driver's own errors, which have no code: all connections are in use, or one is cut or does not answer. */
const driverErrors: readonly string[] = [
  'timeout exceeded when trying to connect',
  'timeout expired',
  'Query read timeout',
  'Connection terminated',
  'Connection terminated unexpectedly',
  'Connection terminated due to connection timeout',
  'Client has encountered a connection error and is not queryable',
  // The end of a transaction in which a statement was not answered in time: its connection is closed already.
  'Client was closed and is not queryable',
]

/** Whether the database could not be written or reached, whatever the statement was. */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if ('errcode' in error) return sqliteErrors.includes(Number(error.errcode) & 0xff)
  return 'code' in error ? postgresErrors.test(String(error.code)) : driverErrors.includes(error.message)
}

/** SQLITE_IOERR_FSYNC and SQLITE_IOERR_DIR_FSYNC. */
const sqliteLostSyncs = [1_034, 1_290]

/** Whether the disk failed to store data. A retry may appear to succeed without storing it. */
export const isLostSync = (error: unknown): boolean =>
  error instanceof Error && 'errcode' in error && sqliteLostSyncs.includes(Number(error.errcode))

/** SQLITE_CONSTRAINT_UNIQUE, and PostgreSQL's unique_violation. */
const uniqueViolations = { sqlite: 2067, postgres: '23505' } as const

/** Whether a row was not written because another one has the same unique value, such as one that was just added. */
export function isUniqueViolation(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if ('errcode' in error) return error.errcode === uniqueViolations.sqlite
  return 'code' in error && error.code === uniqueViolations.postgres
}

/** Returns the result of a write, or `otherwise` if another row has the same unique value. */
export async function unlessTaken<T>(write: Promise<T>, otherwise: T): Promise<T> {
  try {
    return await write
  } catch (error) {
    if (isUniqueViolation(error)) return otherwise
    throw error
  }
}
