import { decide } from '@aitai/engine/decide.ts'
import { applyEvents, fold } from '@aitai/engine/evolve/evolve.ts'
import { addCandidatesAfterCooldown } from '@aitai/engine/matching/candidates.ts'
import type { Command } from '@aitai/engine/model/commands.ts'
import type { Event } from '@aitai/engine/model/events.ts'
import { emptyState } from '@aitai/engine/model/state.ts'
import { runAdminCommand } from '@aitai/server/admin/commands.ts'
import { databaseFileFaults } from '@aitai/server/database/damage.ts'
import { openDatabase } from '@aitai/server/database/open-database.ts'
import type { JournalTable } from '@aitai/server/database/schema.ts'
import { eventsOf, foldJournal, stateHash } from '@aitai/server/market/fold.ts'
import { chainStart, journalRowsAfter, nextJournalLink } from '@aitai/server/market/journal-chain.ts'
import { adminContextOn } from '../harness/admin-context.ts'

/**
 * The duration of each part of a replay, in seconds of processor time, because other processes may be
 * running.
 */
export type ReplayTimings = Readonly<Record<string, number>>

/** Runs a replay as a whole and part by part, on a folder from which snapshots may be removed. */
export async function measureReplay(dataDir: string): Promise<ReplayTimings> {
  const { db, close } = await openDatabase({ dataDir, databaseUrl: null })
  const parts: Record<string, number> = {}
  const timed = async <T>(name: string, work: () => T | Promise<T>): Promise<T> => {
    const before = process.cpuUsage()
    const result = await work()
    const { user, system } = process.cpuUsage(before)
    parts[name] = (user + system) / 1_000_000
    return result
  }
  try {
    await timed('the whole verification', () => runAdminCommand(adminContextOn(db), 'replay verify', {}))
    await timed('  look through the file', () => databaseFileFaults(db))
    const rows = await timed('  read the rows', async () => {
      const read: JournalTable[] = []
      for await (const row of journalRowsAfter(db, 0)) read.push(row)
      return read
    })
    await timed('  hash the chain', () => {
      let link = chainStart
      for (const row of rows) link = nextJournalLink(link, row)
    })
    const commands = await timed('  parse the commands', () =>
      rows.map(({ command }) => JSON.parse(command) as Command),
    )
    const state = await timed('  decide and apply', () => decided(commands, rows))
    const events = rows.map(eventsOf)
    await timed('  write the events to compare them', () => events.map((each) => JSON.stringify(each)))
    await timed('  hash the state', () => stateHash(state))
    await db.deleteFrom('snapshot').execute()
    await timed('a start without a snapshot: fold the journal from its first entry', () => foldJournal(db))
    await timed('  parse the events', () => rows.map(eventsOf))
    await timed('  evolve', () => fold(emptyState(), events.flat()))
    return parts
  } finally {
    await close()
  }
}

function decided(commands: readonly Command[], rows: readonly JournalTable[]) {
  const state = emptyState()
  for (const [i, command] of commands.entries()) {
    if (command.type === 'sweep') addCandidatesAfterCooldown(state, command.at)
    const decision = decide(state, command)
    if ('refusal' in decision) throw new Error(`entry ${rows[i]?.seq} is refused`)
    const decidedEvents: readonly Event[] = decision.events
    applyEvents(state, command, decidedEvents)
  }
  return state
}
