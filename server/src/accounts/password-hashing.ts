import { argon2, randomBytes, randomInt, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { HashQueue, type HashQueueLane, signedInLane } from './hash-queue.ts'

const hashWith = promisify(argon2)

/** At least what OWASP asks of argon2id: 19 MiB, twice over. Kept in each hash, so that they can grow. */
const cost = { memory: 19_456, passes: 2, parallelism: 1 } as const
const queue = new HashQueue({ atOnce: 2, longest: 50 })

interface Argon2Cost {
  readonly memory: number
  readonly passes: number
  readonly parallelism: number
}

const digestOf = (lane: HashQueueLane, password: string, nonce: Buffer, asked: Argon2Cost): Promise<Buffer> =>
  queue.run(lane, () =>
    hashWith('argon2id', { message: password.normalize('NFKC'), nonce, ...asked, tagLength: 32 }),
  )

const base64 = (bytes: Buffer): string => bytes.toString('base64').replace(/=+$/, '')

const textOf = (nonce: Buffer, digest: Buffer): string =>
  `$argon2id$v=19$m=${cost.memory},t=${cost.passes},p=${cost.parallelism}$${base64(nonce)}$${base64(digest)}`

/** The argon2id hash of a password, in the usual text form with its cost and salt. */
export async function hashPassword(password: string): Promise<string> {
  const nonce = randomBytes(16)
  return textOf(nonce, await digestOf(signedInLane, password, nonce, cost))
}

const form = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([\w+/]+)\$([\w+/]+)$/
/** Of nobody's password: what an unknown address is measured against. */
const nobodysHash = textOf(randomBytes(16), randomBytes(32))

function readHash(hash: string): Argon2Cost & { readonly salt: Buffer; readonly digest: Buffer } {
  const [, memory, passes, parallelism, salt, digest] = form.exec(hash) ?? []
  if (!salt || !digest) throw new Error('a stored password hash has an unknown form')
  const stored = { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) }
  return { ...stored, salt: Buffer.from(salt, 'base64'), digest: Buffer.from(digest, 'base64') }
}

/**
 * Whether this is the password of the hash. For an unknown user (null) it costs the same time and says no,
 * so that an answer does not tell who has an account.
 */
export async function verifyPassword(
  password: string,
  hash: string | null,
  lane: HashQueueLane = signedInLane,
): Promise<boolean> {
  const { salt, digest, ...stored } = readHash(hash ?? nobodysHash)
  const found = await digestOf(lane, password, salt, stored)
  return timingSafeEqual(found, digest) && hash !== null
}

/**
 * A hash of the same password at today's cost, or null if it has that already. It keeps its salt: the
 * password stays the same version.
 */
export async function upgradedHash(password: string, hash: string): Promise<string | null> {
  const { salt, memory, passes, parallelism } = readHash(hash)
  const isToday = memory >= cost.memory && passes >= cost.passes && parallelism === cost.parallelism
  return isToday ? null : textOf(salt, await digestOf(signedInLane, password, salt, cost))
}

/**
 * Which password of a user this hash is of: the salt, drawn anew with every password that is set. What was
 * begun with one password (a log-in that waits for its code, a link to a new one) must not end with the next.
 */
export const passwordVersionOf = (hash: string): string => form.exec(hash)?.[4] ?? ''

/** Read over the telephone: no letter or digit that looks like another. */
const letters = 'abcdefghjkmnpqrstuvwxyz23456789'

/** A password for the first sign-in: 80 bits in four groups. */
export const createTemporaryPassword = (): string =>
  Array.from({ length: 4 }, () =>
    Array.from({ length: 4 }, () => letters[randomInt(letters.length)]).join(''),
  ).join('-')

/** How long a temporary password opens a first session, in milliseconds. */
export const temporaryPasswordMs = 72 * 3_600_000
