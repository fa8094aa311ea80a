import type { Kysely } from 'kysely'
import type { Database } from '../../database/schema.ts'

/** What is stored of a report. Each is one of a fixed set, so that nobody can fill the table. */
interface ReportKind {
  readonly directive: string
  readonly page: string
  readonly blocked: string
}

export interface StoredReports {
  /** Counts a report. It is written a moment later, together with those that follow. */
  add(kind: ReportKind): void
  /** Writes what waits, and stops. */
  close(): Promise<void>
}

interface StoredReportsDeps {
  readonly database: Kysely<Database>
  /** Milliseconds UTC. */
  readonly now: () => number
  readonly log: { warn(facts: object, message: string): void }
}

/** Anybody may send reports, so many of them are one write. */
const writeAfterMs = 1_000

/** What has not been reported again for this long was repaired, or was somebody's mischief. */
const storedForMs = 90 * 24 * 60 * 60_000

interface Waiting extends ReportKind {
  count: number
  readonly first: number
  last: number
}

/** Counts browsers' reports by directive, page and what was blocked, with the time of the first and the last. */
export function storedReports({ database, now, log }: StoredReportsDeps): StoredReports {
  let waiting = new Map<string, Waiting>()
  let timer: NodeJS.Timeout | null = null
  const write = async (): Promise<void> => {
    timer = null
    const counted = [...waiting.values()]
    waiting = new Map()
    // The log and the metric have what cannot be written.
    await writeReports(database, counted, now()).catch((err: unknown) =>
      log.warn({ err }, 'policy reports could not be stored'),
    )
  }
  return {
    add(kind) {
      const key = JSON.stringify([kind.directive, kind.page, kind.blocked])
      const known = waiting.get(key)
      if (known) {
        known.count += 1
        known.last = now()
      } else waiting.set(key, { ...kind, count: 1, first: now(), last: now() })
      timer ??= setTimeout(write, writeAfterMs).unref()
    },
    async close() {
      if (!timer) return
      clearTimeout(timer)
      await write()
    },
  }
}

async function writeReports(db: Kysely<Database>, counted: readonly Waiting[], at: number): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await trx
      .deleteFrom('policy_report')
      .where('last_at', '<', at - storedForMs)
      .execute()
    for (const { directive, page, blocked, count, first, last } of counted)
      await trx
        .insertInto('policy_report')
        .values({ directive, page, blocked, count, first_at: first, last_at: last })
        .onConflict((conflict) =>
          conflict.columns(['directive', 'page', 'blocked']).doUpdateSet((row) => ({
            count: row('policy_report.count', '+', row.ref('excluded.count')),
            last_at: row.ref('excluded.last_at'),
          })),
        )
        .execute()
  })
}
