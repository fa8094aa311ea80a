/**
 * Percentages are percent with at most two decimals on the wire and the screen, and whole basis points in the engine.
 * They are converted only here.
 */
export const basisPointsOf = (percent: number): number => Math.round(percent * 100)

export const percentOf = (basisPoints: number): number => basisPoints / 100

/** The precision of a percentage. */
export const percentStep = 0.01

/** Whether a number is a whole multiple of the step, apart from the error of binary fractions. */
export const isInSteps = (value: number, step: 1 | typeof percentStep): boolean =>
  step === 1 ? Number.isInteger(value) : Number(value.toFixed(2)) === value
