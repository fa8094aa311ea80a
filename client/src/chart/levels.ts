import { triggers } from '@aitai/engine/adverts/trigger-validation.ts'
import type { Yen } from '@aitai/engine/model/price.ts'
import type { PricedSecurity } from '../adverts/advanced/price-conditions/trigger-levels.ts'
import { type TriggerContext, triggerLockReason } from '../adverts/advanced/price-conditions/triggers.ts'
import { readableLimit } from '../adverts/terms.ts'

/** The terms that are prices, by what they are. */
export const chartTerms = {
  limit: 'limitPrice',
  advertising: triggers.advertising.value,
  knockout: triggers.knockout.value,
} as const
export type ChartLevelKind = keyof typeof chartTerms
export type ChartTerm = (typeof chartTerms)[ChartLevelKind]

/** A limit price or trigger level of the selected IOI as a line in the chart. */
export interface ChartLevel {
  readonly kind: ChartLevelKind
  /** In yen. */
  readonly level: Yen
  /** Whether it may be moved now. */
  readonly isMovable: boolean
}

/** The limit price and the levels of the triggers that are on. */
export function chartLevels(context: TriggerContext, isLocked: boolean): readonly ChartLevel[] {
  const { terms } = context
  const limitPrice = readableLimit(terms)
  const limit =
    limitPrice === null ? [] : [{ kind: 'limit' as const, level: limitPrice, isMovable: !isLocked }]
  const levels = (['advertising', 'knockout'] as const).flatMap((kind) => {
    const level = terms[triggers[kind].value]
    if (!terms[triggers[kind].on] || level === null) return []
    const reason = triggerLockReason(kind, context)
    return [{ kind, level, isMovable: !isLocked && reason !== 'frozen' && reason !== 'satisfied' }]
  })
  return [...limit, ...levels]
}

/** The price of an index-relative knockout at this index move, in yen; null if it is off or the index is unknown. */
export function indexKnockoutLevel(
  { terms }: Pick<TriggerContext, 'terms'>,
  { closePrice }: Pick<PricedSecurity, 'closePrice'>,
  indexMovePercentage: number | null,
): Yen | null {
  const { indexRelativeKOTriggerActivated: isOn, indexRelativeKOTrigger: percent, direction } = terms
  if (!isOn || percent === null || indexMovePercentage === null) return null
  return closePrice * (1 + (indexMovePercentage + (direction === 'BUY' ? percent : -percent)) / 100)
}

/** Where a level beyond the scale of prices is shown: at an edge, below others that are further away. */
export interface EdgePosition {
  readonly edge: 'above' | 'below'
  /** How many levels are further away. */
  readonly rank: number
}

/** The positions of levels beyond a scale of prices, in their order; null for those within it. */
export const edgePositions = (
  levels: readonly Yen[],
  { low, high }: { readonly low: Yen; readonly high: Yen },
): readonly (EdgePosition | null)[] =>
  levels.map((level, i) => {
    if (level >= low && level <= high) return null
    const edge = level > high ? 'above' : 'below'
    const isFurther = (other: Yen, j: number): boolean =>
      other === level ? j < i : edge === 'above' ? other > level : other < level
    return { edge, rank: levels.filter(isFurther).length }
  })
