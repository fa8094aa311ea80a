import { Agent, request } from 'node:http'
import type { FuzzRequest } from './requests.ts'
import type { FuzzResponse } from './response-check.ts'

/** Sends requests unchanged to a server on a port, over keep-alive connections. */
export class FuzzClient {
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 16 })
  readonly #port: number

  constructor(port: number) {
    this.#port = port
  }

  send({ method, path, headers, payload }: FuzzRequest, token: string | null): Promise<FuzzResponse> {
    const shown = token === null ? {} : { authorization: `Bearer ${token}` }
    const length = payload === null ? {} : { 'content-length': String(Buffer.byteLength(payload)) }
    const options = { host: 'localhost', port: this.#port, agent: this.#agent, method, path }
    return new Promise((resolve, reject) => {
      const sent = request({ ...options, headers: { ...shown, ...headers, ...length } }, (response) => {
        const parts: Buffer[] = []
        response.on('data', (part: Buffer) => parts.push(part))
        response.on('error', reject)
        response.on('end', () =>
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            text: Buffer.concat(parts).toString('utf8'),
          }),
        )
      })
      sent.on('error', reject)
      sent.end(payload ?? undefined)
    })
  }

  close(): void {
    this.#agent.destroy()
  }
}
