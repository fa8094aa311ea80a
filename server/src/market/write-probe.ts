/** Whether the embedded database stores what is written to it. */
export interface WriteProbe {
  isWritable(): boolean
  stop(): void
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
