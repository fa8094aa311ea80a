/** A file as one listing of its folder shows it. */
export interface SeenFile {
  readonly name: string
  readonly size: number
  /** When it was last changed, in milliseconds since the epoch, by the clock of its file system. */
  readonly changedAt: number
  /** Distinguishes two files that had the same name in succession. */
  readonly inode: number
}

/** Whether a file may be read at all: not one that is still being written under a temporary name, or hidden. */
export const isReadable = (name: string): boolean => !name.startsWith('.') && !/\.tmp$/i.test(name)

/**
 * Distinguishes complete files from those that are still being written: neither size nor time of change has changed
 * between two listings that are far enough apart. The clock of the file system, which may be on another machine, is
 * compared with nothing.
 */
export class StableFiles {
  readonly #stableMs: number
  readonly #since = new Map<string, { readonly file: SeenFile; readonly at: number }>()

  constructor(stableMs: number) {
    this.#stableMs = stableMs
  }

  /** Returns the complete files of a listing, the oldest first. `at` is in milliseconds of a monotonic clock. */
  completeFiles(files: readonly SeenFile[], at: number): readonly SeenFile[] {
    const readable = files.filter(({ name }) => isReadable(name))
    const names = new Set(readable.map(({ name }) => name))
    for (const name of this.#since.keys()) if (!names.has(name)) this.#since.delete(name)
    for (const file of readable) {
      const before = this.#since.get(file.name)
      if (!before || !isSameFile(before.file, file)) this.#since.set(file.name, { file, at })
    }
    return readable
      .filter(({ name }) => at - (this.#since.get(name)?.at ?? at) >= this.#stableMs)
      .sort((one, other) => one.changedAt - other.changedAt || (one.name < other.name ? -1 : 1))
  }
}

/** Whether two listings show the same state of a file. */
export const isSameFile = (one: SeenFile, other: SeenFile): boolean =>
  one.inode === other.inode && one.size === other.size && one.changedAt === other.changedAt
