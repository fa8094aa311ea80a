import type { CallInput } from '@aitai/contract/routes/request.ts'
import type { Route } from '@aitai/contract/routes/route.ts'
import { NoResponse, openConnection, type ServerConnection } from '../harness/client-connection.ts'

/** A client gives up on a machine that does not answer. It is longer than a fail-over takes. */
const requestTimeoutMs = 5_000

/** Sends each request to the next machine, as a load balancer without stickiness does. */
export class BalancedConnection implements ServerConnection {
  readonly #urls: () => readonly string[]
  readonly #connections = new Map<string, ServerConnection>()
  #requests = 0

  /** `urls` returns the machines that the load balancer considers healthy. */
  constructor(urls: () => readonly string[]) {
    this.#urls = urls
  }

  /** The next machine: for a socket, which stays with it. */
  get url(): string {
    const urls = this.#urls()
    this.#requests += 1
    const url = urls[this.#requests % urls.length]
    if (url === undefined) throw new NoResponse('no machine is healthy')
    return url
  }

  async call<C extends Route>(declared: C, input: CallInput<C>) {
    // A request that no machine has received is sent to the next one.
    for (let tries = this.#urls().length; ; tries -= 1) {
      try {
        return await this.#connectionTo(this.url).call(declared, input)
      } catch (error) {
        if (tries <= 1 || !(error instanceof NoResponse && error.message.includes('ECONNREFUSED')))
          throw error
      }
    }
  }

  #connectionTo(url: string): ServerConnection {
    const connection = this.#connections.get(url) ?? openConnection(url, requestTimeoutMs)
    this.#connections.set(url, connection)
    return connection
  }

  close(): void {
    for (const connection of this.#connections.values()) connection.close()
  }
}
