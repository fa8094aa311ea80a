import { openDatabase } from '@aitai/server/database/open-database.ts'
import { createJournal, type Entry } from '@aitai/server/market/journal.ts'
import { drawMarket, type MarketSize } from '../simulation/world/market.ts'
import { generateBatches } from './generated-journal.ts'

/** A venue of 36 traders, and a small one, whose file is quick to copy. */
const busyMarket: MarketSize = { firms: 12, tradersPerFirm: 3, brokers: 6, securities: 8 }
export const smallMarket: MarketSize = { firms: 6, tradersPerFirm: 2, brokers: 4, securities: 4 }

/** Entries per write and between two snapshots, as in the server under load. */
const atOnce = 500
const snapshotEvery = 10_000

/** The figures of a day. */
export interface JournaledDay {
  readonly entries: number
  readonly from: number
  readonly to: number
  /** The number of events of each type. */
  readonly events: Readonly<Record<string, number>>
}

/**
 * Journals seeded days of at least this number of commands into a data folder, through the journal of the server.
 */
export async function writeJournaledDay(
  dataDir: string,
  seed: number,
  commands: number,
  size: MarketSize = busyMarket,
): Promise<JournaledDay> {
  const { db, close } = await openDatabase({ dataDir, databaseUrl: null })
  try {
    const journal = createJournal(db)
    let { seq, hash, snapshotSeq } = await journal.fold()
    let waiting: Entry[] = []
    const counts: Record<string, number> = {}
    let from: number | null = null
    for (const { entries, state } of generateBatches(seed, (chance) => drawMarket(chance, size))) {
      from ??= state.at
      waiting.push(...entries.map(({ command, events }) => ({ at: command.at, command, events })))
      for (const { type } of entries.flatMap(({ events }) => events)) counts[type] = (counts[type] ?? 0) + 1
      const isEnough = seq + waiting.length >= commands
      if (waiting.length < atOnce && !isEnough) continue
      const last = (await journal.append(waiting)).at(-1)
      waiting = []
      if (last) ({ seq, hash } = last)
      if (seq - snapshotSeq < snapshotEvery && !isEnough) continue
      await journal.snapshot(state, seq, hash)
      snapshotSeq = seq
      if (isEnough) return { entries: seq, from, to: state.at, events: counts }
    }
    throw new Error('the day has ended')
  } finally {
    await close()
  }
}
