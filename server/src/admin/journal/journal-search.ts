import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { phaseOf } from '@aitai/engine/calendar/hours.ts'
import { startOfTradingDay, tradingDay } from '@aitai/engine/calendar/trading-days.ts'
import type { Command } from '@aitai/engine/model/commands.ts'
import type { Sighting } from '@aitai/engine/model/quote.ts'
import { eventsOf, type FoldedJournal } from '../../market/fold.ts'
import { journalRowsAfter } from '../../market/journal-chain.ts'
import type { AdminContext } from '../admin-context.ts'

const rowsPerQuery = 500

/**
 * The market data at a time of after-hours matching, as far as the journal has it: the newest sighting of the
 * day with an official close, which is valid from then on. Null during matching at the mid, where the state
 * itself has the market's condition, and if the journal has no sighting.
 */
export async function journalledSightingAt(
  { db }: Pick<AdminContext, 'db'>,
  { state, seq }: FoldedJournal,
  securityId: string,
  at: number,
): Promise<Sighting | null> {
  const exchange = state.securities.get(securityId)?.exchange
  if (!exchange || phaseOf(state.calendar, exchange, at) !== 'AFTER_HOURS') return null
  const dayBegan = startOfTradingDay(tradingDay(at))
  for (let before = seq + 1; ; ) {
    const rows = await db
      .selectFrom('journal')
      .select(['seq', 'at', 'command'])
      .where('seq', '<', before)
      .orderBy('seq', 'desc')
      .limit(rowsPerQuery)
      .execute()
    for (const row of rows) {
      if (row.at < dayBegan) return null
      const shown = closeShown(JSON.parse(row.command) as Command, securityId)
      if (shown) return shown
    }
    const last = rows.at(-1)
    if (!last) return null
    before = last.seq
    await yieldToEventLoop()
  }
}

function closeShown(command: Command, securityId: string): Sighting | null {
  if (command.type !== 'sweep') return null
  const sighting = command.sightings.find((each) => each.securityId === securityId)
  return sighting?.quote && sighting.quote.officialClose !== null ? sighting : null
}

/** The next event of one of two adverts. */
export interface NextAdvertEvent {
  /** Milliseconds UTC. */
  readonly at: number
  readonly event: string
  /** Set if it was located. */
  readonly locateId: string | null
  /** Whether they were located with each other. */
  readonly together: boolean
}

/** The first event of one of two adverts after entry `seq` and before `until` (milliseconds UTC), or null. */
export async function nextAdvertEvent(
  { db }: Pick<AdminContext, 'db'>,
  seq: number,
  ids: readonly string[],
  until: number,
): Promise<NextAdvertEvent | null> {
  const names = (text: string): boolean => ids.some((id) => text.includes(`"${id}"`))
  for await (const row of journalRowsAfter(db, seq)) {
    if (row.at >= until) return null
    if (!names(row.events)) continue
    const event = eventsOf(row).find((each) => each.type !== 'matchExplained' && names(JSON.stringify(each)))
    if (!event) continue
    const located = event.type === 'contraLocated' ? event : null
    return {
      at: row.at,
      event: event.type,
      locateId: located?.locateId ?? null,
      together: located !== null && ids.includes(located.buyId) && ids.includes(located.sellId),
    }
  }
  return null
}
