import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

interface Kept {
  readonly dataDir: string
}

/**
 * Makes everybody's session begin so much earlier, as if they had signed in then and been busy since. The
 * server must be halted: it alone holds its store.
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
