import { marketTopic, socketPath } from '@aitai/contract/routes/live.ts'
import type { World } from './venue.ts'

let opened = 0

/** A socket of a session that follows the prices of securities, beside the one with its notifications. */
export class PriceWatch {
  /** Resolves once the server has all subscriptions. */
  readonly subscribed: Promise<void>
  readonly #socket: WebSocket
  #writes: string[] = []
  #receipts = 0
  #requested = 0
  #look: () => void = () => {}

  constructor(world: World, token: string, network: string, securityIds: readonly string[]) {
    opened += 1
    const address = `${world.url.replace('http', 'ws')}${socketPath}/000/watch${opened}/websocket`
    const options = { headers: { 'x-forwarded-for': network } }
    this.#socket = new WebSocket(address, options as unknown as string[])
    this.subscribed = new Promise((resolve, reject) => {
      this.#socket.addEventListener('close', () => reject(new Error('the server closed the socket')))
      this.#socket.addEventListener('message', ({ data }: { data: unknown }) => {
        const text = String(data)
        // All subscriptions are in one message, so that no tick comes between two of them.
        if (text === 'o') {
          const connect = ['CONNECT', 'accept-version:1.2', 'host:aitai', `Authorization:Bearer ${token}`]
          const subscriptions = securityIds.map((id, i) => [
            'SUBSCRIBE',
            `id:m${i}`,
            `destination:${marketTopic(id)}`,
            'ack:auto',
          ])
          this.#requestReceipt(connect, ...subscriptions).then(resolve)
        }
        if (!text.startsWith('a')) return
        if (text.includes('RECEIPT\\n')) this.#receipts += 1
        else this.#writes.push(text)
        this.#look()
      })
    })
  }

  /** Everything that the server has sent, by the message of the transport in which it came. */
  async takeWrites(): Promise<readonly string[]> {
    await this.#requestReceipt()
    const taken = this.#writes
    this.#writes = []
    return taken
  }

  close(): void {
    this.#socket.close()
  }

  /** Sends frames and then one that has no effect. Its receipt comes after everything that was sent before. */
  #requestReceipt(...frames: readonly (readonly string[])[]): Promise<void> {
    this.#requested += 1
    const awaited = this.#requested
    const all = [...frames, ['UNSUBSCRIBE', 'id:none', `receipt:${awaited}`]]
    this.#socket.send(JSON.stringify(all.map((lines) => `${lines.join('\n')}\n\n\0`)))
    return new Promise((resolve) => {
      this.#look = () => {
        if (this.#receipts >= awaited) resolve()
      }
      this.#look()
    })
  }
}
