import { hurdleOfStar } from '@aitai/engine/rating/credibility.ts'

/** Ratings under the lowest hurdle there is match nobody (docs/rules.md §14): 1 to 9. */
export const isBelowLowestHurdle = (rating: number): boolean => rating < hurdleOfStar(1)
