/** Another process has the data: two writers would each believe what the other does not know. */
export class DatabaseLocked extends Error {
  constructor(where: string) {
    super(`Another process is using the data in ${where}. Stop it first, or choose another DATA_DIR.`)
    this.name = 'DatabaseLocked'
  }
}

/** A database that may forget what it said was written. */
export class UnsafeDatabase extends Error {
  constructor(setting: string) {
    super(`The database runs with ${setting}=off and could lose what it has acknowledged. Switch it on.`)
    this.name = 'UnsafeDatabase'
  }
}

/** What is stored is not what was written there, or not by this version. */
export class DamagedDatabase extends Error {
  constructor(where: string, damage: string) {
    super(`The data in ${where} is damaged (${damage}). Restore it from a backup.`)
    this.name = 'DamagedDatabase'
  }
}

/** A schema that this version did not make: nothing can be read before that is settled. */
export class UnknownSchema extends Error {
  constructor(where: string, what: string) {
    super(
      `The data in ${where} cannot be read: another version wrote it, or it is damaged (${what}). ` +
        'Start the version that wrote it, or restore it from a backup.',
    )
    this.name = 'UnknownSchema'
  }
}

/** SQLITE_BUSY, READONLY, IOERR, FULL, CANTOPEN: the trouble is with the disk, not with what was asked. */
const sqliteTroubles = [5, 8, 10, 13, 14]

/** PostgreSQL's classes 08 connection, 53 resources, 57 intervention, 58 system; and a lost connection. */
const postgresTroubles = /^(08|53|57|58)|^(ECONN|EPIPE|ETIMEDOUT|ENOTFOUND)/

/** Whether the database could not be written or reached, whatever was asked of it. */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if ('errcode' in error) return sqliteTroubles.includes(Number(error.errcode) & 0xff)
  return 'code' in error && postgresTroubles.test(String(error.code))
}

/** SQLITE_IOERR_FSYNC and SQLITE_IOERR_DIR_FSYNC. */
const sqliteLostSyncs = [1_034, 1_290]

/** Whether the disk failed to store what it was given. A second attempt may seem to succeed without storing it. */
export const isLostSync = (error: unknown): boolean =>
  error instanceof Error && 'errcode' in error && sqliteLostSyncs.includes(Number(error.errcode))
