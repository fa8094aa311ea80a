import type { Socket } from 'node:net'
import { decode } from '../wire/encoding.ts'
import { type Frame, FrameReader } from '../wire/frame-reader.ts'
import { Connection } from './connection.ts'
import { addressOf, type Identities } from './identities.ts'
import { redacted, type SessionLog } from './session-log.ts'
import { sessionTypes } from './session-messages.ts'
import type { SessionRunner } from './session-runner.ts'

export interface AcceptorLimits {
  /** The largest BodyLength, in bytes. */
  readonly messageLength: number
  /** How long a connection may take to send a Logon, in milliseconds. */
  readonly logonMs: number
  /** How long a connection stays open whose Logon is refused, in milliseconds: passwords cannot be tried fast. */
  readonly refusalMs: number
  /** Connections without a Logon at the same time: in all, and from one address. */
  readonly waiting: number
  readonly waitingPerAddress: number
}

export const defaultAcceptorLimits: AcceptorLimits = {
  messageLength: 65_536,
  logonMs: 10_000,
  refusalMs: 1_000,
  waiting: 200,
  waitingPerAddress: 20,
}

interface AcceptedOptions {
  readonly identities: Identities
  readonly limits: AcceptorLimits
  readonly log: SessionLog | null
  readonly now: () => number
  /** Called once: the connection has a session, or is closed. */
  readonly onDecided: () => void
}

/** A connection from its first byte on. Whatever comes before a rightful Logon closes it without a reply. */
export class AcceptedConnection {
  readonly #socket: Socket
  readonly #connection: Connection
  readonly #options: AcceptedOptions
  readonly #frames: FrameReader
  #runner: SessionRunner | null = null
  #isDecided = false
  #timer: NodeJS.Timeout

  constructor(socket: Socket, options: AcceptedOptions) {
    this.#socket = socket
    this.#options = options
    this.#frames = new FrameReader(options.limits.messageLength)
    this.#connection = new Connection(socket, () =>
      this.#event('disconnected: the counterparty does not read'),
    )
    this.#timer = setTimeout(() => this.#refuse('no Logon in time'), options.limits.logonMs)
    socket.on('data', (chunk) => this.#read(chunk))
    socket.once('close', () => {
      this.#decide()
      this.#runner?.disconnected(this.#connection)
    })
  }

  #event(text: string): void {
    const { log, now } = this.#options
    log?.({ at: now(), sessionId: this.#runner?.id ?? null, direction: 'event', text })
  }

  #decide(): void {
    clearTimeout(this.#timer)
    if (this.#isDecided) return
    this.#isDecided = true
    this.#options.onDecided()
  }

  #refuse(reason: string): void {
    const address = addressOf(this.#socket)
    this.#decide()
    this.#socket.destroy()
    this.#event(`connection from ${address} closed: ${reason}`)
  }

  /** Until it is closed, the connection counts as one without a Logon. */
  #refuseLater(reason: string): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => this.#socket.destroy(), this.#options.limits.refusalMs)
    this.#event(`Logon from ${addressOf(this.#socket)} refused: ${reason}`)
  }

  #read(chunk: Buffer): void {
    const frames = this.#frames.push(chunk)
    if (this.#runner) return this.#receive(this.#runner, frames)
    const [first, ...rest] = frames
    if (first) void this.#logon(first, rest)
  }

  async #logon(frame: Frame, rest: readonly Frame[]): Promise<void> {
    if (frame.type !== 'message') return this.#refuse('not a FIX message')
    const logon = decode(frame.bytes)
    if (logon.message.type !== sessionTypes.logon) return this.#refuse('the first message is no Logon')
    this.#socket.pause()
    const claimed = await this.#claim(logon)
    if (this.#socket.destroyed) return
    if (typeof claimed === 'string') return this.#refuseLater(claimed)
    if (!claimed.status.isEnabled) return this.#refuseLater(`${claimed.id} is disabled`)
    if (claimed.isTaken) return this.#refuseLater(`${claimed.id} a second time`)
    this.#decide()
    this.#runner = claimed
    this.#record(frame.bytes)
    claimed.logon(this.#connection, { type: 'logon', message: logon.message })
    this.#receive(claimed, rest)
    this.#socket.resume()
  }

  async #claim(logon: ReturnType<typeof decode>): Promise<SessionRunner | string> {
    try {
      return await this.#options.identities.claim(logon, this.#socket)
    } catch (error) {
      return `the identity could not be checked: ${String(error)}`
    }
  }

  #receive(runner: SessionRunner, frames: readonly Frame[]): void {
    for (const frame of frames) {
      if (frame.type === 'message') {
        this.#record(frame.bytes)
        const { beginString, message } = decode(frame.bytes)
        runner.receive(this.#connection, { type: 'message', beginString, message })
      } else if (frame.type === 'tooLong') {
        const maximumLength = this.#options.limits.messageLength
        runner.receive(this.#connection, { type: 'tooLong', maximumLength })
      } else this.#event(`garbled message ignored: ${frame.reason}`)
    }
  }

  #record(bytes: Buffer): void {
    const { log, now } = this.#options
    log?.({ at: now(), sessionId: this.#runner?.id ?? null, direction: 'in', text: redacted(bytes) })
  }
}
