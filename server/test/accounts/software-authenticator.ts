import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'
import type { NewPasskeyResponse, PasskeyCreation } from '@aitai/contract/schemas/account.ts'
import type { PasskeyRequest, PasskeyResponse } from '@aitai/contract/schemas/session.ts'
import type { AttestationCertificate } from './attestation-certificate.ts'

/** What a response says, where a test wants it to be wrong. */
export interface ResponseFaults {
  readonly origin?: string
  readonly rpId?: string
  readonly challenge?: string
  readonly type?: string
  readonly crossOrigin?: boolean
  /** Whether the user was verified, by a PIN or a fingerprint. */
  readonly isVerified?: boolean
  readonly isPresent?: boolean
  /** Whether the passkey may be synchronized, and whether it was. */
  readonly isBackupEligible?: boolean
  readonly isBackedUp?: boolean
  readonly counter?: number
  readonly userHandle?: string | null
  /** The attestation of a new passkey. */
  readonly attestation?: Readonly<Record<string, unknown>>
  readonly format?: string
  /** The maker of the authenticator, that signs an attestation of a new passkey. */
  readonly maker?: AttestationCertificate
  /** The id that the response names. */
  readonly id?: string
}

type Algorithm = 'ES256' | 'EdDSA' | 'RS256'

const base64url = (bytes: Buffer): string => bytes.toString('base64url')
const sha256 = (bytes: string | Buffer): Buffer => createHash('sha256').update(bytes).digest()

/**
 * A browser with an authenticator in software, for what a real browser would not do: it answers for any origin and any
 * relying party. It holds one passkey, and discloses it as one that was found without its id.
 */
export class SoftwareAuthenticator {
  readonly origin: string
  readonly credentialId = base64url(randomBytes(16))
  counter = 0
  userHandle = ''
  /** Whether the counter is increased by each response; passkeys that are synchronized do not count. */
  readonly #counts: boolean
  readonly #algorithm: Algorithm
  readonly #key: { readonly publicKey: KeyObject; readonly privateKey: KeyObject }

  constructor(origin: string, { algorithm = 'ES256' as Algorithm, counts = true } = {}) {
    this.origin = origin
    this.#algorithm = algorithm
    this.#counts = counts
    this.#key = newKey(algorithm)
  }

  /** What `navigator.credentials.create` returns, as JSON. */
  creates(options: PasskeyCreation, faults: ResponseFaults = {}): NewPasskeyResponse {
    this.userHandle = options.user.id
    const clientData = this.#clientData('webauthn.create', options.challenge, faults)
    const key = cbor(this.#coseKey())
    const length = Buffer.alloc(2)
    const id = Buffer.from(faults.id ?? this.credentialId, 'base64url')
    length.writeUInt16BE(id.length)
    const attested = Buffer.concat([Buffer.alloc(16), length, id, key])
    const authData = Buffer.concat([this.#head(options.rp.id, faults, 0x40), attested])
    const { format = 'none', attestation: given = {}, maker } = faults
    const statement = maker ? attestationOf(maker, Buffer.concat([authData, sha256(clientData)])) : given
    const attestation = cbor(
      new Map<string, unknown>([
        ['fmt', maker ? 'packed' : format],
        ['attStmt', new Map(Object.entries(statement))],
        ['authData', authData],
      ]),
    )
    return {
      id: this.credentialId,
      rawId: this.credentialId,
      type: 'public-key',
      response: {
        clientDataJSON: base64url(clientData),
        attestationObject: base64url(attestation),
        transports: ['internal'],
      },
    }
  }

  /** What `navigator.credentials.get` returns, as JSON. */
  signs(options: PasskeyRequest, faults: ResponseFaults = {}): PasskeyResponse {
    if (this.#counts) this.counter += 1
    const clientData = this.#clientData('webauthn.get', options.challenge, faults)
    const authenticatorData = this.#head(options.rpId, faults, 0)
    const signed = Buffer.concat([authenticatorData, sha256(clientData)])
    const id = faults.id ?? this.credentialId
    return {
      id,
      rawId: id,
      type: 'public-key',
      response: {
        clientDataJSON: base64url(clientData),
        authenticatorData: base64url(authenticatorData),
        signature: base64url(
          sign(this.#algorithm === 'EdDSA' ? null : 'sha256', signed, this.#key.privateKey),
        ),
        userHandle: faults.userHandle === undefined ? this.userHandle : faults.userHandle,
      },
    }
  }

  /** An attestation by the passkey's own key, with a certificate or without. */
  selfAttestation(): Readonly<Record<string, unknown>> {
    return { alg: this.#coseKey().get(3), sig: randomBytes(64) }
  }

  #clientData(type: string, challenge: string, faults: ResponseFaults): Buffer {
    const { origin = this.origin, crossOrigin = false } = faults
    return Buffer.from(
      JSON.stringify({
        type: faults.type ?? type,
        challenge: faults.challenge ?? challenge,
        origin,
        crossOrigin,
      }),
    )
  }

  /** The hash of the relying party, the flags and the counter. */
  #head(rpId: string, faults: ResponseFaults, attested: number): Buffer {
    const { isPresent = true, isVerified = true, counter = this.counter } = faults
    const isSynchronized = !this.#counts
    const { isBackupEligible = isSynchronized, isBackedUp = isSynchronized } = faults
    const rest = Buffer.alloc(5)
    const backup = (isBackupEligible ? 0x08 : 0) | (isBackedUp ? 0x10 : 0)
    rest.writeUInt8((isPresent ? 0x01 : 0) | (isVerified ? 0x04 : 0) | backup | attested)
    rest.writeUInt32BE(counter, 1)
    return Buffer.concat([sha256(faults.rpId ?? rpId), rest])
  }

  #coseKey(): Map<number, unknown> {
    const { x = '', y = '', n = '' } = this.#key.publicKey.export({ format: 'jwk' })
    const bytes = (text: string): Buffer => Buffer.from(text, 'base64url')
    const keys = {
      ES256: [
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, bytes(x)],
        [-3, bytes(y)],
      ],
      EdDSA: [
        [1, 1],
        [3, -8],
        [-1, 6],
        [-2, bytes(x)],
      ],
      RS256: [
        [1, 3],
        [3, -257],
        [-1, bytes(n)],
        [-2, Buffer.from([1, 0, 1])],
      ],
    } as const
    return new Map<number, unknown>(keys[this.#algorithm].map(([label, value]) => [label, value]))
  }
}

/** What a maker signs of a new passkey (WebAuthn Level 3, section 8.2). */
const attestationOf = ({ der, privateKey }: AttestationCertificate, signed: Buffer) => ({
  alg: -7,
  sig: sign('sha256', signed, privateKey),
  x5c: [der],
})

function newKey(algorithm: Algorithm) {
  if (algorithm === 'EdDSA') return generateKeyPairSync('ed25519')
  if (algorithm === 'RS256') return generateKeyPairSync('rsa', { modulusLength: 2048 })
  return generateKeyPairSync('ec', { namedCurve: 'P-256' })
}

/** The head of a CBOR item: its kind, and a number below 65,536 (RFC 8949, section 3). */
function head(kind: number, value: number): Buffer {
  const first = kind << 5
  if (value < 24) return Buffer.from([first | value])
  return value < 256 ? Buffer.from([first | 24, value]) : Buffer.from([first | 25, value >> 8, value & 0xff])
}

/** Encodes what authenticators send: numbers, texts, bytes, lists and maps. */
function cbor(value: unknown): Buffer {
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value)
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)])
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value])
  if (Array.isArray(value)) return Buffer.concat([head(4, value.length), ...value.map(cbor)])
  if (value instanceof Map)
    return Buffer.concat([
      head(5, value.size),
      ...[...value].flatMap(([name, each]) => [cbor(name), cbor(each)]),
    ])
  throw new Error(`no CBOR for ${typeof value}`)
}
