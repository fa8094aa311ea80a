import { randomBytes, randomInt } from 'node:crypto'
import { type Agent, request } from 'node:http'
import type { PasskeyRequest } from '@aitai/contract/schemas/session.ts'
import { SoftwareAuthenticator } from '../../../server/test/accounts/software-authenticator.ts'

/** A call with which an attacker might find out who has an account. */
export interface Probe {
  readonly name: string
  /** Calls it with an address, or with the id of a passkey. */
  probe(subject: string): Promise<ProbeResponse>
  /** Another one that nobody has. */
  unknownLike(known: string): string
  /** The most pairs that are worth their time, where one takes long. */
  readonly mostPairs?: number
}

export interface ProbeResponse {
  readonly status: number
  /** Status, headers except the date, and body, none of which may depend on the address. */
  readonly bytes: string
  /** From the first byte of the request to the last byte of the response. */
  readonly ms: number
}

export interface ProbeSamples {
  readonly known: readonly number[]
  readonly unknown: readonly number[]
  /** The distinct responses, to known and unknown addresses together. */
  readonly answers: ReadonlySet<string>
  /** The distinct statuses, to check that the requests were the intended ones. */
  readonly statuses: ReadonlySet<number>
}

export interface ProbeRequest {
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly body?: unknown
}

/**
 * The sign-in by passkey, with a signature of another device: whoever has learned the id of a passkey may try whether
 * it is known here. The challenge is fetched before, so that only the response is measured.
 */
export function passkeyProbe(url: string, agent: Agent, origin: string): Probe {
  const device = new SoftwareAuthenticator(origin)
  return {
    name: 'passkey',
    unknownLike: (known) => randomBytes(Buffer.from(known, 'base64url').length).toString('base64url'),
    probe: async (id) => {
      const begun = await send(url, agent, { method: 'POST', path: '/login/passkey/begin' })
      const [, , body] = JSON.parse(begun.bytes) as [number, unknown, string]
      const credential = device.signs(JSON.parse(body) as PasskeyRequest, { id, userHandle: 'AAAA' })
      return await send(url, agent, { method: 'POST', path: '/login/passkey', body: { credential } })
    },
  }
}

/** Log-ins with a password. */
export const loginProbe = (name: string, url: string, agent: Agent, password: string): Probe => ({
  name,
  unknownLike: unknownEmailLike,
  probe: (email) => send(url, agent, { method: 'POST', path: '/login', body: { email, password } }),
})

/** The two public calls that take an address. */
export const probesOf = (url: string, agent: Agent): readonly Probe[] => [
  loginProbe('login', url, agent, 'a wrong password'),
  {
    name: 'forgot-password',
    unknownLike: unknownEmailLike,
    probe: (email) =>
      send(url, agent, {
        method: 'GET',
        path: `/password/forgot-password/${encodeURIComponent(email)}`,
      }),
  },
]

export function send(
  url: string,
  agent: Agent,
  { method, path, body }: ProbeRequest,
): Promise<ProbeResponse> {
  const payload = body === undefined ? null : JSON.stringify(body)
  const headers =
    payload === null
      ? {}
      : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(payload) }
  return new Promise((resolve, reject) => {
    const startedAt = performance.now()
    const outgoing = request(`${url}/api${path}`, { method, headers, agent }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('error', reject)
      response.on('end', () => {
        const ms = performance.now() - startedAt
        const { statusCode: status = 0, rawHeaders } = response
        const named = rawHeaders.flatMap((name, i) => (i % 2 === 0 ? [[name, rawHeaders[i + 1]]] : []))
        const rest = named.filter(([name]) => name?.toLowerCase() !== 'date')
        const bytes = JSON.stringify([status, rest, Buffer.concat(chunks).toString('latin1')])
        resolve({ status, bytes, ms })
      })
    })
    outgoing.on('error', reject)
    outgoing.end(payload ?? undefined)
  })
}

const alphabet = 'abcdefghijklmnopqrstuvwxyz'

/** An unknown address of the same length and domain. */
export function unknownEmailLike(email: string): string {
  const [name = '', domain = ''] = email.split('@')
  const other = Array.from(name, () => alphabet[randomInt(alphabet.length)]).join('')
  return other === name ? unknownEmailLike(email) : `${other}@${domain}`
}

/**
 * Sends pairs of a known and an unknown address in random order, so that disturbances on the machine affect
 * both equally. The first pairs only warm up.
 */
export async function probeInPairs(
  { probe, unknownLike }: Probe,
  known: readonly string[],
  { pairs, warmUp }: { readonly pairs: number; readonly warmUp: number },
): Promise<ProbeSamples> {
  const times = { known: [] as number[], unknown: [] as number[] }
  const answers = new Set<string>()
  const statuses = new Set<number>()
  for (let pair = -warmUp; pair < pairs; pair += 1) {
    const subject = known[(pair + warmUp) % known.length] ?? ''
    const both = [
      { kind: 'known', address: subject },
      { kind: 'unknown', address: unknownLike(subject) },
    ] as const
    for (const { kind, address } of randomInt(2) === 0 ? both : both.toReversed()) {
      const { status, bytes, ms } = await probe(address)
      answers.add(bytes)
      statuses.add(status)
      if (pair >= 0) times[kind].push(ms)
    }
  }
  return { ...times, answers, statuses }
}
