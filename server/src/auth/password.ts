import { argon2, randomBytes, randomInt, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { passwordLength } from '@aitai/contract/user.ts'
import { Unavailable } from '../matchmaking.ts'

const hashWith = promisify(argon2)

/** At least what OWASP asks of argon2id: 19 MiB, twice over. Kept in each hash, so that they can grow. */
const cost = { memory: 19_456, passes: 2, parallelism: 1 } as const
/** More at once would starve everything else of its cores; a longer queue would only answer later. */
const atOnce = 2
const longestQueue = 50

let running = 0
const waiting: (() => void)[] = []

/** Runs when a place is free. Throws Unavailable when the queue is full, or signing in could stop us. */
async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running >= atOnce) {
    if (waiting.length >= longestQueue) throw new Unavailable('too many are signing in at once')
    await new Promise<void>((resolve) => waiting.push(resolve))
  } else running += 1
  try {
    return await work()
  } finally {
    const next = waiting.shift()
    if (next) next()
    else running -= 1
  }
}

interface Argon2Cost {
  readonly memory: number
  readonly passes: number
  readonly parallelism: number
}

const digestOf = (
  password: string,
  nonce: Buffer,
  { memory, passes, parallelism }: Argon2Cost,
): Promise<Buffer> =>
  inTurn(() =>
    hashWith('argon2id', {
      message: password.normalize('NFKC'),
      nonce,
      memory,
      passes,
      parallelism,
      tagLength: 32,
    }),
  )

const base64 = (bytes: Buffer): string => bytes.toString('base64').replace(/=+$/, '')

const textOf = (nonce: Buffer, digest: Buffer): string =>
  `$argon2id$v=19$m=${cost.memory},t=${cost.passes},p=${cost.parallelism}$${base64(nonce)}$${base64(digest)}`

/** The argon2id hash of a password, in the usual text form with its cost and salt. */
export async function hashPassword(password: string): Promise<string> {
  const nonce = randomBytes(16)
  return textOf(nonce, await digestOf(password, nonce, cost))
}

const form = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([\w+/]+)\$([\w+/]+)$/
/** Of nobody's password: what an unknown address is measured against. */
const nobodysHash = textOf(randomBytes(16), randomBytes(32))

/**
 * Whether this is the password of the hash. For an unknown user (null) it costs the same time and says no,
 * so that an answer does not tell who has an account.
 */
export async function isPassword(password: string, hash: string | null): Promise<boolean> {
  const [, memory, passes, parallelism, salt, digest] = form.exec(hash ?? nobodysHash) ?? []
  if (!salt || !digest) throw new Error('a stored password hash has an unknown form')
  const stored = { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) }
  const found = await digestOf(password, Buffer.from(salt, 'base64'), stored)
  return timingSafeEqual(found, Buffer.from(digest, 'base64')) && hash !== null
}

/** Read over the telephone: no letter or digit that looks like another. */
const letters = 'abcdefghjkmnpqrstuvwxyz23456789'

/** A password for the first sign-in: 80 bits in four groups. */
export const temporaryPassword = (): string =>
  Array.from({ length: 4 }, () =>
    Array.from({ length: 4 }, () => letters[randomInt(letters.length)]).join(''),
  ).join('-')

/** How long a temporary password opens a first session, in milliseconds. */
export const temporaryPasswordMs = 72 * 3_600_000

export { passwordLength }

export type PasswordFault = 'PASSWORD_LENGTH' | 'PASSWORD_GUESSABLE'

/**
 * What is wrong with a new password, or null. 12 to 128 characters as people count them, and still 12 without
 * what anyone would guess first: the own address and the product's name. No other rule, since rules make
 * passwords worse (NIST 800-63B).
 */
export function checkPasswordPolicy(password: string, email: string): PasswordFault | null {
  const normal = password.normalize('NFKC').toLowerCase()
  const length = [...normal].length
  if (length < passwordLength.min || length > passwordLength.max) return 'PASSWORD_LENGTH'
  const address = email.normalize('NFKC').toLowerCase()
  const rest = [address, ...address.split('@'), 'aitai']
    .filter((guess) => guess.length >= 4)
    .reduce((left, guess) => left.replaceAll(guess, ''), normal)
  const isVaried = new Set(rest).size >= 5
  return isVaried && [...rest].length >= passwordLength.min ? null : 'PASSWORD_GUESSABLE'
}
