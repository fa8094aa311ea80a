import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

/**
 * The keys that the processes of a database share, the one in use first. During a rotation there are two: each message
 * is signed with both, and one signature is enough, so that the processes may be restarted in any order.
 */
export type PeerKeys = () => readonly Buffer[]

/** What a request is signed for, besides its body. */
export interface SignedRequest {
  /** The process that is meant. A new start is another process, so no request is valid after one. */
  readonly to: string
  readonly method: string
  readonly path: string
  /** By the database's clock, in milliseconds UTC. */
  readonly at: number
  readonly nonce: string
  /** The SHA-256 of the body. */
  readonly bodyHash: string
}

/** A request is refused if its time differs by more, in milliseconds. */
export const maxRequestAgeMs = 30_000

const names = {
  to: 'x-aitai-to',
  at: 'x-aitai-time',
  nonce: 'x-aitai-nonce',
  bodyHash: 'x-aitai-body-sha256',
  signature: 'x-aitai-signature',
} as const
export const signatureHeader = names.signature

export const hashOfBody = (body: Buffer | string): string => createHash('sha256').update(body).digest('hex')

export const newNonce = (): string => randomBytes(16).toString('base64url')

/** The headers that sign a request. */
export function requestHeaders(keys: PeerKeys, request: SignedRequest): Record<string, string> {
  const { to, at, nonce, bodyHash } = request
  return {
    [names.to]: to,
    [names.at]: String(at),
    [names.nonce]: nonce,
    [names.bodyHash]: bodyHash,
    [names.signature]: signatures(keys, textOfRequest(request)),
  }
}

/** The request that headers have signed, or null if no key has. */
export function signedRequestOf(
  keys: PeerKeys,
  method: string,
  path: string,
  headers: Readonly<Record<string, string | string[] | undefined>>,
): SignedRequest | null {
  const text = (name: keyof typeof names): string => String(headers[names[name]] ?? '')
  const request = {
    to: text('to'),
    method,
    path,
    at: Number(text('at')),
    nonce: text('nonce'),
    bodyHash: text('bodyHash'),
  }
  return isSigned(keys, textOfRequest(request), text('signature')) ? request : null
}

/** The header that signs a reply to the request with a nonce. */
export const replySignature = (
  keys: PeerKeys,
  nonce: string,
  status: number,
  body: Buffer | string,
): string => signatures(keys, textOfReply(nonce, status, body))

export const isSignedReply = (
  keys: PeerKeys,
  nonce: string,
  { status, body, signature }: { readonly status: number; readonly body: Buffer; readonly signature: string },
): boolean => isSigned(keys, textOfReply(nonce, status, body), signature)

// JSON separates the fields, so that no two messages give the same text.
const textOfRequest = ({ to, method, path, at, nonce, bodyHash }: SignedRequest): string =>
  JSON.stringify(['request', to, method, path, at, nonce, bodyHash])

const textOfReply = (nonce: string, status: number, body: Buffer | string): string =>
  JSON.stringify(['reply', nonce, status, hashOfBody(body)])

const hmac = (key: Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest()

const signatures = (keys: PeerKeys, text: string): string =>
  keys()
    .map((key) => hmac(key, text).toString('hex'))
    .join(',')

function isSigned(keys: PeerKeys, text: string, header: string): boolean {
  const given = header
    .split(',')
    .slice(0, 2)
    .map((each) => Buffer.from(each, 'hex'))
  return keys().some((key) => {
    const expected = hmac(key, text)
    return given.some((each) => each.length === expected.length && timingSafeEqual(each, expected))
  })
}

/** The requests that this process has received recently, so that none is processed twice. */
export class ReceivedRequests {
  readonly #now: () => number
  /** Nonces in the order of their receipt, with the time until which their request is valid. */
  readonly #nonces = new Map<string, number>()

  /** `now` returns the database's time in milliseconds UTC. */
  constructor(now: () => number) {
    this.#now = now
  }

  /** Whether a request with a valid signature is new and neither old nor from the future. From then on it is known. */
  isNew({ at, nonce }: SignedRequest): boolean {
    const now = this.#now()
    for (const [known, until] of this.#nonces) {
      if (until >= now) break
      this.#nonces.delete(known)
    }
    if (!(Math.abs(now - at) <= maxRequestAgeMs) || this.#nonces.has(nonce)) return false
    // One from the future stays valid for longer. Its entry stays at least as long as every other one.
    this.#nonces.set(nonce, now + 2 * maxRequestAgeMs)
    return true
  }
}
