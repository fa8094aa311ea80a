import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto'

const algorithm = 'aes-256-gcm'
const keyBytes = 32
const [nonceBytes, tagBytes] = [12, 16]

/** 256 random bits. */
export const newKey = (): Buffer => randomBytes(keyBytes)

/** A key for one purpose, which reveals nothing about the key that it is derived from (HKDF, RFC 5869). */
export const derivedKey = (key: Buffer, purpose: string): Buffer =>
  Buffer.from(hkdfSync('sha256', key, '', purpose, keyBytes))

/** Tells keys apart and reveals nothing about them. */
export const idOfKey = (key: Buffer): string => createHash('sha256').update(key).digest('hex').slice(0, 16)

/** Encrypts a text, bound to `context`: it can only be decrypted with the same. The result is base64url. */
export function encryptWith(key: Buffer, text: string | Buffer, context: string): string {
  const nonce = randomBytes(nonceBytes)
  const cipher = createCipheriv(algorithm, key, nonce, { authTagLength: tagBytes }).setAAD(
    Buffer.from(context),
  )
  const encrypted = Buffer.concat([
    typeof text === 'string' ? cipher.update(text, 'utf8') : cipher.update(text),
  ])
  return Buffer.concat([nonce, encrypted, cipher.final(), cipher.getAuthTag()]).toString('base64url')
}

/** The text; null if it was encrypted with another key or for another context, or was changed. */
export function decryptWith(key: Buffer, encrypted: string, context: string): Buffer | null {
  const bytes = Buffer.from(encrypted, 'base64url')
  if (bytes.length < nonceBytes + tagBytes) return null
  const end = bytes.length - tagBytes
  const decipher = createDecipheriv(algorithm, key, bytes.subarray(0, nonceBytes), {
    authTagLength: tagBytes,
  })
  decipher.setAAD(Buffer.from(context)).setAuthTag(bytes.subarray(end))
  try {
    return Buffer.concat([decipher.update(bytes.subarray(nonceBytes, end)), decipher.final()])
  } catch {
    return null
  }
}
