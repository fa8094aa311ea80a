import { once } from 'node:events'
import type { Socket } from 'node:net'

/** What a counterparty may leave unread until it is disconnected, in bytes. */
const maximumUnread = 1 << 20
/** What a replay leaves unread before it waits for the counterparty, in bytes. */
const replayUnread = 1 << 16
/** How long a replay waits for a counterparty that does not read. */
const drainTimeoutMs = 30_000
/** How long a connection may take to send its last bytes. */
const endTimeoutMs = 2_000

/** The sending side of a connection, whose memory is bounded. */
export class Connection {
  readonly socket: Socket
  readonly #onUnread: () => void

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
    if (this.socket.writableLength > maximumUnread) this.#disconnectReader()
  }

  /** Resolves as soon as the counterparty has read enough to go on, or is gone. */
  async whenRead(): Promise<void> {
    if (!this.isOpen || this.socket.writableLength < replayUnread) return
    const signal = AbortSignal.timeout(drainTimeoutMs)
    try {
      await Promise.race([once(this.socket, 'drain', { signal }), once(this.socket, 'close', { signal })])
    } catch {
      this.#disconnectReader()
    }
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
