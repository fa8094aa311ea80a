import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'

/** Milliseconds UTC. */
type Moment = number

/** What authenticator apps support without exception: RFC 6238 with SHA-1, six digits, every 30 seconds. */
const form = { algorithm: 'SHA1', digits: 6, period: 30 } as const
/** How many steps the clock of a telephone may be ahead or behind. */
const window = 1
/** As long as the hash, which RFC 4226 recommends. */
const keyBytes = 20

/** A new key of an authenticator, base32. */
export const newAuthenticatorKey = (): string => Secret.fromHex(randomBytes(keyBytes).toString('hex')).base32

/** The link that an authenticator app opens or reads from a QR code. */
export const authenticatorLink = (key: string, issuer: string, email: string): string =>
  new TOTP({ ...form, secret: Secret.fromBase32(key), issuer, label: email }).toString()

/** The time step for which a code is right, one step around `at` included; null for a wrong code. */
export function stepOfCode(key: string, code: string, at: Moment): number | null {
  const delta = TOTP.validate({ ...form, secret: Secret.fromBase32(key), token: code, timestamp: at, window })
  return delta === null ? null : TOTP.counter({ period: form.period, timestamp: at }) + delta
}

/** A key as it is stored, and what it belongs to: a key that was copied to another row cannot be opened. */
interface SealedKey {
  readonly sealed: string
  readonly owner: string
}

const algorithm = 'aes-256-gcm'
const [nonceBytes, tagBytes] = [12, 16]

const cipherKey = (secret: Buffer): Uint8Array =>
  new Uint8Array(hkdfSync('sha256', secret, '', 'aitai authenticator keys', 32))

/**
 * Encrypts the key of an authenticator, because codes can only be computed from the key itself. The secret is not in
 * the database (docs/decisions/0086-secrets-of-an-installation.md).
 */
export function sealKey(secret: Buffer, key: string, owner: string): string {
  const nonce = randomBytes(nonceBytes)
  const cipher = createCipheriv(algorithm, cipherKey(secret), nonce).setAAD(Buffer.from(owner))
  const text = Buffer.concat([cipher.update(key, 'utf8'), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), text]).toString('base64url')
}

/** Decrypts a key with the first of the secrets that fits; null if none does. */
export function openKey(secrets: readonly Buffer[], { sealed, owner }: SealedKey): string | null {
  const bytes = Buffer.from(sealed, 'base64url')
  const nonce = bytes.subarray(0, nonceBytes)
  const tag = bytes.subarray(nonceBytes, nonceBytes + tagBytes)
  const text = bytes.subarray(nonceBytes + tagBytes)
  if (tag.length < tagBytes) return null
  for (const secret of secrets) {
    const decipher = createDecipheriv(algorithm, cipherKey(secret), nonce, { authTagLength: tagBytes })
    decipher.setAAD(Buffer.from(owner)).setAuthTag(tag)
    try {
      return Buffer.concat([decipher.update(text), decipher.final()]).toString('utf8')
    } catch {
      // Encrypted with another secret.
    }
  }
  return null
}
