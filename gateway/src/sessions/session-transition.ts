import type { Rejection } from '../dictionary/validation.ts'
import type { FixField, FixMessage } from '../wire/fix-message.ts'
import type { OutgoingMessage } from './application.ts'
import type { SessionConfig } from './session-config.ts'
import {
  isSet,
  rejectFields,
  reverseRouting,
  routingTags,
  seqNumOf,
  sessionTypes,
  tags,
} from './session-messages.ts'
import { dayStart, isOpen } from './session-schedule.ts'
import { disconnectedState, type SessionEffect, type SessionState } from './session-state.ts'

/** How long we wait for the answer to our Logout. */
const logoutTimeoutMs = 5_000
/** In heartbeat intervals without a message: when a test request is due, again and again, and when the end is. */
const testRequestAfter = 1.2
const disconnectAfter = 2.4
/** How long the reply to a resend request may make no progress until it is repeated. */
const resendTimeoutMs = 30_000

/**
 * One transition of a session, which changes several fields of its state at once: what it sends, and what time
 * brings about.
 */
export class SessionTransition {
  readonly effects: SessionEffect[] = []
  protected readonly config: SessionConfig
  protected readonly at: number
  state: SessionState

  constructor(config: SessionConfig, state: SessionState, at: number) {
    this.config = config
    this.state = state
    this.at = at
  }

  protected change(change: Partial<SessionState>): void {
    this.state = { ...this.state, ...change }
  }

  // Sending

  protected send(type: string, body: readonly FixField[], routing: readonly FixField[] = []): void {
    this.emit({ type, body, routing, isApplication: false })
  }

  protected sendApplication({ type, fields, once }: OutgoingMessage): void {
    this.emit({
      type,
      body: fields.filter(([tag]) => !routingTags.has(tag)),
      routing: fields.filter(([tag]) => routingTags.has(tag)),
      isApplication: true,
      ...(once === undefined ? {} : { once }),
    })
  }

  protected emit(message: {
    type: string
    body: readonly FixField[]
    routing: readonly FixField[]
    isApplication: boolean
    once?: string
  }): void {
    this.effects.push({ type: 'send', message: { ...message, seqNum: this.state.nextOut, at: this.at } })
    this.change({ nextOut: this.state.nextOut + 1, lastSentAt: this.at })
  }

  protected logout(text?: string): void {
    this.send(sessionTypes.logout, text === undefined ? [] : [[tags.text, text]])
    this.change({ phase: 'loggingOut', logoutAt: this.at })
  }

  protected logoutAndDisconnect(text: string): void {
    this.logout(text)
    this.disconnect(text)
  }

  /** The connection ends. Its remaining input is discarded. */
  protected disconnect(reason: string): void {
    this.disconnected()
    this.effects.push({ type: 'disconnect', reason })
  }

  protected disconnected(): void {
    if (this.state.phase === 'disconnected') return
    const { nextIn, nextOut, dayStart: day } = this.state
    this.state = disconnectedState(nextIn, nextOut, day)
    this.effects.push({ type: 'loggedOut' })
    this.startDay()
  }

  /** Rejects a message. If it was the next one, it is done with. */
  protected reject(message: FixMessage, rejection: Rejection): void {
    this.send(
      sessionTypes.reject,
      rejectFields(this.config.beginString, message, rejection),
      reverseRouting(message),
    )
    const hasNumber = message.type !== sessionTypes.sequenceReset || isSet(message, tags.gapFillFlag)
    if (hasNumber && seqNumOf(message) === this.state.nextIn) this.received()
  }

  protected rejectAndLogout(message: FixMessage, rejection: Rejection): void {
    this.reject(message, rejection)
    this.logout()
  }

  protected received(): void {
    this.expect(this.state.nextIn + 1)
  }

  protected expect(nextIn: number): void {
    const { requested } = this.state
    const isMissing = requested !== null && nextIn <= requested.to
    this.change({ nextIn, requested: isMissing ? { ...requested, at: this.at } : null })
  }

  protected requestResend(to: number): void {
    const from = this.state.nextIn
    this.send(sessionTypes.resendRequest, [
      [tags.beginSeqNo, String(from)],
      [tags.endSeqNo, '0'],
    ])
    this.change({ requested: { from, to, at: this.at } })
  }

  // Time

  protected reset(): void {
    this.effects.push({ type: 'reset' })
    this.change({ nextIn: 1, nextOut: 1, requested: null, queue: new Map() })
  }

  /** Starts a new day if there is one. */
  protected startDay(): void {
    const { schedule } = this.config
    const day = schedule ? dayStart(schedule, this.at) : 0
    if (day === this.state.dayStart) return
    this.reset()
    this.change({ dayStart: day })
  }

  tick(isReading: boolean): void {
    if (!isReading) this.change({ lastReceivedAt: this.at })
    const { schedule } = this.config
    const {
      phase,
      dayStart: day,
      heartbeatMs,
      lastReceivedAt,
      lastSentAt,
      testRequests,
      logoutAt,
      requested,
    } = this.state
    if (phase === 'disconnected') return this.startDay()
    const silentMs = this.at - lastReceivedAt
    if (phase === 'loggingOut' && this.at - logoutAt >= logoutTimeoutMs) {
      return this.disconnect('no Logout in reply to ours')
    }
    if (silentMs >= disconnectAfter * heartbeatMs)
      return this.disconnect('no message and no reply to a test request')
    if (phase === 'loggingOut') return
    if (schedule && (!isOpen(schedule, this.at) || dayStart(schedule, this.at) !== day)) {
      return this.logout('The session has ended for today')
    }
    if (requested && this.at - requested.at >= resendTimeoutMs) this.requestResend(requested.to)
    if (silentMs >= testRequestAfter * (testRequests + 1) * heartbeatMs) {
      this.send(sessionTypes.testRequest, [[tags.testReqId, 'TEST']])
      return this.change({ testRequests: testRequests + 1 })
    }
    if (testRequests === 0 && this.at - lastSentAt >= heartbeatMs) this.send(sessionTypes.heartbeat, [])
  }
}
