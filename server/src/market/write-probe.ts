import { statfs } from 'node:fs/promises'

/** Whether the embedded database stores what is written to it. */
export interface WriteProbe {
  isWritable(): boolean
  stop(): void
}

/** More than a batch of commands needs. */
const roomBytes = 1024 ** 2

/**
 * Rejects if the disk of a folder has less room than a batch of commands may need: a probe writes a few pages, which
 * may still fit where commands do not.
 */
export async function requireRoom(folder: string, bytes = roomBytes): Promise<void> {
  const { bavail, bsize } = await statfs(folder)
  if (bavail * bsize < bytes) throw new Error(`the disk of ${folder} has less than ${bytes} bytes left`)
}

/**
 * Writes one row again and again, because an idle market writes nothing: without this, a full disk would be noticed by
 * the first trader. With PostgreSQL, the lease of the writer shows the same (writer-election.ts).
 */
export function startWriteProbe(
  write: () => Promise<void>,
  onError: (error: unknown) => void,
  everyMs = 2_000,
): WriteProbe {
  let isWritable = true
  let isRunning = false
  const probe = async (): Promise<void> => {
    if (isRunning) return
    isRunning = true
    try {
      await write()
      isWritable = true
    } catch (error) {
      isWritable = false
      onError(error)
    } finally {
      isRunning = false
    }
  }
  const timer = setInterval(() => void probe(), everyMs)
  timer.unref()
  return { isWritable: () => isWritable, stop: () => clearInterval(timer) }
}
