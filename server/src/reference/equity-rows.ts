import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { sectors } from '@aitai/contract/codes.ts'
import { priceLimits } from '@aitai/engine/market/price-limits.ts'
import { tickAt } from '@aitai/engine/market/tick-sizes.ts'
import type { Security, TickTableName } from '@aitai/engine/model/security.ts'
import type { Kysely } from 'kysely'
import type { Database, EquityTable } from '../database/schema.ts'
import { type Equity, exchangeOfRic } from './equities.ts'

/** Rows in one query: a few milliseconds of work, which the embedded database does on the thread that matches. */
const pageSize = 500

/** The rows of all securities, the largest first, also of delisted ones. Others get a turn after each page. */
export async function readEquityRows(db: Kysely<Database>): Promise<readonly EquityTable[]> {
  const rows: EquityTable[] = []
  for (;;) {
    const page = await db
      .selectFrom('equity')
      .selectAll()
      .where('id', '>', rows.at(-1)?.id ?? '')
      .orderBy('id')
      .limit(pageSize)
      .execute()
    rows.push(...page)
    if (page.length < pageSize) break
    await yieldToEventLoop()
  }
  return rows.sort((a, b) => a.position - b.position || (a.id < b.id ? -1 : 1))
}

/** Converts a security to its row. `position` orders securities by market value, the largest first. */
export const equityRowOf = ({ security, ...names }: Equity, position: number): EquityTable => ({
  id: security.securityId,
  ric: security.ric,
  name: names.name,
  local_name: names.localName,
  kana: names.kana,
  short_names: names.shortNames.join(';'),
  tick_table: security.tickTable,
  lot_size: security.lotSize,
  close_price: security.closePrice,
  average_daily_volume: names.averageDailyVolume,
  sector: names.sector,
  position,
  ...ownLimits(security),
  active: 1,
  delisted: 0,
})

/** Stores only limits that do not follow from the close, so that the others change with the next close. */
function ownLimits({
  closePrice,
  minPrice,
  maxPrice,
}: Security): Pick<EquityTable, 'min_price' | 'max_price'> {
  const usual = priceLimits(closePrice)
  return {
    min_price: minPrice === usual.minPrice ? null : minPrice,
    max_price: maxPrice === usual.maxPrice ? null : maxPrice,
  }
}

/** Converts a row to a security, deriving tick and daily limits from its close. */
export function equityFromRow(row: EquityTable): Equity {
  const exchange = exchangeOfRic(row.ric)
  if (!exchange) throw new Error(`the stored security ${row.ric} is not of a Japanese exchange`)
  const tickTable = row.tick_table as TickTableName
  const usual = priceLimits(row.close_price)
  return {
    security: {
      securityId: row.id,
      ric: row.ric,
      exchange,
      lotSize: row.lot_size,
      tickTable,
      closePrice: row.close_price,
      minPrice: row.min_price ?? usual.minPrice,
      maxPrice: row.max_price ?? usual.maxPrice,
      ...(row.delisted === 1 ? { isDelisted: true } : {}),
    },
    name: row.name,
    localName: row.local_name,
    kana: row.kana,
    shortNames: row.short_names.split(';').filter((each) => each !== ''),
    tickSize: tickAt(row.close_price, { tickTable, exchange }),
    averageDailyVolume: row.average_daily_volume,
    sector: sectors.find((code) => code === row.sector) ?? null,
  }
}
