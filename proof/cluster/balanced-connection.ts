import type { WireReply, WireRequest } from '@aitai/contract/api-client.ts'
import { NoResponse, openConnection, type ServerConnection } from '../harness/client-connection.ts'

/** A client gives up on a machine that does not answer. It is longer than a fail-over takes. */
const requestTimeoutMs = 5_000

/** Sends each request to the next machine, as a load balancer without stickiness does. */
export class BalancedConnection implements ServerConnection {
  readonly token = null
  readonly #urls: () => readonly string[]
  readonly #connections = new Map<string, ReturnType<typeof openConnection>>()
  #requests = 0

  /** `urls` returns the machines that the load balancer considers healthy. */
  constructor(urls: () => readonly string[]) {
    this.#urls = urls
  }

  /** The next machine: for a socket, which stays with it. */
  get baseUrl(): string {
    const urls = this.#urls()
    this.#requests += 1
    const url = urls[this.#requests % urls.length]
    if (url === undefined) throw new NoResponse('no machine is healthy')
    return url
  }

  readonly send = async (request: WireRequest): Promise<WireReply> => {
    // A request that no machine has received is sent to the next one.
    for (let tries = this.#urls().length; ; tries -= 1) {
      try {
        return await this.#connectionTo(this.baseUrl).send(request)
      } catch (error) {
        if (tries <= 1 || !(error instanceof NoResponse && error.message.includes('ECONNREFUSED')))
          throw error
      }
    }
  }

  #connectionTo(url: string) {
    const connection = this.#connections.get(url) ?? openConnection(url, requestTimeoutMs)
    this.#connections.set(url, connection)
    return connection
  }

  close(): void {
    for (const connection of this.#connections.values()) connection.close()
  }
}
