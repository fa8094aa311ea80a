import { startOfTradingDay } from '@aitai/engine/calendar/trading-days.ts'
import type { Kysely } from 'kysely'
import type { Database, JournalTable } from '../../database/schema.ts'
import { eventsOf } from '../fold.ts'
import { BrokenJournal, firstEntrySince, readInChunks } from '../journal-chain.ts'
import { ActivityTally, type DayActivity } from './day-activity.ts'

type EventRow = Pick<JournalTable, 'seq' | 'at' | 'events'>

/** The entry after which the journal must be read to count a trading day: adverts may be from the day before. */
export const seqBeforeActivity = async (db: Kysely<Database>, day: number): Promise<number> =>
  (await firstEntrySince(db, startOfTradingDay(day - 1))) - 1

/** Entries without their commands, which are most of the bytes and not needed here. */
export const eventRowsAfter = (db: Kysely<Database>, seq: number): AsyncGenerator<EventRow> =>
  readInChunks(
    (after, limit) =>
      db
        .selectFrom('journal')
        .select(['seq', 'at', 'events'])
        .where('seq', '>', after)
        .orderBy('seq')
        .limit(limit)
        .execute(),
    seq,
    (entry, why) => new BrokenJournal(entry, why),
  )

/** The activity of all institutions on a trading day, as far as the journal has it. */
export async function readDayActivity(db: Kysely<Database>, day: number): Promise<DayActivity> {
  const tally = new ActivityTally()
  const end = startOfTradingDay(day + 1)
  for await (const row of eventRowsAfter(db, await seqBeforeActivity(db, day))) {
    if (row.at >= end) break
    for (const event of eventsOf(row)) tally.add(event)
  }
  return tally.activityOn(day)
}
