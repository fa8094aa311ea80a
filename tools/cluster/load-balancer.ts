import { connect, createServer, type Server, type Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { isServing } from '../../proof/cluster/health-checks.ts'

const checkEveryMs = 500

/** Sends each connection to the next process that is ready. For trying only: docs/operations/several-machines.md. */
export class LoadBalancer {
  readonly #urls: readonly string[]
  readonly #ready = new Set<string>()
  readonly #sockets = new Set<Socket>()
  readonly #server: Server
  #connections = 0
  #isOpen = true

  constructor(urls: readonly string[]) {
    this.#urls = urls
    this.#server = createServer((incoming) => this.#forward(incoming))
    for (const url of urls) void this.#check(url)
  }

  /** Rejects if the port is in use. */
  async listen(port: number): Promise<void> {
    await new Promise<void>((resolve, reject) => {
      this.#server.once('error', reject)
      this.#server.listen(port, 'localhost', resolve)
    })
  }

  close(): void {
    this.#isOpen = false
    this.#server.close()
    for (const socket of this.#sockets) socket.destroy()
  }

  #forward(incoming: Socket): void {
    const urls = this.#urls.filter((url) => this.#ready.has(url))
    this.#connections += 1
    const url = urls[this.#connections % urls.length]
    if (url === undefined) {
      incoming.destroy()
      return
    }
    const { hostname, port } = new URL(url)
    const outgoing = connect({ host: hostname, port: Number(port) })
    for (const socket of [incoming, outgoing]) {
      this.#sockets.add(socket)
      socket.on('error', () => {})
      socket.once('close', () => {
        this.#sockets.delete(socket)
        incoming.destroy()
        outgoing.destroy()
      })
    }
    incoming.pipe(outgoing).pipe(incoming)
  }

  async #check(url: string): Promise<void> {
    while (this.#isOpen) {
      if (await isServing(url)) this.#ready.add(url)
      else this.#ready.delete(url)
      await wait(checkEveryMs, undefined, { ref: false })
    }
  }
}
