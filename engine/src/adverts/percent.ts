/**
 * Percentages stand as percent on the wire, with two decimals at most, and as whole basis points in the
 * engine. This is the one place where the one becomes the other.
 */
export const basisPointsOf = (percent: number): number => Math.round(percent * 100)

export const percentOf = (basisPoints: number): number => basisPoints / 100

/** The smallest step in which a percentage is given. */
export const percentStep = 0.01

/** Whether a number has no digits beyond a step of 1 or of a hundredth; binary fractions are no excuse. */
export const isInSteps = (value: number, step: 1 | typeof percentStep): boolean =>
  step === 1 ? Number.isInteger(value) : Number(value.toFixed(2)) === value
