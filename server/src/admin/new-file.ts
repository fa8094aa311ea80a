import { createHash } from 'node:crypto'
import { open, unlink } from 'node:fs/promises'
import { isAbsolute } from 'node:path'

/** Identifies a written file. */
export interface WrittenFile {
  readonly bytes: number
  readonly sha256: string
}

/** Messages for operators, by error code. */
const faultMessages: Readonly<Record<string, string>> = {
  EEXIST: 'is there already, and nothing is overwritten',
  ENOENT: 'is in a folder that does not exist',
  ENOTDIR: 'is in a folder that does not exist',
  EACCES: 'cannot be written: not allowed',
  EPERM: 'cannot be written: not allowed',
  EROFS: 'is on a disk that cannot be written',
  ENOSPC: 'does not fit on the disk',
  EISDIR: 'is a folder',
}

/** Why a file could not be created; null for an error that is not about the file. */
export function fileFault(file: string, error: unknown): string | null {
  const message = faultMessages[(error as NodeJS.ErrnoException).code ?? '']
  return message === undefined ? null : `${file} ${message}.`
}

/** Characters that are buffered before they are written. */
const bufferLength = 256 * 1_024

/** Takes the parts of a file, at an absolute path or elsewhere. */
export type FileWriter = (file: string, parts: AsyncIterable<string>) => Promise<WrittenFile>

/**
 * Keeps a file in memory for a reply, so that nothing of it is on a disk if the process ends. `text` is null if it has
 * more than `maxBytes`, which are counted to the end.
 */
export function fileInMemory(maxBytes: number): {
  readonly write: FileWriter
  readonly text: () => string | null
} {
  let chunks: Buffer[] = []
  let bytes = 0
  const write: FileWriter = async (_, parts) => {
    const digest = createHash('sha256')
    for await (const part of parts) {
      const chunk = Buffer.from(part)
      bytes += chunk.length
      digest.update(chunk)
      if (bytes > maxBytes) chunks = []
      else chunks.push(chunk)
    }
    return { bytes, sha256: digest.digest('hex') }
  }
  return { write, text: () => (bytes > maxBytes ? null : Buffer.concat(chunks).toString('utf8')) }
}

/**
 * Writes text to a new file that only its owner may read, and returns when it is on disk. Removes an incomplete
 * file. Throws the file system's error, such as EEXIST.
 */
export const writeNewFile: FileWriter = async (file, parts) => {
  if (!isAbsolute(file)) throw new Error('the path of a new file must be absolute')
  const handle = await open(file, 'wx', 0o600)
  const digest = createHash('sha256')
  let [text, bytes] = ['', 0]
  const flush = async (): Promise<void> => {
    const chunk = Buffer.from(text)
    text = ''
    bytes += chunk.length
    digest.update(chunk)
    await handle.writeFile(chunk)
  }
  try {
    for await (const part of parts) {
      text += part
      if (text.length >= bufferLength) await flush()
    }
    await flush()
    await handle.sync()
    await handle.close()
    return { bytes, sha256: digest.digest('hex') }
  } catch (error) {
    await handle.close().catch(() => {})
    await unlink(file).catch(() => {})
    throw error
  }
}
