import { readFileSync } from 'node:fs'
import { Agent, type IncomingHttpHeaders, request as requestHttp } from 'node:http'
import { request as requestTls, Agent as TlsAgent } from 'node:https'
import { type Config, ConfigError } from '../config.ts'
import { tlsPolicy } from '../http/tls-policy.ts'

/** How the processes of a database encrypt what they send to each other: the contents of PEM files. */
export interface PeerTls {
  /** The authority that has signed the certificates of all processes. */
  readonly ca: Buffer
  /** The certificate of this process, with its key. */
  readonly cert: Buffer
  readonly key: Buffer
}

/** Reads the files that the configuration names. Throws ConfigError. */
export function readPeerTls({ peerTls }: Pick<Config, 'peerTls'>): PeerTls | null {
  if (!peerTls) return null
  const read = (variable: string, file: string): Buffer => {
    try {
      return readFileSync(file)
    } catch (error) {
      throw new ConfigError(`${variable} cannot be read (${(error as NodeJS.ErrnoException).code}): ${file}`)
    }
  }
  return {
    ca: read('PEER_TLS_CA', peerTls.ca),
    cert: read('PEER_TLS_CERT', peerTls.cert),
    key: read('PEER_TLS_KEY', peerTls.key),
  }
}

interface PeerReply {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly body: Buffer
}

/** Closes an idle connection long before the other side would, so that no request is sent while it closes. */
const agentOptions = { keepAlive: true, timeout: 4_000 } as const

/** Sends requests to other processes, over connections that stay open. */
export class PeerTransport {
  readonly #plain = new Agent(agentOptions)
  readonly #encrypted: TlsAgent

  constructor(tls: PeerTls | null) {
    this.#encrypted = new TlsAgent({ ...agentOptions, ...tlsPolicy, ...(tls ? { ca: tls.ca } : {}) })
  }

  /** Posts a body. Rejects if the connection fails, the certificate is not trusted, or the signal is aborted. */
  post(
    url: string,
    body: string,
    headers: Readonly<Record<string, string>>,
    signal: AbortSignal,
  ): Promise<PeerReply> {
    const isEncrypted = url.startsWith('https:')
    const send = isEncrypted ? requestTls : requestHttp
    const agent = isEncrypted ? this.#encrypted : this.#plain
    const length = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }
    return new Promise((resolve, reject) => {
      const request = send(url, { method: 'POST', agent, signal, headers: { ...headers, ...length } })
      request.once('error', reject)
      request.once('response', (response) => {
        const chunks: Buffer[] = []
        response.on('data', (chunk: Buffer) => chunks.push(chunk))
        response.once('error', reject)
        response.once('end', () => {
          const { statusCode: status = 0, headers: replied } = response
          resolve({ status, headers: replied, body: Buffer.concat(chunks) })
        })
      })
      request.end(body)
    })
  }

  /** Closes the connections. */
  close(): void {
    this.#plain.destroy()
    this.#encrypted.destroy()
  }
}

const unsent = [
  'ECONNREFUSED',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'CERT_HAS_EXPIRED',
  'CERT_NOT_YET_VALID',
  'CERT_SIGNATURE_FAILURE',
  'ERR_TLS_CERT_ALTNAME_INVALID',
]

/** Whether a process has ended or is stopping, which is no reason for a message. */
export const isEnded = (error: unknown): boolean =>
  ['ECONNREFUSED', 'ECONNRESET', 'EPIPE'].includes((error as NodeJS.ErrnoException).code ?? '')

/** Whether no connection was made, so that nothing was sent. */
export const isNotConnected = (error: unknown): boolean =>
  unsent.includes((error as NodeJS.ErrnoException).code ?? '')
