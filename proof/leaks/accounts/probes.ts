import { randomInt } from 'node:crypto'
import { type Agent, request } from 'node:http'

/** What somebody tries to find out who has an account. */
export interface Probe {
  readonly name: string
  /** Asks with an address. */
  ask(email: string): Promise<ProbeResponse>
}

export interface ProbeResponse {
  readonly status: number
  /** Status, headers but the date, and body: what must not tell one address from another. */
  readonly bytes: string
  /** From the first byte of the request to the last one of the answer. */
  readonly ms: number
}

export interface ProbeSamples {
  readonly known: readonly number[]
  readonly unknown: readonly number[]
  /** Each way in which it was answered, of known and unknown addresses alike. */
  readonly answers: ReadonlySet<string>
  /** The statuses that came, to see that it was asked what was meant. */
  readonly statuses: ReadonlySet<number>
}

interface Asked {
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly body?: unknown
}

/** The two calls that take an address of anybody. */
export const probesOf = (url: string, agent: Agent): readonly Probe[] => [
  {
    name: 'login',
    ask: (email) =>
      send(url, agent, { method: 'POST', path: '/login', body: { email, password: 'a wrong password' } }),
  },
  {
    name: 'forgot-password',
    ask: (email) =>
      send(url, agent, {
        method: 'GET',
        path: `/password/forgot-password/${encodeURIComponent(email)}`,
      }),
  },
]

function send(url: string, agent: Agent, { method, path, body }: Asked): Promise<ProbeResponse> {
  const payload = body === undefined ? null : JSON.stringify(body)
  const headers =
    payload === null
      ? {}
      : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(payload) }
  return new Promise((resolve, reject) => {
    const startedAt = performance.now()
    const asked = request(`${url}/api${path}`, { method, headers, agent }, (response) => {
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
    asked.on('error', reject)
    asked.end(payload ?? undefined)
  })
}

const letters = 'abcdefghijklmnopqrstuvwxyz'

/** An address that nobody has, as long as this one and of the same house. */
export function unknownEmailLike(email: string): string {
  const [name = '', house = ''] = email.split('@')
  const other = Array.from(name, () => letters[randomInt(letters.length)]).join('')
  return other === name ? unknownEmailLike(email) : `${other}@${house}`
}

/**
 * Asks in pairs, a known address and an unknown one in an order that is drawn for each pair, so that whatever
 * comes and goes on the machine falls on both alike. The first pairs only warm up.
 */
export async function probeInPairs(
  { ask }: Probe,
  known: readonly string[],
  { pairs, warmUp }: { readonly pairs: number; readonly warmUp: number },
): Promise<ProbeSamples> {
  const times = { known: [] as number[], unknown: [] as number[] }
  const answers = new Set<string>()
  const statuses = new Set<number>()
  for (let pair = -warmUp; pair < pairs; pair += 1) {
    const email = known[(pair + warmUp) % known.length] ?? ''
    const both = [
      { kind: 'known', address: email },
      { kind: 'unknown', address: unknownEmailLike(email) },
    ] as const
    for (const { kind, address } of randomInt(2) === 0 ? both : both.toReversed()) {
      const { status, bytes, ms } = await ask(address)
      answers.add(bytes)
      statuses.add(status)
      if (pair >= 0) times[kind].push(ms)
    }
  }
  return { ...times, answers, statuses }
}
