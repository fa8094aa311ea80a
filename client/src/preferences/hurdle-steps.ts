import { hurdleOfStar, starsOf } from '@aitai/engine/rating/credibility.ts'

/** How far two stars stand apart (specification 9). */
const step = 20

/**
 * The hurdle after a star of the preferences is pressed: a filled one sets its own smallest hurdle, 10 at
 * least; an empty one adds 20 for every star that it fills (specification 5).
 */
export function hurdleAfter(hurdle: number, star: number): number {
  const filled = starsOf(Math.max(1, hurdle))
  return star <= filled ? hurdleOfStar(star) : hurdle + step * (star - filled)
}
