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
