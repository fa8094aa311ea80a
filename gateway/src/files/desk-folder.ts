import { constants, type Stats } from 'node:fs'
import { lstat, mkdir, open, readdir, rename } from 'node:fs/promises'
import { join, parse } from 'node:path'
import { isSameFile, type SeenFile } from './stable-files.ts'

const folderMode = 0o700
const fileMode = 0o600
/** Not through a symbolic link, which could lead to a file of the gateway; not waiting for a pipe. */
const readFlags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK

/** In bytes: a file system takes 255, of which the temporary name of a result needs some. */
const longestName = 200

/**
 * The folder of a desk: files are dropped into `in`, and go to `done/DAY` with their results beside them. What is
 * written here gets its name only when it is whole. Every method throws the error of the file system.
 */
export class DeskFolder {
  readonly #folder: string

  constructor(folder: string) {
    this.#folder = folder
  }

  /** Creates what is missing, for the account of the gateway alone. */
  async create(): Promise<void> {
    await mkdir(join(this.#folder, 'in'), { recursive: true, mode: folderMode })
    await mkdir(join(this.#folder, 'done'), { recursive: true, mode: folderMode })
  }

  /** Returns the files that were dropped. */
  async dropped(): Promise<SeenFile[]> {
    const entries = await readdir(join(this.#folder, 'in'), { withFileTypes: true })
    const seen = await Promise.all(
      entries.filter((entry) => entry.isFile()).map(({ name }) => this.#seen(name)),
    )
    return seen.filter((file) => file !== null)
  }

  /** Whether a file is still there, as it was seen. */
  async isUnchanged(file: SeenFile): Promise<boolean> {
    const now = await this.#seen(file.name)
    return now !== null && isSameFile(now, file)
  }

  /** Returns the bytes of a dropped file; null if it is gone, or not as it was seen, before or after. */
  async read(file: SeenFile): Promise<Buffer | null> {
    const handle = await orMissing(open(join(this.#folder, 'in', file.name), readFlags))
    if (!handle) return null
    try {
      if (!isSameFile(seenFile(file.name, await handle.stat()), file)) return null
      const bytes = await handle.readFile()
      return isSameFile(seenFile(file.name, await handle.stat()), file) ? bytes : null
    } finally {
      await handle.close()
    }
  }

  /** Returns the name under which a file will lie in the folder of a day: its own, or with a number. */
  async doneName(day: string, name: string): Promise<string> {
    const folder = this.#doneFolder(day)
    await mkdir(folder, { recursive: true, mode: folderMode })
    const taken = new Set(await readdir(folder))
    const { name: whole, ext } = parse(name)
    let stem = whole
    while (Buffer.byteLength(stem + ext) > longestName && stem !== '') stem = stem.slice(0, -1)
    for (let count = 1; ; count += 1) {
      const candidate = `${stem}${count === 1 ? '' : `-${count}`}${ext}`
      if (!taken.has(candidate) && !taken.has(resultName(candidate))) return candidate
    }
  }

  /** Writes the result of a file beside the place where the file will lie. */
  async writeResult(day: string, doneName: string, text: string): Promise<void> {
    const folder = this.#doneFolder(day)
    await mkdir(folder, { recursive: true, mode: folderMode })
    await writeWhole(folder, resultName(doneName), text)
  }

  /** Moves a dropped file to its result. It may be gone. */
  async moveDone(name: string, day: string, doneName: string): Promise<void> {
    await orMissing(rename(join(this.#folder, 'in', name), join(this.#doneFolder(day), doneName)))
  }

  /** Writes a file beside `in` and `done`. */
  async write(name: string, text: string): Promise<void> {
    await writeWhole(this.#folder, name, text)
  }

  /** Whether there is a file beside `in` and `done`. */
  async has(name: string): Promise<boolean> {
    return (await orMissing(lstat(join(this.#folder, name)))) !== null
  }

  #doneFolder(day: string): string {
    return join(this.#folder, 'done', day)
  }

  async #seen(name: string): Promise<SeenFile | null> {
    const stats = await orMissing(lstat(join(this.#folder, 'in', name)))
    return stats?.isFile() ? seenFile(name, stats) : null
  }
}

export const resultName = (name: string): string => `${name}.result.csv`

const seenFile = (name: string, { size, mtimeMs, ino }: Stats): SeenFile => ({
  name,
  size,
  changedAt: mtimeMs,
  inode: ino,
})

/** Writes a text under a temporary name, to disk, and renames it: nobody ever reads half of it. */
async function writeWhole(folder: string, name: string, text: string): Promise<void> {
  const temporary = join(folder, `.${name}.tmp`)
  const handle = await open(temporary, 'w', fileMode)
  try {
    await handle.writeFile(text)
    await handle.sync()
  } finally {
    await handle.close()
  }
  await rename(temporary, join(folder, name))
}

/** Returns null in place of a file that does not exist, or that has become a symbolic link. */
async function orMissing<T>(work: Promise<T>): Promise<T | null> {
  try {
    return await work
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT' || code === 'ELOOP') return null
    throw error
  }
}
