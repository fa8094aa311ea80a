import { argon2, randomBytes, randomInt, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { HashQueue, type PasswordOrigin, signedInOrigin } from './hash-queue.ts'

const hashWith = promisify(argon2)

interface Argon2Cost {
  /** KiB. */
  readonly memory: number
  readonly passes: number
  readonly parallelism: number
}

/**
 * OWASP's minimum for argon2id: 19 MiB, 2 passes. Each hash stores its own parameters, so these can be raised
 * later.
 */
const owaspMinimum: Argon2Cost = { memory: 19_456, passes: 2, parallelism: 1 }

/** Hashes and verifies passwords, at most two at once and at most 50 waiting. */
export interface PasswordHasher {
  /** The argon2id hash of a password in the standard text form (PHC), with its parameters and salt. */
  hash(password: string): Promise<string>
  /**
   * Whether the password matches the hash. For an unknown user (null) it takes the same time and returns false,
   * so that neither the reply nor its timing reveals who has an account.
   */
  verify(password: string, hash: string | null, origin?: PasswordOrigin): Promise<boolean>
  /**
   * A hash of the same password at the current cost, or null if the hash already has it. The salt stays, so
   * that `passwordVersionOf` does not change.
   */
  upgrade(password: string, hash: string): Promise<string | null>
}

export function passwordHasher(cost: Argon2Cost = owaspMinimum): PasswordHasher {
  const queue = new HashQueue({ atOnce: 2, maxLength: 50 })
  /** Matches no password. Verified for an unknown address, so that the reply takes as long. */
  const unmatchableHash = encodeHash(cost, randomBytes(16), randomBytes(32))

  const digestOf = (
    origin: PasswordOrigin,
    password: string,
    nonce: Buffer,
    { memory, passes, parallelism }: Argon2Cost,
  ): Promise<Buffer> =>
    queue.run(origin, () =>
      hashWith('argon2id', {
        message: password.normalize('NFKC'),
        nonce,
        memory,
        passes,
        parallelism,
        tagLength: 32,
      }),
    )

  return {
    async hash(password) {
      const nonce = randomBytes(16)
      return encodeHash(cost, nonce, await digestOf(signedInOrigin, password, nonce, cost))
    },
    async verify(password, hash, origin = signedInOrigin) {
      const { salt, digest, ...stored } = readHash(hash ?? unmatchableHash)
      const found = await digestOf(origin, password, salt, stored)
      return timingSafeEqual(found, digest) && hash !== null
    },
    async upgrade(password, hash) {
      const { salt, memory, passes, parallelism } = readHash(hash)
      const isCurrent = memory >= cost.memory && passes >= cost.passes && parallelism === cost.parallelism
      return isCurrent ? null : encodeHash(cost, salt, await digestOf(signedInOrigin, password, salt, cost))
    },
  }
}

const base64 = (bytes: Buffer): string => bytes.toString('base64').replace(/=+$/, '')

const encodeHash = (cost: Argon2Cost, nonce: Buffer, digest: Buffer): string =>
  `$argon2id$v=19$m=${cost.memory},t=${cost.passes},p=${cost.parallelism}$${base64(nonce)}$${base64(digest)}`

const form = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([\w+/]+)\$([\w+/]+)$/

function readHash(hash: string): Argon2Cost & { readonly salt: Buffer; readonly digest: Buffer } {
  const [, memory, passes, parallelism, salt, digest] = form.exec(hash) ?? []
  if (!salt || !digest) throw new Error('a stored password hash has an unknown form')
  const stored = { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) }
  return { ...stored, salt: Buffer.from(salt, 'base64'), digest: Buffer.from(digest, 'base64') }
}

/**
 * Identifies the password that a hash belongs to: its salt, which is new for every password that is set. A
 * log-in or reset link that began with one password must not complete after the password has changed.
 */
export const passwordVersionOf = (hash: string): string => form.exec(hash)?.[4] ?? ''

/** Without characters that look alike: temporary passwords are read out over the telephone. */
const unambiguousCharacters = 'abcdefghjkmnpqrstuvwxyz23456789'

/** A password for the first sign-in: about 79 random bits in four groups of four characters. */
export const createTemporaryPassword = (): string =>
  Array.from({ length: 4 }, () =>
    Array.from({ length: 4 }, () => unambiguousCharacters[randomInt(unambiguousCharacters.length)]).join(''),
  ).join('-')

/** How long a temporary password is valid, in milliseconds. */
export const temporaryPasswordMs = 72 * 3_600_000
