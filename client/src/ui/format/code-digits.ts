import { halfWidth } from './format.ts'

/** The digits of a code as it is typed or pasted: full width, or in groups as an SMS or an app may show them. */
export const digitsOf = (typed: string): string => halfWidth(typed).replace(/[\s-]/g, '')

export const isSixDigits = (typed: string): boolean => /^\d{6}$/.test(digitsOf(typed))
