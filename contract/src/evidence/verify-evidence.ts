import { type CanonicalValue, canonicalJson } from './canonical-json.ts'
import { type EvidenceDocument, type EvidenceFormat, isEvidence, timeOf } from './evidence-formats.ts'

/** A public key of an installation. */
export interface EvidenceKey {
  /** The 32 bytes of an Ed25519 public key, in base64url without padding. */
  readonly publicKey: string
  /** Until when it was used, in milliseconds UTC; null while it is, or if nothing is known about it. */
  readonly usedUntil: number | null
}

/** Why a document is refused, in the order in which it is checked. */
export const evidenceFaults = [
  'UNREADABLE',
  'FORMAT',
  'MEMBERS',
  'NOT_CANONICAL',
  'UNKNOWN_KEY',
  'SIGNATURE',
  'RETIRED_KEY',
] as const
export type EvidenceFault = (typeof evidenceFaults)[number]

export type Verification<D> =
  | { readonly valid: true; readonly document: D; readonly text: string }
  | { readonly valid: false; readonly fault: EvidenceFault }

/**
 * Verifies a signed document without a server or a network: with the cryptography of a browser or of Node.js,
 * which are the same. White space around the document is ignored, because mails and clipboards add it; any other
 * change is refused.
 */
export async function verifyEvidence<F extends EvidenceFormat>(
  bytes: Uint8Array,
  formats: readonly F[],
  keys: readonly EvidenceKey[],
): Promise<Verification<Extract<EvidenceDocument, { format: F }>>> {
  const refused = (fault: EvidenceFault) => ({ valid: false, fault }) as const
  const text = textIn(bytes)
  const value = text === null ? null : parsed(text)
  if (text === null || value === null) return refused('UNREADABLE')
  if (!formats.some((format) => format === value.format)) return refused('FORMAT')
  if (!isEvidence(value)) return refused('MEMBERS')
  if (canonicalJson(value as CanonicalValue) !== text) return refused('NOT_CANONICAL')
  const document = value as unknown as Extract<EvidenceDocument, { format: F }>
  const key = await keyWithId(keys, document.keyId)
  if (key === null) return refused('UNKNOWN_KEY')
  if (!(await isSignedBy(document, key))) return refused('SIGNATURE')
  if (key.usedUntil !== null && timeOf(document) > key.usedUntil) return refused('RETIRED_KEY')
  return { valid: true, document, text }
}

/** The bytes that a document's signature covers: the canonical form of all members but the signature, in UTF-8. */
export function signedBytes(document: { readonly [name: string]: CanonicalValue }): Uint8Array<ArrayBuffer> {
  const { signature: _, ...rest } = document
  return new TextEncoder().encode(canonicalJson(rest))
}

/** The text without the white space around it; null if it is not UTF-8. */
function textIn(bytes: Uint8Array): string | null {
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
    return text.replace(/^[ \t\r\n]+|[ \t\r\n]+$/g, '')
  } catch {
    return null
  }
}

function parsed(text: string): Readonly<Record<string, unknown>> | null {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Readonly<Record<string, unknown>>)
      : null
  } catch {
    return null
  }
}

async function keyWithId(keys: readonly EvidenceKey[], keyId: string): Promise<EvidenceKey | null> {
  for (const key of keys) if ((await idOfKey(key.publicKey)) === keyId) return key
  return null
}

async function isSignedBy(document: EvidenceDocument, { publicKey }: EvidenceKey): Promise<boolean> {
  const raw = bytesOfBase64Url(publicKey, 32)
  const signature = bytesOfBase64Url(document.signature, 64)
  if (raw === null || signature === null) return false
  const { subtle } = globalThis.crypto
  const key = await subtle.importKey('raw', raw, { name: 'Ed25519' }, false, ['verify'])
  const bytes = signedBytes(document as unknown as { readonly [name: string]: CanonicalValue })
  return await subtle.verify({ name: 'Ed25519' }, key, signature, bytes)
}

/** The id of a public key: the first 16 hexadecimal digits of the SHA-256 of its bytes; null for no public key. */
export async function idOfKey(publicKey: string): Promise<string | null> {
  const raw = bytesOfBase64Url(publicKey, 32)
  return raw && (await sha256Hex(raw)).slice(0, 16)
}

/** The SHA-256 of bytes, or of a text in UTF-8, as hexadecimal digits. */
export async function sha256Hex(of: Uint8Array<ArrayBuffer> | string): Promise<string> {
  const bytes = typeof of === 'string' ? new TextEncoder().encode(of) : of
  return hexOf(new Uint8Array(await globalThis.crypto.subtle.digest('SHA-256', bytes)))
}

const hexOf = (bytes: Uint8Array): string =>
  [...bytes].map((each) => each.toString(16).padStart(2, '0')).join('')

/** Base64url without padding (RFC 4648 section 5). */
export const base64UrlOf = (bytes: Uint8Array): string =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '')

/**
 * The bytes of a base64url text; null if it is not one, or not of `length` bytes. A text whose unused bits are set is
 * refused: otherwise several texts would be the same signature.
 */
export function bytesOfBase64Url(text: string, length?: number): Uint8Array<ArrayBuffer> | null {
  try {
    const bytes = Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (each) =>
      each.charCodeAt(0),
    )
    const isWhole = base64UrlOf(bytes) === text && (length === undefined || bytes.length === length)
    return isWhole ? bytes : null
  } catch {
    return null
  }
}
