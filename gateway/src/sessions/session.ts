import { rejectReasons, validate } from '../dictionary/validation.ts'
import { type FixField, type FixMessage, fieldOf } from '../wire/fix-message.ts'
import type { SessionConfig } from './session-config.ts'
import { isSet, naturalOf, rejectionText, seqNumOf, sessionTypes, tags, timeOf } from './session-messages.ts'
import { isOpen } from './session-schedule.ts'
import type { SessionEffect, SessionInput, SessionState } from './session-state.ts'
import { SessionTransition } from './session-transition.ts'

/** How far SendingTime may be from our clock. */
const sendingTimeToleranceMs = 120_000
/** Messages that wait for a gap to close; later ones are requested again with it. */
const maximumQueued = 1_000
const longestHeartbeatSeconds = 3_600

/** What an input leads to: the next state and what is to be done. */
export interface SessionStep {
  readonly state: SessionState
  readonly effects: readonly SessionEffect[]
}

/**
 * The session protocol as a pure function, for an acceptor: the FIX Session Protocol with the scenarios of its test
 * cases. Time is an input. The caller stores what is sent and what was received before it acts on the effects.
 */
export function step(
  config: SessionConfig,
  state: SessionState,
  input: SessionInput,
  at: number,
): SessionStep {
  const session = new ReceivingTransition(config, state, at)
  session.take(input)
  return { state: session.state, effects: session.effects }
}

class ReceivingTransition extends SessionTransition {
  take(input: SessionInput): void {
    switch (input.type) {
      case 'logon':
        return this.#logon(input.message)
      case 'message':
        return this.#message(input.beginString, input.message)
      case 'tooLong':
        return this.logoutAndDisconnect(`Message longer than ${input.maximumLength} bytes`)
      case 'disconnected':
        return this.disconnected()
      case 'tick':
        return this.tick(input.isReading)
      case 'send':
        for (const message of input.messages) this.sendApplication(message)
        return
      case 'logout':
        if (this.state.phase === 'loggedOn') this.logout(input.text)
        return
      case 'reset':
        this.#endByOperator()
        return this.reset()
      case 'setNumbers':
        this.#endByOperator()
        return this.change({ nextIn: input.nextIn, nextOut: input.nextOut })
    }
  }

  #endByOperator(): void {
    if (this.state.phase !== 'disconnected') this.logoutAndDisconnect('The sequence numbers were changed')
  }

  // Logon

  #logon(message: FixMessage): void {
    const { dictionary, schedule, resetOnLogon } = this.config
    if (!this.#isTimely(message, this.at)) return this.disconnect('SendingTime of the Logon is wrong')
    this.startDay()
    const rejection = validate(dictionary, message)
    const seqNum = seqNumOf(message)
    const heartbeat = naturalOf(message, tags.heartBtInt) ?? 0
    const isReset = isSet(message, tags.resetSeqNumFlag)
    const wasLoggedOn = this.state.phase !== 'disconnected'
    const refusal = (text: string): void => {
      this.send(sessionTypes.logout, [[tags.text, text]])
      this.disconnect(text)
    }
    if (rejection) return refusal(rejectionText(rejection))
    if (seqNum === null) return refusal('MsgSeqNum is missing')
    if (!this.#isBetweenUs(message)) return refusal('CompID problem')
    if (schedule && !isOpen(schedule, this.at)) return refusal('The session is closed at this time')
    if (fieldOf(message, tags.encryptMethod) !== '0') return refusal('EncryptMethod must be 0')
    if (heartbeat < 1 || heartbeat > longestHeartbeatSeconds) {
      return refusal(`HeartBtInt must be from 1 to ${longestHeartbeatSeconds}`)
    }
    if (isReset && seqNum !== 1) return refusal('MsgSeqNum must be 1 with ResetSeqNumFlag')
    if (isReset || resetOnLogon) this.reset()
    if (seqNum < this.state.nextIn) return refusal(this.#tooLowText(seqNum))
    this.change({ phase: 'loggedOn', heartbeatMs: heartbeat * 1_000, lastReceivedAt: this.at })
    const reset: FixField[] = isReset ? [[tags.resetSeqNumFlag, 'Y']] : []
    this.send(sessionTypes.logon, [[tags.encryptMethod, '0'], [tags.heartBtInt, String(heartbeat)], ...reset])
    if (!wasLoggedOn) this.effects.push({ type: 'loggedOn' })
    this.#inOrder(seqNum, message)
  }

  #tooLowText(seqNum: number): string {
    return `MsgSeqNum too low, expecting ${this.state.nextIn} but received ${seqNum}`
  }

  // Receiving

  #message(beginString: string, message: FixMessage): void {
    if (this.state.phase === 'disconnected') return
    this.change({ lastReceivedAt: this.at, testRequests: 0 })
    if (message.type === sessionTypes.logout) return this.#logoutReceived(message)
    if (beginString !== this.config.beginString) {
      this.received()
      return this.logout('Incorrect BeginString')
    }
    const seqNum = seqNumOf(message)
    if (seqNum === null) return this.logoutAndDisconnect('MsgSeqNum is missing')
    if (message.type === sessionTypes.logon && isSet(message, tags.resetSeqNumFlag))
      return this.#logon(message)
    if (message.type === sessionTypes.sequenceReset && !isSet(message, tags.gapFillFlag)) {
      return this.#sequenceReset(message)
    }
    // Answered whatever its number is: both sides may have a gap, and neither would get what it waits for.
    const isRepeated = seqNum < this.state.nextIn && isSet(message, tags.possDupFlag)
    if (message.type === sessionTypes.resendRequest && !isRepeated)
      return this.#resendRequest(message, seqNum)
    if (seqNum < this.state.nextIn) return this.#tooLow(message, seqNum)
    this.#inOrder(seqNum, message)
  }

  /** Takes a message that is next, or has it wait for the ones before it. */
  #inOrder(seqNum: number, message: FixMessage): void {
    if (seqNum > this.state.nextIn) return this.#tooHigh(seqNum, message)
    this.#next(message, this.at)
    this.#takeQueued()
  }

  #tooHigh(seqNum: number, message: FixMessage): void {
    const { nextIn, requested, queue } = this.state
    if (queue.size < maximumQueued) {
      this.change({ queue: new Map(queue).set(seqNum, { message, at: this.at }) })
    }
    // A repeated message beyond the next one means that the reply to our request has a gap itself.
    const isGapInReply = isSet(message, tags.possDupFlag) && requested?.from !== nextIn
    if (requested === null || isGapInReply) this.requestResend(seqNum - 1)
  }

  #tooLow(message: FixMessage, seqNum: number): void {
    if (!isSet(message, tags.possDupFlag)) return this.logoutAndDisconnect(this.#tooLowText(seqNum))
    this.#checkPossDup(message)
  }

  /** Whether a repeated message says when it was first sent, as it must; rejects it otherwise. */
  #checkPossDup(message: FixMessage): boolean {
    if (message.type === sessionTypes.sequenceReset) return true
    const original = timeOf(message, tags.origSendingTime)
    if (original === null) {
      this.reject(message, { reason: rejectReasons.requiredTagMissing, tag: tags.origSendingTime })
      return false
    }
    if (original > (timeOf(message, tags.sendingTime) ?? 0)) {
      this.rejectAndLogout(message, { reason: rejectReasons.sendingTimeAccuracy })
      return false
    }
    return true
  }

  #isTimely(message: FixMessage, at: number): boolean {
    const sent = timeOf(message, tags.sendingTime)
    return sent !== null && Math.abs(sent - at) <= sendingTimeToleranceMs
  }

  #isBetweenUs(message: FixMessage): boolean {
    const isOurs = fieldOf(message, tags.targetCompId) === this.config.compId
    return isOurs && fieldOf(message, tags.senderCompId) === this.config.counterparty
  }

  /** Rejects what is wrong with a message whatever its type is. */
  #isValid(message: FixMessage, receivedAt: number): boolean {
    const rejection = validate(this.config.dictionary, message)
    if (rejection) {
      this.reject(message, rejection)
      return false
    }
    if (!this.#isTimely(message, receivedAt)) {
      this.rejectAndLogout(message, { reason: rejectReasons.sendingTimeAccuracy })
      return false
    }
    if (!this.#isBetweenUs(message)) {
      this.rejectAndLogout(message, { reason: rejectReasons.compIdProblem })
      return false
    }
    return true
  }

  /** The message with the number that is due. */
  #next(message: FixMessage, receivedAt: number): void {
    if (!this.#isValid(message, receivedAt)) return
    if (isSet(message, tags.possDupFlag) && !this.#checkPossDup(message)) return
    switch (message.type) {
      case sessionTypes.testRequest:
        this.send(sessionTypes.heartbeat, [[tags.testReqId, fieldOf(message, tags.testReqId) ?? '']])
        return this.received()
      case sessionTypes.sequenceReset:
        return this.#sequenceReset(message)
      case sessionTypes.heartbeat:
      case sessionTypes.reject:
      case sessionTypes.logon:
      case sessionTypes.resendRequest:
        return this.received()
      default:
        return this.#deliver(message)
    }
  }

  #deliver(message: FixMessage): void {
    const received = {
      message,
      seqNum: this.state.nextIn,
      isPossDup: isSet(message, tags.possDupFlag),
      isPossResend: isSet(message, tags.possResend),
    }
    this.effects.push({ type: 'deliver', received })
    this.received()
  }

  /** Takes the messages that have waited for the one before them. */
  #takeQueued(): void {
    if (this.state.queue.size === 0) return
    const queue = new Map(this.state.queue)
    for (let next = queue.get(this.state.nextIn); next; next = queue.get(this.state.nextIn)) {
      queue.delete(this.state.nextIn)
      this.#next(next.message, next.at)
      if (this.state.phase === 'disconnected') return
    }
    // A gap fill passes over what has waited behind it.
    for (const seqNum of queue.keys()) if (seqNum < this.state.nextIn) queue.delete(seqNum)
    this.change({ queue })
    if (queue.size > 0 && this.state.requested === null) this.requestResend(Math.min(...queue.keys()) - 1)
  }

  #sequenceReset(message: FixMessage): void {
    const isGapFill = isSet(message, tags.gapFillFlag)
    if (!isGapFill && !this.#isValid(message, this.at)) return
    const { nextIn } = this.state
    const next = naturalOf(message, tags.newSeqNo) ?? 0
    if (next < nextIn || (isGapFill && next === nextIn)) {
      return this.reject(message, { reason: rejectReasons.valueOutOfRange })
    }
    this.expect(next)
    if (!isGapFill) this.#takeQueued()
  }

  #resendRequest(message: FixMessage, seqNum: number): void {
    if (!this.#isValid(message, this.at)) return this.#takeQueued()
    const last = this.state.nextOut - 1
    const from = naturalOf(message, tags.beginSeqNo) ?? 0
    const end = naturalOf(message, tags.endSeqNo) ?? 0
    const wrongTag = from < 1 ? tags.beginSeqNo : end !== 0 && end < from ? tags.endSeqNo : null
    if (wrongTag !== null) {
      this.reject(message, { reason: rejectReasons.valueOutOfRange, tag: wrongTag })
      return this.#takeQueued()
    }
    const to = end === 0 ? last : Math.min(end, last)
    if (from <= to) this.effects.push({ type: 'replay', from, to })
    if (seqNum >= this.state.nextIn) this.#inOrder(seqNum, message)
  }

  #logoutReceived(message: FixMessage): void {
    if (seqNumOf(message) === this.state.nextIn) this.received()
    if (this.state.phase === 'loggedOn') this.send(sessionTypes.logout, [])
    this.disconnect('the counterparty logged out')
  }
}
