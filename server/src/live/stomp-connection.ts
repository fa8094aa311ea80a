import { closeCodes, topicPrefix } from '@aitai/contract/live.ts'
import type { Session } from '../accounts/session-rows.ts'
import type { EndedSession } from '../accounts/sessions.ts'
import { bearerToken } from '../accounts/tokens.ts'
import { createFrameIntake } from './frame-intake.ts'
import { startHeartbeat } from './heartbeat.ts'
import type { ConnectedSocket, Hub } from './hub.ts'
import type { LiveLimits } from './limits.ts'
import {
  NotificationDelivery,
  type NotificationPage,
  type PushedNotification,
} from './notification-delivery.ts'
import { sessionEndNotification } from './session-end-notification.ts'
import type { ConnectionHandler, SocketConnection } from './sockjs.ts'
import { type Frame, type FrameBody, frameBody, writeFrame } from './stomp-frames.ts'
import { ackedIdOf, heartBeatsOf, type StompVersion, stompVersionOf } from './stomp-headers.ts'
import type { Cancel, Timers } from './timers.ts'

export interface StompConnectionDeps {
  /** The live session of a token, if there is one. Being asked is no request of the session. */
  readonly sessionOf: (token: string) => Promise<Session | null>
  readonly unackedAfter: (userId: string, number: number) => Promise<NotificationPage>
  readonly ackNotice: (userId: string, noticeId: string) => Promise<unknown>
  readonly hub: Hub
  readonly limits: LiveLimits
  readonly timers: Timers
  /** Milliseconds UTC. */
  readonly now: () => number
  /** Of this socket: what an operator should know. Without tokens, addresses or what was told. */
  readonly log: (level: 'info' | 'error', what: string, failure?: unknown) => void
}

interface Subscription {
  readonly id: string
  /** Holds the token, so it stays here and goes back to its owner only. */
  readonly destination: string
  readonly delivery: NotificationDelivery
}

/** Why a frame is refused, in words for the ERROR frame, or nothing. They quote nothing of the frame. */
type Refusal = string | undefined

const notYours = 'You may subscribe to your own notifications only, with a token that is valid'
const trouble = 'The server cannot answer just now. Please connect again'

/**
 * One STOMP conversation. Frames are answered one after the other, and never from within the event that
 * brought them: sockjs throws when a connection is closed while it still hands out messages.
 */
export class StompConnection implements ConnectionHandler, ConnectedSocket {
  readonly #wire: SocketConnection
  readonly #deps: StompConnectionDeps
  readonly #over: () => void
  readonly #intake: ReturnType<typeof createFrameIntake>
  readonly #cancelDeadline: Cancel
  #stopPulse: Cancel = () => {}
  #heardAt: number
  #version: StompVersion | null = null
  #session: Session | null = null
  #token = ''
  #subscription: Subscription | null = null
  #turn: Promise<void> = Promise.resolve()
  #isOver = false

  /** `over` is called once, when nothing more will be said. */
  constructor(wire: SocketConnection, deps: StompConnectionDeps, over: () => void) {
    const { limits, timers } = deps
    this.#wire = wire
    this.#deps = deps
    this.#over = over
    this.#intake = createFrameIntake({ limits, now: timers.now, isAnswer: (frame) => this.#isAnswer(frame) })
    this.#heardAt = timers.now()
    this.#cancelDeadline = timers.after(limits.authenticateMs, () => {
      if (!this.#session) this.#refuse('No valid token was shown in time')
    })
  }

  hear(message: unknown): void {
    queueMicrotask(() => {
      try {
        this.#take(message)
      } catch (failure) {
        this.#fail(failure)
      }
    })
  }

  gone(): void {
    this.#finish()
  }

  async lives(): Promise<boolean> {
    return (await this.#deps.sessionOf(this.#token)) !== null
  }

  sessionEnded(session: Session, ended: EndedSession): void {
    const { id, body } = sessionEndNotification(session, ended.reason, this.#deps.now())
    if (this.#subscription) this.#wire.send(this.#message(this.#subscription, id, frameBody(body)))
    this.close(closeCodes.ended, 'The session has ended')
  }

  giveWay(): void {
    this.close(closeCodes.crowded, 'Too many sockets of one session')
  }

  expire(): void {
    this.#refuse('The session has ended')
  }

  /** Closes after what was sent. */
  close(code: number, reason: string): void {
    if (this.#isOver) return
    this.#finish()
    this.#wire.close(code, reason)
  }

  #finish(): void {
    if (this.#isOver) return
    this.#isOver = true
    this.#cancelDeadline()
    this.#stopPulse()
    this.#unsubscribe()
    if (this.#session) this.#deps.hub.leave(this.#session, this)
    this.#over()
  }

  #refuse(why: string, receipt: string | null = null): void {
    if (this.#isOver) return
    this.#deps.log('info', why)
    const headers = { message: why, 'receipt-id': receipt, 'content-type': 'text/plain' }
    this.#wire.send(writeFrame('ERROR', headers, frameBody(why)))
    this.close(closeCodes.refused, why)
  }

  #take(message: unknown): void {
    if (this.#isOver) return
    this.#heardAt = this.#deps.timers.now()
    const taken = this.#intake(message)
    if ('broken' in taken) return this.#refuse(taken.broken)
    for (const frame of taken) this.#turn = this.#turn.then(() => this.#answer(frame))
  }

  #isAnswer(frame: Frame): boolean {
    if (frame.command !== 'ACK' && frame.command !== 'NACK') return false
    return this.#subscription?.delivery.isAnswered(ackedIdOf(frame) ?? '') ?? false
  }

  async #answer(frame: Frame): Promise<void> {
    if (this.#isOver) return
    const receipt = frame.headers.get('receipt') ?? null
    try {
      const refusal = await this.#perform(frame)
      if (this.#isOver) return
      if (refusal !== undefined) return this.#refuse(refusal, receipt)
      if (receipt !== null && frame.command !== 'CONNECT' && frame.command !== 'STOMP')
        this.#wire.send(writeFrame('RECEIPT', { 'receipt-id': receipt }))
      if (frame.command === 'DISCONNECT') this.close(closeCodes.done, 'Goodbye')
    } catch (failure) {
      this.#fail(failure)
    }
  }

  #fail(failure: unknown): void {
    this.#deps.log('error', 'a frame could not be answered', failure)
    this.#refuse(trouble)
  }

  #perform(frame: Frame): Refusal | Promise<Refusal> {
    if (frame.command === 'CONNECT' || frame.command === 'STOMP') return this.#connect(frame)
    if (!this.#version) return 'The first frame must be CONNECT'
    switch (frame.command) {
      case 'SUBSCRIBE':
        return this.#subscribe(frame)
      case 'UNSUBSCRIBE':
        if (this.#subscription?.id === frame.headers.get('id')) this.#unsubscribe()
        return
      case 'ACK':
        return this.#acknowledge(frame)
      case 'NACK':
        // It stays unacknowledged, and comes again with the next subscription.
        return this.#session ? undefined : notYours
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
    const shown = frame.headers.get('Authorization') ?? frame.headers.get('authorization')
    if (shown !== undefined && !(await this.#authenticate(bearerToken(shown) ?? ''))) return notYours
    if (this.#isOver) return
    this.#version = version
    const { limits, timers } = this.#deps
    const own = `${limits.heartbeatMs},${limits.heartbeatMs}`
    this.#wire.send(writeFrame('CONNECTED', { version, 'heart-beat': own, server: 'aitai' }))
    this.#stopPulse = startHeartbeat(heartBeatsOf(frame, limits.heartbeatMs), {
      timers,
      grace: limits.heartbeatGrace,
      heardAt: () => this.#heardAt,
      beat: () => this.#wire.hasRoom() && this.#wire.send('\n'),
      dead: () => this.#cut('it was silent for too long'),
    })
    return
  }

  /** The token must be of a session that lives, and of the same one as before. */
  async #authenticate(token: string): Promise<boolean> {
    const { sessionOf, hub } = this.#deps
    const session = await sessionOf(token)
    if (!session || this.#isOver) return false
    if (this.#session) return this.#session.tokenHash === session.tokenHash
    this.#session = session
    this.#token = token
    hub.join(session, this)
    // Had it ended before this socket joined, nobody would have told the socket.
    return this.lives()
  }

  async #subscribe({ headers }: Frame): Promise<Refusal> {
    const [id, destination = '', ack] = [headers.get('id'), headers.get('destination'), headers.get('ack')]
    if (!id) return 'A subscription needs an id'
    if (this.#subscription) return 'There is a subscription already'
    if (!destination.startsWith(topicPrefix)) return notYours
    if (!(await this.#authenticate(destination.slice(topicPrefix.length)))) return notYours
    if (ack !== 'client' && ack !== 'client-individual') return 'Subscribe with ack:client'
    const session = this.#session
    if (!session || this.#isOver) return

    const { hub, timers, limits, unackedAfter } = this.#deps
    const delivery = new NotificationDelivery({
      way: this.#wire,
      timers,
      limits,
      unackedAfter: (number) => unackedAfter(session.userId, number),
      frameOf: (pushed: PushedNotification) => this.#message({ id, destination }, pushed.id, pushed.body),
      tooSlow: (why) => this.#cut(why),
      failed: (failure) => this.#fail(failure),
    })
    this.#subscription = { id, destination, delivery }
    // Hear first, read then: what happens between the two must not be lost.
    hub.listen(session, delivery)
    await delivery.begin()
    return
  }

  #unsubscribe(): void {
    const { hub } = this.#deps
    if (!this.#subscription || !this.#session) return
    this.#subscription.delivery.stop()
    hub.unlisten(this.#session, this.#subscription.delivery)
    this.#subscription = null
  }

  /**
   * For this one notice alone, though STOMP's `client` means all before it, too: those may not have been
   * seen.
   */
  async #acknowledge(frame: Frame): Promise<Refusal> {
    const noticeId = ackedIdOf(frame)
    if (!this.#session) return notYours
    if (!noticeId) return 'An ACK needs the id of its message'
    await this.#deps.ackNotice(this.#session.userId, noticeId)
    return
  }

  #message({ id, destination }: Omit<Subscription, 'delivery'>, noticeId: string, body: FrameBody): string {
    const ack = this.#version === '1.2' ? noticeId : null
    const headers = { subscription: id, 'message-id': noticeId, destination, ack }
    return writeFrame('MESSAGE', { ...headers, 'content-type': 'application/json' }, body)
  }

  #cut(why: string): void {
    if (this.#isOver) return
    this.#deps.log('info', `cut off, for ${why}`)
    this.#finish()
    this.#wire.cut()
  }
}
