import { createServer, type Server, type Socket } from 'node:net'
import { createServer as createTlsServer } from 'node:tls'
import { tlsPolicy } from '@aitai/server/http/tls-policy.ts'
import type { SessionStore } from '../store/session-store.ts'
import { AcceptedConnection, type AcceptorLimits, defaultAcceptorLimits } from './accepted-connection.ts'
import type { FixApplication } from './application.ts'
import { CommitQueue } from './commit-queue.ts'
import { addressOf, Identities } from './identities.ts'
import type { OperatedSession } from './operated-session.ts'
import type { SessionConfig } from './session-config.ts'
import type { SessionLog } from './session-log.ts'
import { type RunnerContext, SessionRunner } from './session-runner.ts'

/** PEM texts. With `ca`, a client certificate of that authority is required. */
export interface TlsOptions {
  readonly key: string
  readonly cert: string
  readonly ca: string | null
}

export interface AcceptorOptions {
  readonly sessions: readonly SessionConfig[]
  readonly store: SessionStore
  readonly application: FixApplication
  readonly host: string
  /** 0 for any free port. */
  readonly port: number
  readonly tls?: TlsOptions
  readonly limits?: Partial<AcceptorLimits>
  /** How often others see that this gateway is alive, in milliseconds. */
  readonly beatMs?: number
  /** Milliseconds since the epoch. */
  readonly now?: () => number
  readonly log?: SessionLog
  /**
   * The store failed, or another gateway took over. All connections are closed, and this acceptor cannot be used
   * any more: what it has in memory may not be what is stored.
   */
  readonly onFailure: (error: unknown) => void
}

/** Sessions that take connections. */
export interface Acceptor {
  readonly port: number
  /** The sessions by their ids. */
  readonly sessions: ReadonlyMap<string, OperatedSession>
  /** Logs everybody out, stores what is not stored yet and lets another gateway take over. */
  close(): Promise<void>
}

const tickMs = 200
const defaultBeatMs = 1_000
const closeTimeoutMs = 2_000

/** Loads the sessions and takes connections for them. */
export async function startAcceptor(options: AcceptorOptions): Promise<Acceptor> {
  const { store, application, now = Date.now, log = null } = options
  const commits = new CommitQueue(store, (error) => listener.fail(error))
  const context: RunnerContext = { application, store, commits, now, log }
  const runners: SessionRunner[] = []
  const listener = new Listener(options, runners, commits)
  for (const config of options.sessions) runners.push(await SessionRunner.load(config, context))
  return await listener.listen()
}

class Listener {
  readonly #options: AcceptorOptions
  readonly #limits: AcceptorLimits
  readonly #runners: readonly SessionRunner[]
  readonly #commits: CommitQueue
  readonly #sockets = new Set<Socket>()
  /** The connections without a Logon, and their addresses. */
  readonly #waiting = new Map<string, string>()
  #timers: NodeJS.Timeout[] = []
  #server: Server | null = null
  #hasFailed = false

  constructor(options: AcceptorOptions, runners: readonly SessionRunner[], commits: CommitQueue) {
    this.#options = options
    this.#limits = { ...defaultAcceptorLimits, ...options.limits }
    this.#runners = runners
    this.#commits = commits
  }

  async listen(): Promise<Acceptor> {
    const { tls, host, port, store, beatMs = defaultBeatMs } = this.#options
    const identities = new Identities(this.#runners)
    const server = tls
      ? createTlsServer({ ...tlsOptions(tls), handshakeTimeout: this.#limits.logonMs })
      : createServer()
    // Counted before the handshake, which costs more than a message.
    server.on('connection', (socket) => this.#admit(socket))
    server.on(tls ? 'secureConnection' : 'connection', (socket) => this.#accept(socket, identities))
    // A client that fails the handshake has sent nothing that could be answered.
    server.on('tlsClientError', () => {})
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject)
      server.listen(port, host, resolve)
    })
    this.#server = server
    this.#timers.push(setInterval(() => this.#tick(), tickMs))
    if (store.isShared) this.#timers.push(setInterval(() => void this.#beat(), beatMs))
    const address = server.address()
    return {
      port: typeof address === 'object' && address ? address.port : port,
      sessions: new Map(this.#runners.map((runner) => [runner.id, runner])),
      close: () => this.#close(),
    }
  }

  #tick(): void {
    for (const runner of this.#runners) runner.tick()
  }

  async #beat(): Promise<void> {
    try {
      await this.#options.store.beat()
    } catch (error) {
      this.fail(error)
    }
  }

  /** Nothing more leaves this process: another one may already speak for the sessions. */
  fail(error: unknown): void {
    if (this.#hasFailed) return
    this.#hasFailed = true
    this.#stop()
    for (const socket of this.#sockets) socket.destroy()
    this.#options.onFailure(error)
  }

  #stop(): void {
    for (const timer of this.#timers) clearInterval(timer)
    this.#timers = []
    this.#server?.close()
  }

  async #close(): Promise<void> {
    if (this.#hasFailed) return
    this.#stop()
    for (const runner of this.#runners) runner.logout('The gateway is closing')
    const taken = this.#runners.some(({ isTaken }) => isTaken)
    if (taken) await this.#whenLoggedOut()
    for (const socket of this.#sockets) socket.destroy()
    await this.#commits.whenIdle()
    if (this.#hasFailed) return
    this.#hasFailed = true
    await this.#options.store.release()
  }

  async #whenLoggedOut(): Promise<void> {
    const ends = [...this.#sockets].map((socket) => new Promise((resolve) => socket.once('close', resolve)))
    let timer: NodeJS.Timeout | undefined
    const timeout = new Promise((resolve) => {
      timer = setTimeout(resolve, closeTimeoutMs)
    })
    await Promise.race([Promise.all(ends), timeout])
    clearTimeout(timer)
  }

  #event(text: string): void {
    const { log, now = Date.now } = this.#options
    log?.({ at: now(), sessionId: null, direction: 'event', text })
  }

  /** Counts a connection until it has a session, or closes it if there are too many without one. */
  #admit(socket: Socket): void {
    const address = addressOf(socket)
    const fromAddress = [...this.#waiting.values()].filter((one) => one === address).length
    // An error is followed by close.
    socket.on('error', () => {})
    if (fromAddress >= this.#limits.waitingPerAddress || this.#waiting.size >= this.#limits.waiting) {
      socket.destroy()
      return this.#event(`too many connections without a Logon, one from ${address} closed`)
    }
    const key = endOf(socket)
    this.#waiting.set(key, address)
    this.#sockets.add(socket)
    socket.once('close', () => {
      this.#sockets.delete(socket)
      this.#waiting.delete(key)
    })
  }

  #accept(socket: Socket, identities: Identities): void {
    if (socket.destroyed) return
    const key = endOf(socket)
    socket.on('error', () => {})
    socket.setNoDelay()
    new AcceptedConnection(socket, {
      identities,
      limits: this.#limits,
      log: this.#options.log ?? null,
      now: this.#options.now ?? Date.now,
      onDecided: () => this.#waiting.delete(key),
    })
  }
}

/** Names the other end of a connection, below and above TLS. */
const endOf = ({ remoteAddress, remotePort }: Socket): string => `${remoteAddress} ${remotePort}`

const tlsOptions = ({ key, cert, ca }: TlsOptions) => ({
  key,
  cert,
  ...tlsPolicy,
  ...(ca === null ? {} : { ca, requestCert: true, rejectUnauthorized: true }),
})
