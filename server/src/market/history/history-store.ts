import { type Kysely, sql, type Transaction } from 'kysely'
import { bulkInsert, columnArray, embeddedStatement } from '../../database/bulk-write.ts'
import type {
  Database,
  HistoryAdvertTable,
  HistoryEventTable,
  HistoryLocateTable,
} from '../../database/schema.ts'
import type { HistoryFacts, HistoryFold } from './history-fold.ts'
import {
  type AdvertEventRecord,
  type AdvertRecord,
  historyVersion,
  type LocateRecord,
} from './history-records.ts'

/** The number of the newest entry that the history has; 0 if it has to be built, or built again. */
export async function historyPosition(db: Kysely<Database>): Promise<number> {
  const row = await db.selectFrom('history_position').select(['seq', 'version']).executeTakeFirst()
  return row?.version === historyVersion ? row.seq : 0
}

/** Ids that entries refer to. */
export interface ReferredIds {
  readonly adverts: ReadonlySet<string>
  readonly locates: ReadonlySet<string>
  readonly agreements: ReadonlySet<string>
}

/** The records of what entries refer to, with both IOIs of each locate. */
export async function loadFacts(db: Kysely<Database>, ids: ReferredIds): Promise<HistoryFacts> {
  const locates = [
    ...(await locatesBy(db, 'id', ids.locates)),
    ...(await locatesBy(db, 'agreement_id', ids.agreements)),
  ]
  const located = locates.flatMap(({ buyId, sellId }) => [buyId, sellId])
  return { locates, adverts: await newestAdverts(db, new Set([...ids.adverts, ...located])) }
}

export async function locatesBy(
  db: Kysely<Database>,
  column: 'id' | 'agreement_id',
  ids: ReadonlySet<string>,
): Promise<LocateRecord[]> {
  const rows = await inChunks([...ids], (some) =>
    db.selectFrom('history_locate').select('body').where(column, 'in', some).execute(),
  )
  return rows.map(({ body }) => JSON.parse(body) as LocateRecord)
}

async function newestAdverts(db: Kysely<Database>, ids: ReadonlySet<string>): Promise<AdvertRecord[]> {
  const rows = await inChunks([...ids], (some) =>
    db
      .selectFrom('history_advert')
      .select(['advert_id', 'body'])
      .where('advert_id', 'in', some)
      .orderBy('day')
      .execute(),
  )
  const newest = new Map(rows.map(({ advert_id, body }) => [advert_id, body]))
  return [...newest.values()].map((body) => JSON.parse(body) as AdvertRecord)
}

/** Below the number of parameters that both databases accept. */
const idsAtOnce = 500

async function inChunks<T>(
  ids: readonly string[],
  read: (some: readonly string[]) => Promise<T[]>,
): Promise<T[]> {
  const found: T[] = []
  for (let i = 0; i < ids.length; i += idsAtOnce) found.push(...(await read(ids.slice(i, i + idsAtOnce))))
  return found
}

/** A trader's IOIs that changed on a trading day, from the first to the last, as they were at its end. */
export async function advertsOfDays(
  db: Kysely<Database>,
  traderId: string,
  [first, last]: readonly [first: number, last: number],
): Promise<AdvertRecord[]> {
  const rows = await db
    .selectFrom('history_advert')
    .select('body')
    .where('trader_id', '=', traderId)
    .where('day', '>=', first)
    .where('day', '<=', last)
    .execute()
  return rows.map(({ body }) => JSON.parse(body) as AdvertRecord)
}

/** The trading days on which a trader's IOIs changed, with the id of each. */
export const daysOfTrader = (db: Kysely<Database>, traderId: string, first: number) =>
  db
    .selectFrom('history_advert')
    .select(['day', 'advert_id', 'is_sent', 'is_completed'])
    .where('trader_id', '=', traderId)
    .where('day', '>=', first)
    .execute()

/** The owner of an IOI; null if the history has none with this id. */
export async function ownerOf(db: Kysely<Database>, advertId: string): Promise<string | null> {
  const row = await db
    .selectFrom('history_advert')
    .select('trader_id')
    .where('advert_id', '=', advertId)
    .limit(1)
    .executeTakeFirst()
  return row?.trader_id ?? null
}

/** The events of an IOI, in order. */
export async function eventsOfAdvert(db: Kysely<Database>, advertId: string): Promise<AdvertEventRecord[]> {
  const rows = await db
    .selectFrom('history_event')
    .select('body')
    .where('advert_id', '=', advertId)
    .orderBy('number')
    .execute()
  return rows.map(({ body }) => JSON.parse(body) as AdvertEventRecord)
}

/** Stores what entries have changed, and the number of the last of them. */
export async function storeHistory(
  trx: Transaction<Database>,
  fold: HistoryFold,
  seq: number,
): Promise<void> {
  const adverts = fold.changedAdverts.map(advertRow)
  const locates = fold.changedLocates.map(locateRow)
  await remove(
    trx,
    'history_advert',
    ['advert_id', 'day'],
    adverts.map((row) => [row.advert_id, row.day]),
  )
  await remove(
    trx,
    'history_locate',
    ['id'],
    locates.map((row) => [row.id]),
  )
  await insertAdverts(trx, adverts)
  await insertLocates(trx, locates)
  await insertEvents(trx, fold.newEvents.map(eventRow))
  await trx.updateTable('history_position').set({ seq }).execute()
}

/** Deletes the history, so that it is built again. */
export async function clearHistory(trx: Transaction<Database>): Promise<void> {
  for (const table of ['history_advert', 'history_event', 'history_locate', 'history_position'] as const)
    await trx.deleteFrom(table).execute()
  await trx.insertInto('history_position').values({ one: 1, version: historyVersion, seq: 0 }).execute()
}

type Key = readonly (string | number)[]

async function remove(
  trx: Transaction<Database>,
  table: string,
  names: readonly string[],
  keys: readonly Key[],
): Promise<void> {
  if (keys.length === 0) return
  const where = names.map((name) => `${name} = ?`).join(' and ')
  const statement = embeddedStatement(trx, `delete from ${table} where ${where}`)
  if (statement) {
    for (const key of keys) statement.run(...key)
    return
  }
  const columns = names.map((name, index) => {
    const values = columnArray(keys.map((key) => key[index] ?? null))
    return name === 'day' ? sql`${values}::bigint[]` : values
  })
  const tuple = sql.raw(`(${names.join(', ')})`)
  await sql`delete from ${sql.raw(table)} where ${tuple} in (select * from unnest(${sql.join(columns)}))`.execute(
    trx,
  )
}

const insertAdverts = bulkInsert('history_advert', {
  advert_id: 'text',
  day: 'whole',
  trader_id: 'text',
  is_sent: 'whole',
  is_completed: 'whole',
  body: 'text',
})
const insertLocates = bulkInsert('history_locate', { id: 'text', agreement_id: 'text', body: 'text' })
const insertEvents = bulkInsert('history_event', { advert_id: 'text', number: 'whole', body: 'text' })

const advertRow = (advert: AdvertRecord): HistoryAdvertTable => ({
  advert_id: advert.advertId,
  day: advert.day,
  trader_id: advert.traderId,
  is_sent: Number(advert.submitTime !== null),
  is_completed: Number(advert.advertisementStatus === 'COMPLETED'),
  body: JSON.stringify(advert),
})
const locateRow = (locate: LocateRecord): HistoryLocateTable => ({
  id: locate.locateId,
  agreement_id: locate.agreementId,
  body: JSON.stringify(locate),
})
const eventRow = ({ advertId, number, event }: HistoryFold['newEvents'][number]): HistoryEventTable => ({
  advert_id: advertId,
  number,
  body: JSON.stringify(event),
})
