import type { Advert } from './advert.ts'
import type { Price } from './price.ts'

/**
 * The levels nearest to the market at which a trigger of a security can fire or a limit price be crossed: a mid at or
 * over `above` or at or under `below`, and a lead over the index at or over `ahead` or at or under `behind`. A quote
 * inside the bounds does neither, so no advert needs to be checked.
 */
export interface TriggerBounds {
  above: Price
  below: Price
  ahead: number
  behind: number
}

const never = (): TriggerBounds => ({
  above: Number.POSITIVE_INFINITY,
  below: Number.NEGATIVE_INFINITY,
  ahead: Number.POSITIVE_INFINITY,
  behind: Number.NEGATIVE_INFINITY,
})

/**
 * The levels of one advert (docs/rules.md §11, §25). They include a fired advertising trigger: the bounds are only
 * a filter.
 */
function levelsOf({ terms, isBeyondLimit }: Advert): TriggerBounds {
  const levels = never()
  const isBuy = terms.direction === 'BUY'
  if (terms.advertisingTriggerActivated && terms.advertisingTrigger !== null)
    levels[isBuy ? 'below' : 'above'] = terms.advertisingTrigger
  if (terms.knockoutTriggerActivated && terms.knockoutTrigger !== null) {
    if (isBuy) levels.above = Math.min(levels.above, terms.knockoutTrigger)
    else levels.below = Math.max(levels.below, terms.knockoutTrigger)
  }
  if (terms.limitPrice !== null) {
    // A price at the limit is within it. Beyond it begins one unit of a price further.
    if (isBuy && isBeyondLimit) levels.below = Math.max(levels.below, terms.limitPrice)
    else if (isBuy) levels.above = Math.min(levels.above, terms.limitPrice + 1)
    else if (isBeyondLimit) levels.above = Math.min(levels.above, terms.limitPrice)
    else levels.below = Math.max(levels.below, terms.limitPrice - 1)
  }
  if (terms.indexRelativeKOTriggerActivated && terms.indexRelativeKOTrigger !== null) {
    if (isBuy) levels.ahead = terms.indexRelativeKOTrigger
    else levels.behind = -terms.indexRelativeKOTrigger
  }
  return levels
}

/** Whether a mid fires no trigger by level and crosses no limit price. */
export const isInside = ({ above, below }: TriggerBounds, mid: Price): boolean => mid < above && mid > below

/** Narrows the bounds by the levels of one more advert. */
export function tightenBounds(nearest: TriggerBounds, advert: Advert): void {
  const levels = levelsOf(advert)
  nearest.above = Math.min(nearest.above, levels.above)
  nearest.below = Math.max(nearest.below, levels.below)
  nearest.ahead = Math.min(nearest.ahead, levels.ahead)
  nearest.behind = Math.max(nearest.behind, levels.behind)
}

export function triggerBoundsOf(adverts: Iterable<Advert>): TriggerBounds {
  const nearest = never()
  for (const advert of adverts) tightenBounds(nearest, advert)
  return nearest
}

/** Whether an advert sets one of the bounds, which must be recomputed after its removal. */
export function setsAnyBound(nearest: TriggerBounds, advert: Advert): boolean {
  const levels = levelsOf(advert)
  // Both are infinite if no advert has such a level. The advert then does not set the bound.
  const isNearest = (side: keyof TriggerBounds): boolean =>
    Number.isFinite(levels[side]) && levels[side] === nearest[side]
  return isNearest('above') || isNearest('below') || isNearest('ahead') || isNearest('behind')
}
