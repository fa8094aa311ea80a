/**
 * Returns the seconds in which a locate can still be answered, less than a second off: how often the server's clock
 * changes its second until that of the deadline, but at least 1 before the deadline, and 0 from then on. All countdowns
 * therefore change in the same frame: one frame for each of thirty costs the browser more than all else of the desk.
 * Both times are in milliseconds UTC on the server's clock.
 */
export const secondsLeft = (deadline: number, now: number): number =>
  now >= deadline ? 0 : Math.max(1, Math.floor(deadline / 1_000) - Math.floor(now / 1_000))
