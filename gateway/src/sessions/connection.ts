import type { Socket } from 'node:net'

/** How many bytes are given to the socket before the next ones wait until the counterparty has read. */
const maximumUnread = 1 << 18
/** How many bytes may wait until the counterparty is disconnected. */
const maximumBacklog = 1 << 24
/** How long a counterparty may read nothing while bytes wait. */
const drainTimeoutMs = 30_000
/** How long a connection may take to send its last bytes. */
const endTimeoutMs = 2_000

/** The sending side of a connection, whose memory is bounded. */
export class Connection {
  readonly socket: Socket
  readonly #onUnread: () => void
  #backlog = 0

  /** `onUnread` is called when the counterparty is disconnected because it does not read. */
  constructor(socket: Socket, onUnread: () => void) {
    this.socket = socket
    this.#onUnread = onUnread
  }

  get isOpen(): boolean {
    return this.socket.writable
  }

  write(bytes: Buffer): void {
    if (!this.isOpen) return
    if (this.socket.writableCorked === 0) {
      this.socket.cork()
      process.nextTick(() => this.socket.uncork())
    }
    this.socket.write(bytes)
  }

  /** Counts bytes that wait to be written, and disconnects a counterparty that leaves too many. */
  addBacklog(bytes: number): void {
    this.#backlog += bytes
    if (this.#backlog > maximumBacklog) this.#disconnectReader()
  }

  /** Whether the next bytes should wait. */
  get isFull(): boolean {
    return this.isOpen && this.socket.writableLength > maximumUnread
  }

  /** Resolves as soon as the counterparty has read enough to go on, or is gone. */
  async whenRead(): Promise<void> {
    if (!this.isFull) return
    await new Promise<void>((resolve) => {
      const goOn = (): void => {
        clearTimeout(timer)
        this.socket.off('drain', goOn)
        this.socket.off('close', goOn)
        resolve()
      }
      const timer = setTimeout(() => this.#disconnectReader(), drainTimeoutMs)
      this.socket.once('drain', goOn)
      this.socket.once('close', goOn)
    })
  }

  #disconnectReader(): void {
    if (this.socket.destroyed) return
    this.socket.destroy()
    this.#onUnread()
  }

  /** Ends the connection after what was written, or soon. */
  end(): void {
    if (this.socket.destroyed) return
    this.socket.end()
    const timer = setTimeout(() => this.socket.destroy(), endTimeoutMs)
    this.socket.once('close', () => clearTimeout(timer))
    // Nothing is read any more, and unread bytes would keep the connection open.
    this.socket.removeAllListeners('data')
    this.socket.resume()
  }
}
