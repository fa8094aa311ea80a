import type { Price } from '@aitai/engine/model/price.ts'
import { type Kysely, sql } from 'kysely'
import { columnArray, embeddedStatement } from '../../database/bulk-write.ts'
import type { BarTable, Database } from '../../database/schema.ts'
import type { Bar } from './bar.ts'
import type { DaySoFar, SecurityBar } from './bar-recorder.ts'

const columns = [
  'at',
  'security_id',
  'open',
  'high',
  'low',
  'close',
  'volume',
  'vwap',
  'mid',
  'day_volume',
] as const

/**
 * A minute is written in two parts if the process that records changes in the middle of it: after a restart, or when
 * another process becomes the writer. The second part continues the first.
 */
const merged = `
  open = coalesce(bar.open, excluded.open),
  high = case when bar.high is null or excluded.high > bar.high then excluded.high else bar.high end,
  low = case when bar.low is null or excluded.low < bar.low then excluded.low else bar.low end,
  close = coalesce(excluded.close, bar.close),
  vwap = case when coalesce(bar.volume, 0) = 0 then excluded.vwap when coalesce(excluded.volume, 0) = 0 then bar.vwap
    else cast(round((1.0 * bar.vwap * bar.volume + 1.0 * excluded.vwap * excluded.volume)
      / (bar.volume + excluded.volume)) as bigint) end,
  volume = coalesce(bar.volume + excluded.volume, excluded.volume, bar.volume),
  mid = coalesce(excluded.mid, bar.mid),
  day_volume = coalesce(excluded.day_volume, bar.day_volume)`
const into = `insert into bar (${columns.join(', ')})`
const onConflict = `on conflict (at, security_id) do update set ${merged}`
const oneRow = `${into} values (${columns.map(() => '?').join(', ')}) ${onConflict}`

/** Stores bars in one transaction. A bar of a stored minute continues it. */
export async function storeBars(db: Kysely<Database>, bars: readonly SecurityBar[]): Promise<void> {
  if (bars.length === 0) return
  const rows = bars.map(
    ({ securityId, dayVolume, ...bar }): BarTable => ({
      security_id: securityId,
      day_volume: dayVolume,
      ...bar,
    }),
  )
  await db.transaction().execute(async (trx) => {
    const statement = embeddedStatement(trx, oneRow)
    if (statement) {
      for (const row of rows) statement.run(...columns.map((column) => row[column]))
      return
    }
    const arrays = columns.map((column) => {
      const values = columnArray(rows.map((row) => row[column]))
      return column === 'security_id' ? values : sql`${values}::bigint[]`
    })
    await sql`${sql.raw(into)} select * from unnest(${sql.join(arrays)}) ${sql.raw(onConflict)}`.execute(trx)
  })
}

/**
 * The stored bars of a security from one time to another, the end exclusive, in ascending order. Looked up minute by
 * minute, because the table is ordered by time, so that writing only ever appends to it.
 */
export async function readBars(
  db: Kysely<Database>,
  securityId: string,
  from: number,
  to: number,
): Promise<readonly Bar[]> {
  const minutes = sql`with recursive minute(at) as (
    select cast(${from} as bigint) union all select at + 60000 from minute where at + 60000 < cast(${to} as bigint))`
  const { rows } = await sql<BarTable>`${minutes}
    select bar.* from minute join bar on bar.at = minute.at and bar.security_id = ${securityId}
    order by bar.at`.execute(db)
  return rows.map(({ security_id: _, day_volume: __, ...bar }) => bar)
}

/** The stored bars of all securities from a time on. */
export async function readNewestBars(
  db: Kysely<Database>,
  from: number,
): Promise<ReadonlyMap<string, readonly Bar[]>> {
  const rows = await db.selectFrom('bar').selectAll().where('at', '>=', from).execute()
  const bars = new Map<string, Bar[]>()
  for (const { security_id, day_volume: _, ...bar } of rows) {
    const known = bars.get(security_id)
    if (known) known.push(bar)
    else bars.set(security_id, [bar])
  }
  return bars
}

/** What the stored bars say of each security's day from a time on. */
export async function readDaySoFar(db: Kysely<Database>, from: number): Promise<readonly DaySoFar[]> {
  const { rows } = await sql<{
    security_id: string
    open: Price | null
    high: Price | null
    low: Price | null
    volume: number | null
    turnover: number | string | null
    day_volume: number | null
    newest_at: number
  }>`select day.*, bar.open from (
      select security_id, min(case when open is null then null else at end) as opened_at, max(high) as high,
        min(low) as low, sum(volume) as volume, sum(1.0 * vwap * volume) as turnover,
        max(day_volume) as day_volume, max(at) as newest_at
      from bar where at >= ${from} group by security_id
    ) as day left join bar on bar.at = day.opened_at and bar.security_id = day.security_id`.execute(db)
  return rows.map(({ security_id, open, high, low, volume, turnover, day_volume, newest_at }) => ({
    securityId: security_id,
    open,
    high,
    low,
    // PostgreSQL sums whole numbers to a decimal number, which arrives as text.
    volume: volume === null ? null : Number(volume),
    turnover: Number(turnover ?? 0),
    dayVolume: day_volume,
    newestMinute: newest_at,
  }))
}

/** Deletes the oldest stored minute if it is before a time. Returns whether there was one. */
export async function deleteOldestMinute(db: Kysely<Database>, before: number): Promise<boolean> {
  const oldest = await db.selectFrom('bar').select('at').orderBy('at').limit(1).executeTakeFirst()
  if (!oldest || oldest.at >= before) return false
  await db.deleteFrom('bar').where('at', '=', oldest.at).execute()
  return true
}
