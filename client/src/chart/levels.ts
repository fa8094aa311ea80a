import type { LevelKind } from '@aitai/engine/adverts/trigger-levels.ts'
import { roundDownToTick, tickAt } from '@aitai/engine/market/tick-sizes.ts'
import { toPrice, toYen } from '@aitai/engine/model/price.ts'
import { type PricedSecurity, toEngineSecurity } from '../adverts/advanced/price-conditions/trigger-levels.ts'
import {
  type TriggerContext,
  triggerLockReason,
  triggers,
} from '../adverts/advanced/price-conditions/triggers.ts'

/** A trigger level of the selected IOI as a line in the chart. */
export interface ChartLevel {
  readonly kind: LevelKind
  /** In yen. */
  readonly level: number
  /** Whether it may be moved now. */
  readonly isMovable: boolean
}

/** The levels of the triggers that are on. */
export function chartLevels(context: TriggerContext, isLocked: boolean): readonly ChartLevel[] {
  const { terms } = context
  return (['advertising', 'knockout'] as const).flatMap((kind) => {
    const level = terms[triggers[kind].value]
    if (!terms[triggers[kind].on] || level === null) return []
    const reason = triggerLockReason(kind, context)
    return [{ kind, level, isMovable: !isLocked && reason !== 'frozen' && reason !== 'satisfied' }]
  })
}

/** The price of an index-relative knockout at this index move, in yen; null if it is off or the index is unknown. */
export function indexKnockoutLevel(
  { terms }: Pick<TriggerContext, 'terms'>,
  { closePrice }: Pick<PricedSecurity, 'closePrice'>,
  indexMovePercentage: number | null,
): number | null {
  const { indexRelativeKOTriggerActivated: isOn, indexRelativeKOTrigger: percent, direction } = terms
  if (!isOn || percent === null || indexMovePercentage === null) return null
  return closePrice * (1 + (indexMovePercentage + (direction === 'BUY' ? percent : -percent)) / 100)
}

/** A price within the daily limits, on the tick below it; in yen. */
export function levelWithin(price: number, equity: PricedSecurity): number {
  const security = toEngineSecurity(equity)
  const within = Math.min(Math.max(toPrice(price), security.minPrice), security.maxPrice)
  const rounded = roundDownToTick(within, security)
  return toYen(rounded < security.minPrice ? rounded + tickAt(rounded + 1, security) : rounded)
}

/** A level moved by whole ticks, within the daily limits; in yen. */
export function levelMovedBy(level: number, ticks: number, equity: PricedSecurity): number {
  const security = toEngineSecurity(equity)
  let price = toPrice(level)
  for (let left = Math.abs(ticks); left > 0; left -= 1)
    price = ticks > 0 ? price + tickAt(price + 1, security) : roundDownToTick(price - 1, security)
  return levelWithin(toYen(price), equity)
}
