import { randomBytes, randomInt } from 'node:crypto'

/** An id of 128 random bits: it reveals nothing, and the next one cannot be guessed (docs/rules.md §15). */
export const randomId = (): string => randomBytes(16).toString('hex')

/** The seed from which a sweep draws its locate ids. */
export const randomSeed = (): string => randomBytes(32).toString('hex')

/** Without 0 O 1 I L, which are misheard and misread (docs/rules.md §9). */
const alphabet = '23456789ABCDEFGHJKMNPQRSTUVWXYZ'

/** A password for one side of an agreement: 8 characters, all equally likely. */
export const randomPassword = (): string =>
  Array.from({ length: 8 }, () => alphabet[randomInt(alphabet.length)]).join('')
