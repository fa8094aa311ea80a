import { createHash } from 'node:crypto'
import { open, unlink } from 'node:fs/promises'
import { isAbsolute } from 'node:path'

/** What was written: enough to know the file again. */
export interface WrittenFile {
  readonly bytes: number
  readonly sha256: string
}

/** What an operator is told where a file cannot be made. */
const faults: Readonly<Record<string, string>> = {
  EEXIST: 'is there already, and nothing is overwritten',
  ENOENT: 'is in a folder that does not exist',
  ENOTDIR: 'is in a folder that does not exist',
  EACCES: 'cannot be written: not allowed',
  EPERM: 'cannot be written: not allowed',
  EROFS: 'is on a disk that cannot be written',
  ENOSPC: 'does not fit on the disk',
  EISDIR: 'is a folder',
}

/** Why a file was not made, in words; null for an error that has nothing to do with it. */
export function fileFault(file: string, error: unknown): string | null {
  const said = faults[(error as NodeJS.ErrnoException).code ?? '']
  return said === undefined ? null : `${file} ${said}.`
}

/** Bytes that are gathered before they are written. */
const gathered = 256 * 1_024

/**
 * Writes a text to a new file that only its owner may read, and returns when it is on the disk. What was
 * begun and not finished is removed. Throws the error of the file system: EEXIST where there is one already.
 */
export async function writeNewFile(file: string, parts: AsyncIterable<string>): Promise<WrittenFile> {
  if (!isAbsolute(file)) throw new Error('a file is named by its whole path')
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
      if (text.length >= gathered) await flush()
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
