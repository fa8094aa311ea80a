import { createHash, createPrivateKey, createPublicKey, sign } from 'node:crypto'
import { type CanonicalValue, canonicalJson } from '@aitai/contract/evidence/canonical-json.ts'
import type { EvidenceDocument, Unsigned } from '@aitai/contract/evidence/evidence-formats.ts'
import { signedBytes } from '@aitai/contract/evidence/verify-evidence.ts'

/** Signs documents with the Ed25519 key of the installation. */
export interface EvidenceSigner {
  readonly keyId: string
  /** The 32 bytes of the public key, in base64url. */
  readonly publicKey: string
  /** The text of the signed document: its canonical form, without a line break at the end. */
  sign(document: Unsigned<EvidenceDocument>): string
}

/** What precedes the 32 bytes of an Ed25519 private key in PKCS #8 (RFC 8410 section 7). */
const pkcs8Prefix = Buffer.from('302e020100300506032b657004220420', 'hex')

/** The signer whose private key (RFC 8032 section 5.1.5) is the evidence secret of the installation. */
export function evidenceSigner(secret: Buffer): EvidenceSigner {
  const key = createPrivateKey({ key: Buffer.concat([pkcs8Prefix, secret]), format: 'der', type: 'pkcs8' })
  const { x: publicKey } = createPublicKey(key).export({ format: 'jwk' }) as { x: string }
  const keyId = keyIdOf(Buffer.from(publicKey, 'base64url'))
  return {
    keyId,
    publicKey,
    sign(document) {
      const content: Record<string, CanonicalValue> = { ...document, keyId }
      const signature = sign(null, signedBytes(content), key).toString('base64url')
      return canonicalJson({ ...content, signature })
    },
  }
}

/** As `idOfKey` of the contract, which only a browser needs to await. */
const keyIdOf = (publicKey: Buffer): string =>
  createHash('sha256').update(publicKey).digest('hex').slice(0, 16)
