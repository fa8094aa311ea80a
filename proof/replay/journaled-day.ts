import { defaultLimits } from '@aitai/engine/limits.ts'
import { openDatabase } from '@aitai/server/database/open-database.ts'
import { createJournal, type Entry } from '@aitai/server/market/journal.ts'
import { generateBatches } from './generator/journal.ts'
import { type MarketSettings, tokyoDays } from './generator/market.ts'

/** A venue of some hundred traders, on a Thursday in Tokyo. */
const busyDay: Omit<MarketSettings, 'paceMs'> = {
  firms: 80,
  tradersPerFirm: 3,
  securities: 600,
  brokers: 12,
  calendar: tokyoDays,
  opensAt: Date.UTC(2026, 10, 18, 23),
  lulls: 0,
  limits: defaultLimits,
}
/** A small one, from the opening of the exchange, whose file is quick to copy. */
export const smallDay: MarketSettings = {
  ...busyDay,
  firms: 8,
  tradersPerFirm: 2,
  securities: 10,
  opensAt: Date.UTC(2026, 10, 19),
  paceMs: 2_000,
}
const platformMs = 9 * 3_600_000
/** The approximate number of entries per action, including those of the sweeps after it. */
const entriesPerDoing = 1.6

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

const busyDayOf = (commands: number): MarketSettings => ({
  ...busyDay,
  paceMs: Math.ceil((platformMs * entriesPerDoing) / commands),
})

/**
 * Journals a seeded day of at least this number of commands into a data folder, through the journal of the
 * server; a busy day by default.
 */
export async function writeJournaledDay(
  dataDir: string,
  seed: number,
  commands: number,
  setting: MarketSettings = busyDayOf(commands),
): Promise<JournaledDay> {
  const { db, close } = await openDatabase({ dataDir, databaseUrl: null })
  try {
    const journal = createJournal(db)
    let { seq, hash, snapshotSeq } = await journal.fold()
    let waiting: Entry[] = []
    const counts: Record<string, number> = {}
    for (const { entries, state } of generateBatches(seed, setting)) {
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
      if (isEnough) return { entries: seq, from: setting.opensAt, to: state.at, events: counts }
    }
    throw new Error('the day has ended')
  } finally {
    await close()
  }
}
