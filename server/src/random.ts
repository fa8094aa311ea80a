import { randomBytes, randomInt } from 'node:crypto'

/** An id of 128 random bits: nothing can be told from it, nor the next one guessed (rules 15). */
export const randomId = (): string => randomBytes(16).toString('hex')

/** What a sweep draws its locate ids from. */
export const randomSeed = (): string => randomBytes(32).toString('hex')

/** Without 0 O 1 I L, which are misheard and misread (rules 9). */
const alphabet = '23456789ABCDEFGHJKMNPQRSTUVWXYZ'

/** A password for one side of an agreement: 8 characters, each as likely as any other. */
export const randomPassword = (): string =>
  Array.from({ length: 8 }, () => alphabet[randomInt(alphabet.length)]).join('')
