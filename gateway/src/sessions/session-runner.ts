import type { SessionChange, SessionStore, StoredMessage, StoredSession } from '../store/session-store.ts'
import { encodeFields } from '../wire/encoding.ts'
import type { BeginString, FixApplication, OutgoingMessage, ReceivedMessage } from './application.ts'
import type { CommitQueue, Committed, TakenChange } from './commit-queue.ts'
import type { Connection } from './connection.ts'
import type { OperatedSession, SessionStatus } from './operated-session.ts'
import { type Followup, OutgoingStream } from './outgoing-stream.ts'
import { step } from './session.ts'
import type { SessionConfig } from './session-config.ts'
import { encodeFirst, toStored } from './session-encoding.ts'
import type { SessionLog } from './session-log.ts'
import {
  disconnectedState,
  type SessionEffect,
  type SessionInput,
  type SessionState,
} from './session-state.ts'

/** Messages that may wait for the application before no more are read, and when reading goes on. */
const pauseAt = 512
const resumeAt = 256

/** What all sessions of a gateway share. */
export interface RunnerContext {
  readonly application: FixApplication
  readonly store: SessionStore
  readonly commits: CommitQueue
  readonly now: () => number
  readonly log: SessionLog | null
}

interface Delivery {
  readonly received: ReceivedMessage
  isStarted: boolean
  isDone: boolean
}

/** Carries out what the protocol says for one session: stores, writes, and calls the application. */
export class SessionRunner implements OperatedSession, Committed {
  readonly config: SessionConfig
  readonly #context: RunnerContext
  readonly #onceNames: Set<string>
  readonly #outgoing: OutgoingStream
  #state: SessionState
  #connection: Connection | null = null
  #isReset = false
  #unstored: StoredMessage[] = []
  #followups: Followup[] = []
  #senders: { readonly resolve: () => void; readonly reject: (error: unknown) => void }[] = []
  #deliveries: Delivery[] = []
  #isStarting = false
  #inWork = 0
  #isEnabled: boolean

  private constructor(
    config: SessionConfig,
    context: RunnerContext,
    { nextIn, nextOut, dayStart, isEnabled }: StoredSession,
    onceNames: Set<string>,
  ) {
    this.config = config
    this.#context = context
    this.#state = disconnectedState(nextIn, nextOut, dayStart)
    this.#isEnabled = isEnabled
    this.#onceNames = onceNames
    this.#outgoing = new OutgoingStream({
      config,
      ...context,
      mayRead: () => this.#deliveries.length <= resumeAt,
      onFailure: (error) => this.#event(`a replay failed: ${String(error)}`),
    })
  }

  /** Returns the runner of a session as it was stored. */
  static async load(config: SessionConfig, context: RunnerContext): Promise<SessionRunner> {
    const { store } = context
    const stored = await store.session(config.id)
    const runner = new SessionRunner(config, context, stored, await store.onceNames(config.id))
    runner.tick()
    return runner
  }

  get id(): string {
    return this.config.id
  }

  get beginString(): BeginString {
    return this.config.beginString
  }

  get counterparty(): string {
    return this.config.counterparty
  }

  get isLoggedOn(): boolean {
    return this.#state.phase === 'loggedOn'
  }

  get status(): SessionStatus {
    const { phase, nextIn, nextOut, lastReceivedAt, queue } = this.#state
    return {
      isEnabled: this.#isEnabled,
      phase,
      nextIn,
      nextOut,
      lastReceivedAt: phase === 'disconnected' ? null : lastReceivedAt,
      queued: queue.size,
      inWork: this.#deliveries.length,
    }
  }

  async setEnabled(isEnabled: boolean): Promise<void> {
    this.#isEnabled = isEnabled
    if (!isEnabled) this.logout('The session is disabled')
    await this.#context.store.setEnabled(this.id, isEnabled)
  }

  async reset(): Promise<void> {
    this.#take({ type: 'reset' })
    await this.#whenStored()
  }

  async setNumbers(nextIn: number, nextOut: number): Promise<void> {
    this.#take({ type: 'setNumbers', nextIn, nextOut })
    await this.#whenStored()
  }

  /** Whether a connection has the session. */
  get isTaken(): boolean {
    return this.#connection !== null
  }

  hasSent(once: string): boolean {
    return this.#onceNames.has(once)
  }

  async send(...messages: readonly OutgoingMessage[]): Promise<void> {
    if (this.#sendNew(messages)) await this.#whenStored()
  }

  async #whenStored(): Promise<void> {
    this.#context.commits.add(this)
    await new Promise<void>((resolve, reject) => this.#senders.push({ resolve, reject }))
  }

  /** Sends what was not sent before. Throws UnencodableField before anything has a number. */
  #sendNew(messages: readonly OutgoingMessage[]): boolean {
    for (const { fields } of messages) encodeFields(fields)
    const names = new Set<string>()
    const unsent = messages.filter(({ once }) => {
      if (once === undefined) return true
      if (this.#onceNames.has(once) || names.has(once)) return false
      names.add(once)
      return true
    })
    if (unsent.length === 0) return false
    for (const name of names) this.#onceNames.add(name)
    this.#take({ type: 'send', messages: unsent })
    return true
  }

  /** A connection whose identity is established claims the session. */
  logon(connection: Connection, input: SessionInput & { readonly type: 'logon' }): void {
    this.#connection = connection
    this.#take(input)
  }

  receive(connection: Connection, input: SessionInput): void {
    if (connection === this.#connection) this.#take(input)
  }

  tick(): void {
    this.#take({ type: 'tick', isReading: this.#connection?.socket.isPaused() !== true })
  }

  disconnected(connection: Connection): void {
    if (connection !== this.#connection) return
    this.#connection = null
    this.#take({ type: 'disconnected' })
  }

  logout(text: string): void {
    this.#take({ type: 'logout', text })
  }

  #take(input: SessionInput): void {
    const before = this.#state
    const { state, effects } = step(this.config, before, input, this.#context.now())
    this.#state = state
    for (const effect of effects) this.#apply(effect)
    if (effects.length > 0 || state.nextIn !== before.nextIn) this.#context.commits.add(this)
    this.#startDeliveries()
  }

  #apply(effect: SessionEffect): void {
    const connection = this.#connection
    switch (effect.type) {
      case 'send': {
        const stored = toStored(effect.message)
        if (effect.message.isApplication) this.#unstored.push(stored)
        if (connection === null || (this.#state.phase === 'disconnected' && effect.message.isApplication))
          return
        const bytes = encodeFirst(this.config, stored)
        connection.addBacklog(bytes.length)
        this.#followups.push({ type: 'write', connection, bytes })
        return
      }
      case 'replay':
        if (connection) this.#followups.push({ ...effect, connection })
        return
      case 'deliver':
        this.#deliveries.push({ received: effect.received, isStarted: false, isDone: false })
        if (this.#deliveries.length === pauseAt) connection?.socket.pause()
        return
      case 'loggedOn':
        this.#followups.push({ type: 'call', call: () => this.#notify('onLogon') })
        return
      case 'loggedOut':
        this.#followups.push({ type: 'call', call: () => this.#notify('onLogout') })
        return
      case 'reset':
        this.#isReset = true
        this.#unstored = []
        this.#onceNames.clear()
        this.#deliveries = []
        connection?.socket.resume()
        return
      case 'disconnect':
        this.#event(`disconnected: ${effect.reason}`)
        if (connection) this.#followups.push({ type: 'end', connection })
        this.#connection = null
        return
    }
  }

  #event(text: string): void {
    this.#context.log?.({ at: this.#context.now(), sessionId: this.id, direction: 'event', text })
  }

  // The application

  #notify(event: 'onLogon' | 'onLogout'): void {
    try {
      this.#context.application[event](this)
    } catch (error) {
      this.#event(`the application failed in ${event}: ${String(error)}`)
    }
  }

  #startDeliveries(): void {
    if (this.#isStarting) return
    this.#isStarting = true
    const concurrency = this.#context.application.concurrency ?? 1
    for (let index = 0; index < this.#deliveries.length && this.#inWork < concurrency; ) {
      const delivery = this.#deliveries[index] as Delivery
      if (delivery.isStarted) {
        index += 1
        continue
      }
      this.#start(delivery)
      // What was done at once is no longer there.
      index = 0
    }
    this.#isStarting = false
  }

  #start(delivery: Delivery): void {
    delivery.isStarted = true
    this.#inWork += 1
    try {
      const replies = this.#context.application.onMessage(delivery.received, this)
      if (replies instanceof Promise) {
        replies.then(
          (ready) => this.#finishLater(delivery, ready),
          (error) => this.#failLater(delivery, error),
        )
      } else this.#finish(delivery, replies)
    } catch (error) {
      this.#fail(delivery, error)
    }
  }

  #finishLater(delivery: Delivery, replies: readonly OutgoingMessage[]): void {
    try {
      this.#finish(delivery, replies)
    } catch (error) {
      this.#fail(delivery, error)
    }
    this.#startDeliveries()
  }

  #failLater(delivery: Delivery, error: unknown): void {
    this.#fail(delivery, error)
    this.#startDeliveries()
  }

  /** The replies are stored with the confirmation of the message. */
  #finish(delivery: Delivery, replies: readonly OutgoingMessage[]): void {
    this.#sendNew(replies)
    delivery.isDone = true
    this.#inWork -= 1
    while (this.#deliveries[0]?.isDone) this.#deliveries.shift()
    if (this.#deliveries.length <= resumeAt) this.#connection?.socket.resume()
    this.#context.commits.add(this)
  }

  #fail(delivery: Delivery, error: unknown): void {
    const { message, seqNum } = delivery.received
    this.#event(`the application failed on ${message.type} ${seqNum}: ${String(error)}`)
    const fields = [
      [45, String(seqNum)],
      [58, 'Application not available'],
      [372, message.type],
      [380, '4'],
    ] as const
    this.#finish(delivery, [{ type: 'j', fields }])
  }

  // Storing, and what follows

  takeChange(): TakenChange {
    const { nextIn, nextOut, dayStart } = this.#state
    const followups = this.#followups
    const senders = this.#senders
    const change: SessionChange = {
      sessionId: this.id,
      nextIn: this.#deliveries[0]?.received.seqNum ?? nextIn,
      nextOut,
      dayStart,
      isReset: this.#isReset,
      messages: this.#unstored,
    }
    this.#followups = []
    this.#senders = []
    this.#unstored = []
    this.#isReset = false
    return {
      change,
      onStored: () => {
        for (const { resolve } of senders) resolve()
        this.#outgoing.follow(followups)
      },
      onFailed: (error) => {
        for (const { reject } of senders) reject(error)
      },
    }
  }
}
