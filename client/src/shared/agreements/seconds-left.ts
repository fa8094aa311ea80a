/**
 * The seconds in which a locate can be answered: the full seconds of the server's clock until the deadline's second; at
 * least 1 until it is over, and then 0. Within a second of what is left. All countdowns of all locates change together,
 * because one frame for each of thirty costs the browser more than all else of the desk.
 *
 * @param deadline and now: milliseconds UTC on the server's clock
 */
export const secondsLeft = (deadline: number, now: number): number =>
  now >= deadline ? 0 : Math.max(1, Math.floor(deadline / 1_000) - Math.floor(now / 1_000))
