import { hurdleOfStar } from '@aitai/engine/rating/credibility.ts'

/** Ratings below the lowest possible hurdle match nobody (docs/rules.md §14): 1 to 9. */
export const isBelowLowestHurdle = (rating: number): boolean => rating < hurdleOfStar(1)
