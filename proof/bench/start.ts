import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { startProcess } from '../harness/server-process.ts'
import { postLiveAdverts } from './bench-market.ts'
import { addBenchAccounts, withDataFolder } from './test-accounts.ts'

/** How long a server takes from its start until it accepts commands. */
export interface StartFigures {
  readonly entries: number
  readonly liveAdverts: number
  readonly databaseGb: number
  readonly seconds: number
}

/**
 * A server on a long journal with a snapshot at its end. The entries before the last day are filler of the usual size:
 * a start reads none of them.
 */
export async function benchStart(entries: number, adverts: number): Promise<StartFigures> {
  return withDataFolder(async (dataDir) => {
    const traders = 50
    await addBenchAccounts(dataDir, traders)
    await postLiveAdverts({ dataDir, databaseUrl: null }, adverts)
    const file = join(dataDir, 'aitai.db')
    const databaseGb = prependEntries(file, entries)
    const began = performance.now()
    const server = startProcess(dataDir, { DEMO: 'off' })
    await server.ready
    const seconds = Math.round(performance.now() - began) / 1_000
    await server.stop()
    return { entries, liveAdverts: adverts, databaseGb, seconds }
  })
}

/** Numbers what is there after this many entries, and puts filler before it. Returns the size in GB. */
function prependEntries(file: string, entries: number): number {
  const database = new DatabaseSync(file)
  database.exec('pragma synchronous = off; pragma journal_mode = off')
  const { last } = database.prepare('select max(seq) as last from journal').get() as { last: number }
  const before = Math.max(0, entries - last)
  // Downwards, so that no two rows have the same number in between.
  database.exec(`update journal set seq = -seq; update journal set seq = ${before} - seq`)
  database.exec(`update snapshot set seq = seq + ${before}; update notification set seq = seq + ${before}`)
  database.exec(`
    with recursive entry(seq) as (select 1 union all select seq + 1 from entry where seq < ${before})
    insert into journal (seq, at, command, events, hash)
    select seq, 0, printf('%.*c', 300, 'x'), printf('%.*c', 300, 'x'), lower(hex(randomblob(32))) from entry
  `)
  const { bytes } = database
    .prepare('select page_count * page_size as bytes from pragma_page_count, pragma_page_size')
    .get() as { bytes: number }
  database.exec('pragma journal_mode = wal')
  database.close()
  return Math.round(bytes / 1e8) / 10
}
