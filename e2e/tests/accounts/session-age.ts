import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

interface Kept {
  readonly dataDir: string
}

/**
 * Makes every session start earlier, as if its user had signed in then and been active since. The server must be
 * stopped, because it holds its database exclusively.
 * @param by milliseconds
 */
export function backdateSessions({ dataDir }: Kept, by: number): void {
  const database = new DatabaseSync(join(dataDir, 'aitai.db'))
  try {
    database.prepare('update session set started_at = started_at - ? where ended is null').run(by)
  } finally {
    database.close()
  }
}
