import { closeCodes, marketTopicPrefix, topicPrefix } from '@aitai/contract/routes/live.ts'
import type { EndedSession, Session } from '../accounts/session-rows.ts'
import { bearerToken } from '../accounts/tokens.ts'
import type { Acknowledgements } from './acknowledgements.ts'
import { createFrameIntake } from './frame-intake.ts'
import { startHeartbeat } from './heartbeat.ts'
import type { ConnectedSocket, Hub } from './hub.ts'
import type { LiveLimits } from './limits.ts'
import { MarketSubscriptions } from './market-subscriptions.ts'
import type { MarketTopics } from './market-topics.ts'
import {
  NotificationDelivery,
  type NotificationPage,
  type PushedNotification,
} from './notification-delivery.ts'
import { sessionEndNotification } from './session-end-notification.ts'
import type { ConnectionHandler, SocketConnection } from './sockjs.ts'
import {
  ackedIdOf,
  type Frame,
  type FrameBody,
  frameBody,
  heartBeatsOf,
  type StompVersion,
  stompVersionOf,
  writeFrame,
} from './stomp-frames.ts'
import type { Cancel, Timers } from './timers.ts'
import type { UnauthenticatedSocket } from './unauthenticated-sockets.ts'

export interface StompConnectionDeps {
  /** The open session of a token, or null. The lookup does not count as a request of the session. */
  readonly sessionOf: (token: string) => Promise<Session | null>
  readonly unackedAfter: (userId: string, number: number) => Promise<NotificationPage>
  readonly acknowledgements: Pick<Acknowledgements, 'add' | 'flush'>
  readonly hub: Hub
  readonly marketTopics: MarketTopics
  readonly limits: LiveLimits
  readonly timers: Timers
  /** Milliseconds UTC. */
  readonly now: () => number
  /** Logs an event of this socket for the operator, without tokens, addresses or notifications. */
  readonly log: (level: 'info' | 'error', message: string, failure?: unknown) => void
}

/** Each is called once at most. */
interface ConnectionListeners {
  onAuthenticated(): void
  onFinish(): void
}

interface Subscription {
  readonly id: string
  /** Contains the token, so it is never logged and is sent only to its owner. */
  readonly destination: string
  readonly delivery: NotificationDelivery
}

/** The text of the ERROR frame, or undefined. Never quotes the refused frame. */
type Refusal = string | undefined

const notAllowed =
  'You may subscribe to your own notifications and to market data only, with a token that is valid'
const temporaryFailure = 'The server cannot answer just now. Please connect again'

/**
 * One STOMP connection. Frames are processed one at a time, and never inside the event that delivered them:
 * sockjs throws if a connection is closed while it emits messages.
 */
export class StompConnection implements ConnectionHandler, ConnectedSocket, UnauthenticatedSocket {
  readonly #socket: SocketConnection
  readonly #deps: StompConnectionDeps
  readonly #listeners: ConnectionListeners
  readonly #intake: ReturnType<typeof createFrameIntake>
  readonly #cancelDeadline: Cancel
  #stopHeartbeat: Cancel = () => {}
  #lastReceivedAt: number
  #version: StompVersion | null = null
  #session: Session | null = null
  #token = ''
  #subscription: Subscription | null = null
  readonly #market: MarketSubscriptions
  /** Resolves when all frames received so far are processed. */
  #processed: Promise<void> = Promise.resolve()
  #isFinished = false

  constructor(socket: SocketConnection, deps: StompConnectionDeps, listeners: ConnectionListeners) {
    const { limits, timers } = deps
    this.#socket = socket
    this.#deps = deps
    this.#listeners = listeners
    this.#intake = createFrameIntake({
      limits,
      now: timers.now,
      isAcknowledgement: (frame) => this.#isAcknowledgement(frame),
      isOfMarket: (frame) => this.#isOfMarket(frame),
    })
    this.#market = new MarketSubscriptions({
      topics: deps.marketTopics,
      channel: socket,
      limit: limits.marketSubscriptions,
      frameOf(id, securityId, { id: updateId, body }) {
        const destination = marketTopicPrefix + securityId
        const headers = { subscription: id, 'message-id': updateId, destination }
        return writeFrame('MESSAGE', { ...headers, 'content-type': 'application/json' }, body)
      },
    })
    this.#lastReceivedAt = timers.now()
    this.#cancelDeadline = timers.after(limits.authenticateMs, () => {
      if (!this.#session) this.#refuse('No valid token was shown in time')
    })
  }

  onMessage(message: unknown): void {
    queueMicrotask(() => {
      try {
        this.#receive(message)
      } catch (failure) {
        this.#fail(failure)
      }
    })
  }

  onClose(): void {
    this.#finish()
  }

  async hasLiveSession(): Promise<boolean> {
    return (await this.#deps.sessionOf(this.#token)) !== null
  }

  sessionEnded(session: Session, ended: EndedSession): void {
    const { id, body } = sessionEndNotification(session, ended.reason, this.#deps.now())
    if (this.#subscription) this.#socket.send(this.#message(this.#subscription, id, frameBody(body)))
    this.close(closeCodes.ended, 'The session has ended')
  }

  closeForNewerSocket(): void {
    this.close(closeCodes.crowded, 'Too many sockets of one session')
  }

  makeRoom(): void {
    this.#disconnect('there were too many sockets without a token')
  }

  expire(): void {
    this.#refuse('The session has ended')
  }

  /** Closes after sending what is queued. A client without a session gets no time to agree. */
  close(code: number, reason: string): void {
    if (this.#isFinished) return
    this.#finish()
    this.#socket.close(code, reason, this.#session ? undefined : 'abrupt')
  }

  #finish(): void {
    if (this.#isFinished) return
    this.#isFinished = true
    this.#cancelDeadline()
    this.#stopHeartbeat()
    this.#unsubscribe()
    this.#market.removeAll()
    if (this.#session) this.#deps.hub.leave(this.#session, this)
    this.#listeners.onFinish()
  }

  #refuse(why: string, receipt: string | null = null): void {
    if (this.#isFinished) return
    this.#deps.log('info', why)
    const headers = { message: why, 'receipt-id': receipt, 'content-type': 'text/plain' }
    this.#socket.send(writeFrame('ERROR', headers, frameBody(why)))
    this.close(closeCodes.refused, why)
  }

  #receive(message: unknown): void {
    if (this.#isFinished) return
    this.#lastReceivedAt = this.#deps.timers.now()
    const received = this.#intake(message)
    if ('broken' in received) return this.#refuse(received.broken)
    for (const frame of received) this.#processed = this.#processed.then(() => this.#process(frame))
  }

  #isAcknowledgement(frame: Frame): boolean {
    if (frame.command !== 'ACK' && frame.command !== 'NACK') return false
    return this.#subscription?.delivery.acknowledge(ackedIdOf(frame) ?? '') ?? false
  }

  #isOfMarket({ command, headers }: Frame): boolean {
    if (command === 'SUBSCRIBE') return headers.get('destination')?.startsWith(marketTopicPrefix) ?? false
    return command === 'UNSUBSCRIBE' && this.#market.has(headers.get('id') ?? '')
  }

  async #process(frame: Frame): Promise<void> {
    if (this.#isFinished) return
    const receipt = frame.headers.get('receipt') ?? null
    try {
      const refusal = await this.#perform(frame)
      if (this.#isFinished) return
      if (refusal !== undefined) return this.#refuse(refusal, receipt)
      if (receipt !== null && frame.command !== 'CONNECT' && frame.command !== 'STOMP')
        this.#socket.send(writeFrame('RECEIPT', { 'receipt-id': receipt }))
      if (frame.command === 'DISCONNECT') this.close(closeCodes.done, 'Goodbye')
    } catch (failure) {
      this.#fail(failure)
    }
  }

  #fail(failure: unknown): void {
    this.#deps.log('error', 'a frame could not be answered', failure)
    this.#refuse(temporaryFailure)
  }

  #perform(frame: Frame): Refusal | Promise<Refusal> {
    if (frame.command === 'CONNECT' || frame.command === 'STOMP') return this.#connect(frame)
    if (!this.#version) return 'The first frame must be CONNECT'
    switch (frame.command) {
      case 'SUBSCRIBE':
        return this.#subscribe(frame)
      case 'UNSUBSCRIBE':
        if (this.#subscription?.id === frame.headers.get('id')) this.#unsubscribe()
        else this.#market.remove(frame.headers.get('id') ?? '')
        return
      case 'ACK':
        return this.#acknowledge(frame)
      case 'NACK':
        // The notification stays unacknowledged and is sent again with the next subscription.
        return this.#session ? undefined : notAllowed
      case 'DISCONNECT':
        return
      default:
        return 'This command is not served here'
    }
  }

  async #connect(frame: Frame): Promise<Refusal> {
    if (this.#version) return 'Already connected'
    const version = stompVersionOf(frame)
    if (!version) return 'Only STOMP 1.1 and 1.2 are spoken here'
    const header = frame.headers.get('Authorization') ?? frame.headers.get('authorization')
    if (header !== undefined && !(await this.#authenticate(bearerToken(header) ?? ''))) return notAllowed
    if (this.#isFinished) return
    this.#version = version
    const { limits, timers } = this.#deps
    const own = `${limits.heartbeatMs},${limits.heartbeatMs}`
    this.#socket.send(writeFrame('CONNECTED', { version, 'heart-beat': own, server: 'aitai' }))
    this.#stopHeartbeat = startHeartbeat(heartBeatsOf(frame, limits.heartbeatMs), {
      timers,
      grace: limits.heartbeatGrace,
      heardAt: () => this.#lastReceivedAt,
      beat: () => this.#socket.hasRoom() && this.#socket.send('\n'),
      dead: () => this.#disconnect('it was silent for too long'),
    })
    return
  }

  /** The token must belong to an open session, and to the same one as before. */
  async #authenticate(token: string): Promise<boolean> {
    const { sessionOf, hub } = this.#deps
    const session = await sessionOf(token)
    if (!session || this.#isFinished) return false
    if (this.#session) return this.#session.tokenHash === session.tokenHash
    this.#session = session
    this.#token = token
    hub.join(session, this)
    this.#listeners.onAuthenticated()
    // Check again: if the session ended before this socket joined the hub, the socket was not notified.
    return this.hasLiveSession()
  }

  async #subscribe({ headers }: Frame): Promise<Refusal> {
    const [id, destination = '', ack] = [headers.get('id'), headers.get('destination'), headers.get('ack')]
    if (!id) return 'A subscription needs an id'
    if (destination.startsWith(marketTopicPrefix)) {
      if (this.#session?.role !== 'TRADER') return notAllowed
      return this.#market.add(id, destination.slice(marketTopicPrefix.length))
    }
    if (this.#subscription) return 'There is a subscription already'
    if (!destination.startsWith(topicPrefix)) return notAllowed
    if (!(await this.#authenticate(destination.slice(topicPrefix.length)))) return notAllowed
    if (ack !== 'client' && ack !== 'client-individual') return 'Subscribe with ack:client'
    const session = this.#session
    if (!session || this.#isFinished) return

    const { hub, timers, limits, unackedAfter } = this.#deps
    const delivery = new NotificationDelivery({
      channel: this.#socket,
      timers,
      limits,
      unackedAfter: (number) => unackedAfter(session.userId, number),
      frameOf: (pushed: PushedNotification) => this.#message({ id, destination }, pushed.id, pushed.body),
      tooSlow: (why) => this.#disconnect(why),
      failed: (failure) => this.#fail(failure),
    })
    this.#subscription = { id, destination, delivery }
    // Subscribe before reading the backlog, so that nothing in between is lost.
    hub.subscribe(session, delivery)
    await delivery.begin()
    return
  }

  #unsubscribe(): void {
    const { hub } = this.#deps
    if (!this.#subscription || !this.#session) return
    this.#subscription.delivery.stop()
    hub.unsubscribe(this.#session, this.#subscription.delivery)
    this.#subscription = null
  }

  /**
   * Acknowledges only this notification, although STOMP's `client` mode would include all earlier ones: the
   * user may not have seen those.
   */
  async #acknowledge(frame: Frame): Promise<Refusal> {
    const notificationId = ackedIdOf(frame)
    if (!this.#session) return notAllowed
    if (!notificationId) return 'An ACK needs the id of its message'
    // An order management system reads the state of the market, not the notifications: the desk still gets them.
    if (this.#session.kind === 'oms') return
    const { acknowledgements } = this.#deps
    const stored = acknowledgements.add({ userId: this.#session.userId, notificationId })
    // A receipt promises that it is stored. Without one, later frames need not wait for the disk.
    if (!frame.headers.has('receipt')) return void stored.catch((failure) => this.#fail(failure))
    await Promise.all([acknowledgements.flush(), stored])
    return
  }

  #message(
    { id, destination }: Omit<Subscription, 'delivery'>,
    notificationId: string,
    body: FrameBody,
  ): string {
    const ack = this.#version === '1.2' ? notificationId : null
    const headers = { subscription: id, 'message-id': notificationId, destination, ack }
    return writeFrame('MESSAGE', { ...headers, 'content-type': 'application/json' }, body)
  }

  #disconnect(why: string): void {
    if (this.#isFinished) return
    this.#deps.log('info', `cut off, for ${why}`)
    this.#finish()
    this.#socket.cut()
  }
}
