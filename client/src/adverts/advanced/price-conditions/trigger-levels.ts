import type { Equity } from '@aitai/contract/schemas/reference.ts'
import { basisPointsOf, percentOf } from '@aitai/engine/adverts/percent.ts'
import { type LevelKind, levelOf, offsetOf, sideOfClose } from '@aitai/engine/adverts/trigger-levels.ts'
import { roundDownToTick, tickAt } from '@aitai/engine/market/tick-sizes.ts'
import type { Direction } from '@aitai/engine/model/advert.ts'
import type { Exchange } from '@aitai/engine/model/calendar.ts'
import { toPrice, toYen, type Yen } from '@aitai/engine/model/price.ts'
import type { Security } from '@aitai/engine/model/security.ts'
import { formatPrice } from '../../../ui/format/format.ts'
import { parseAmount } from '../../../ui/format/parse-amount.ts'
import { offsetRange, parsePercent } from '../../../ui/format/percent.ts'

export type PricedSecurity = Pick<
  Equity,
  'equityId' | 'ric' | 'lotSize' | 'closePrice' | 'minPrice' | 'maxPrice' | 'tickTable' | 'exchange'
>

/** A security in the engine's unit, 1/10,000 yen, for calling the engine's rules. */
export const toEngineSecurity = (equity: PricedSecurity): Security => ({
  securityId: equity.equityId,
  ric: equity.ric,
  exchange: equity.exchange as Exchange,
  lotSize: equity.lotSize,
  tickTable: equity.tickTable,
  closePrice: toPrice(equity.closePrice),
  minPrice: toPrice(equity.minPrice),
  maxPrice: toPrice(equity.maxPrice),
})

/** The level in yen at an offset in percent from the close, rounded to its tick (docs/rules.md §11). */
export function levelAt(offset: number, kind: LevelKind, direction: Direction, equity: PricedSecurity): Yen {
  const security = toEngineSecurity(equity)
  return toYen(levelOf(kind, direction, security.closePrice, basisPointsOf(offset), security))
}

/**
 * The offset of a level in yen from the close, in percent: the one with the fewest decimals that gives the same
 * level. Negative on the wrong side of the close.
 */
export function offsetAt(level: Yen, kind: LevelKind, direction: Direction, equity: PricedSecurity): number {
  const security = toEngineSecurity(equity)
  const { closePrice } = equity
  const away = sideOfClose(kind, direction) === 'above' ? level - closePrice : closePrice - level
  if (away < 0) return percentOf(basisPointsOf((away / closePrice) * 100))
  return percentOf(offsetOf(toPrice(level), security.closePrice, direction, kind, security))
}

/** A typed price in yen rounded down to the tick. */
export const roundLevelToTick = (price: Yen, equity: PricedSecurity): Yen =>
  toYen(roundDownToTick(toPrice(price), toEngineSecurity(equity)))

/**
 * A level in yen with the decimals of its own price band: 2,905.5, but 3,050 above 3,000 yen. A daily limit may
 * be off the tick and keeps its decimal.
 * @param beside the other prices of an axis: all have the decimals that the finest of them needs
 */
export function formatLevel(level: Yen, equity: PricedSecurity, beside: readonly Yen[] = []): string {
  const security = toEngineSecurity(equity)
  const ticks = [level, ...beside].map((each) => {
    const tick = tickAt(toPrice(each), security)
    return toPrice(each) % tick === 0 ? toYen(tick) : 0.1
  })
  return formatPrice(level, Math.min(...ticks))
}

/** The smallest tick of any price band, in yen. */
const finestTick: Yen = 0.1

/**
 * A level where only the tick of the close is known. The level may be in a price band with a finer tick, so it is
 * not rounded to that of the close.
 */
export const formatLevelByTickSize = (level: Yen, tickSize: Yen): string =>
  formatPrice(level, Number.isInteger(level) ? tickSize : finestTick)

/** A typed price in yen; null if it is not a positive price. */
export const parseLevel = parseAmount

/** A typed percentage within the range of an offset, 0 to 10 %; null otherwise. */
export function parseOffset(typed: string): number | null {
  const percent = parsePercent(typed)
  const { min, max } = offsetRange
  return percent !== null && percent >= min && percent <= max ? percent : null
}

/** A price within the daily limits, on the tick below it; in yen. */
export function levelWithin(price: Yen, equity: PricedSecurity): Yen {
  const security = toEngineSecurity(equity)
  const within = Math.min(Math.max(toPrice(price), security.minPrice), security.maxPrice)
  const rounded = roundDownToTick(within, security)
  return toYen(rounded < security.minPrice ? rounded + tickAt(rounded + 1, security) : rounded)
}

/** A level moved by whole ticks, within the daily limits; in yen. */
export function levelMovedBy(level: Yen, ticks: number, equity: PricedSecurity): Yen {
  const security = toEngineSecurity(equity)
  let price = toPrice(level)
  for (let left = Math.abs(ticks); left > 0; left -= 1)
    price = ticks > 0 ? price + tickAt(price + 1, security) : roundDownToTick(price - 1, security)
  return levelWithin(toYen(price), equity)
}
