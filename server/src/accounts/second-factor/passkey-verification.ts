import { createHash, generateKeyPairSync } from 'node:crypto'
import type { NewPasskeyResponse } from '@aitai/contract/schemas/account.ts'
import type { PasskeyResponse } from '@aitai/contract/schemas/session.ts'

/** Whom passkeys are for: the host and the origin of the public address. A browser signs both. */
export interface RelyingParty {
  readonly id: string
  readonly origin: string
}

export function relyingPartyOf(publicUrl: string): RelyingParty {
  const { hostname, origin } = new URL(publicUrl)
  return { id: hostname, origin }
}

/** COSE algorithms in order of preference: Ed25519, ECDSA with P-256, RSA. */
export const passkeyAlgorithms: readonly number[] = [-8, -7, -257]

/**
 * How an authenticator names the user: a hash, because it is stored on devices that do not forget it, and the id of a
 * user is also in the journal.
 */
export const userHandleOf = (userId: string): string =>
  createHash('sha256').update(`passkey user|${userId}`).digest('base64url')

/** The public half of a passkey. */
export interface PasskeyKey {
  readonly credentialId: string
  /** COSE, base64url. */
  readonly publicKey: string
  readonly counter: number
}

/** Loaded with the first passkey, because it takes a third of a second and 30 MB. */
const library = () => import('@simplewebauthn/server')
const libraryHelpers = () => import('@simplewebauthn/server/helpers')

/** What the browser has signed, or null if that is not JSON. The library checks the rest of it. */
function clientDataOf(clientDataJSON: string): { challenge?: unknown; crossOrigin?: unknown } | null {
  try {
    return JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString('utf8')) as object | null
  } catch {
    return null
  }
}

/** The challenge that a response answers; empty if it names none. */
export function challengeOf({ response }: PasskeyResponse | NewPasskeyResponse): string {
  const challenge = clientDataOf(response.clientDataJSON)?.challenge
  return typeof challenge === 'string' ? challenge : ''
}

/** A page of another site that shows ours in a frame; not every browser names that site, which the library checks. */
const isFromFrame = ({ response }: PasskeyResponse | NewPasskeyResponse): boolean =>
  clientDataOf(response.clientDataJSON)?.crossOrigin === true

/**
 * The key of a new passkey, or null if the response does not prove it: another origin, relying party, challenge or
 * algorithm, or the user was not verified.
 */
export async function keyOfNewPasskey(
  { id, origin }: RelyingParty,
  credential: NewPasskeyResponse,
  challenge: string,
): Promise<PasskeyKey | null> {
  if (isFromFrame(credential)) return null
  const { verifyRegistrationResponse } = await library()
  const { transports: _, ...response } = credential.response
  try {
    // A certificate is never read: the library would connect to addresses that it names.
    if (await hasCertificate(response.attestationObject)) return null
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: { ...credential, response, clientExtensionResults: {} },
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: id,
      requireUserVerification: true,
      supportedAlgorithmIDs: [...passkeyAlgorithms],
    })
    // The id in the signed data counts, not the one beside it.
    if (!verified || registrationInfo.credential.id !== credential.id) return null
    const { publicKey, counter } = registrationInfo.credential
    return { credentialId: credential.id, publicKey: Buffer.from(publicKey).toString('base64url'), counter }
  } catch {
    // The library throws for each way in which a response can be wrong, malformed CBOR included.
    return null
  }
}

/** Whether an attestation is other than none, or one by the passkey's own key. We request none. */
async function hasCertificate(attestationObject: string): Promise<boolean> {
  const { decodeAttestationObject, isoBase64URL } = await libraryHelpers()
  const decoded = decodeAttestationObject(isoBase64URL.toBuffer(attestationObject))
  const isSelf = decoded.get('fmt') === 'packed' && decoded.get('attStmt').get('x5c') === undefined
  return decoded.get('fmt') !== 'none' && !isSelf
}

/**
 * A key whose private half nobody has. A response for an unknown passkey is verified with it, so that the refusal takes
 * as long as with a known one.
 */
function newUnknownKey(): string {
  const { x = '', y = '' } = generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey.export({
    format: 'jwk',
  })
  // COSE: a map of the key type, the algorithm, the curve and the two coordinates of 32 bytes (RFC 9053, section 7.1).
  const [start, between] = ['a5010203262001215820', '225820'].map((hex) => Buffer.from(hex, 'hex'))
  const parts = [start, Buffer.from(x, 'base64url'), between, Buffer.from(y, 'base64url')]
  return Buffer.concat(parts.filter((part) => part !== undefined)).toString('base64url')
}

const unknownKey = newUnknownKey()

/** The counter of a response that was signed with the key, or null if it is refused. */
export async function counterOfResponse(
  { id, origin }: RelyingParty,
  credential: PasskeyResponse,
  expected: { readonly challenge: string; readonly key: PasskeyKey | null },
): Promise<number | null> {
  const { verifyAuthenticationResponse } = await library()
  const { publicKey, counter } = expected.key ?? { publicKey: unknownKey, counter: 0 }
  const { userHandle: _, ...response } = credential.response
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: { ...credential, response, clientExtensionResults: {} },
      expectedChallenge: expected.challenge,
      expectedOrigin: origin,
      expectedRPID: id,
      requireUserVerification: true,
      credential: {
        id: credential.id,
        publicKey: new Uint8Array(Buffer.from(publicKey, 'base64url')),
        counter,
      },
    })
    const isAccepted = verified && expected.key !== null && !isFromFrame(credential)
    return isAccepted ? authenticationInfo.newCounter : null
  } catch {
    // As above: a refusal, and never a bug of ours, because everything that is passed is of the declared type.
    return null
  }
}
