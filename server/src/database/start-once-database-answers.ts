import { setTimeout as wait } from 'node:timers/promises'
import type { Config } from '../config.ts'
import { connectionFaultOf } from './connection-faults.ts'

const retryEveryMs = 1_000

/**
 * Starts a server once its PostgreSQL accepts writes, and says once that it waits, and for what: after a power cut the
 * machines come back in any order. Throws what lasts until a person changes something, and everything that the
 * embedded database throws.
 */
export async function startOnceDatabaseAnswers<T>(
  { databaseUrl }: Pick<Config, 'databaseUrl'>,
  start: () => Promise<T>,
  onWait: (message: string) => void,
): Promise<T> {
  let isWaiting = false
  for (;;)
    try {
      return await start()
    } catch (error) {
      const fault = databaseUrl === null ? null : connectionFaultOf(error, databaseUrl)
      if (!fault?.isTemporary) throw error
      if (!isWaiting) onWait(`${fault.message} The server starts when the database accepts writes.`)
      isWaiting = true
      await wait(retryEveryMs)
    }
}
