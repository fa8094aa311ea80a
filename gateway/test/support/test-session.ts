import { step } from '../../src/sessions/session.ts'
import type { SessionConfig } from '../../src/sessions/session-config.ts'
import { disconnectedState, type SessionEffect, type SessionInput } from '../../src/sessions/session-state.ts'
import { formatUtcTimestamp } from '../../src/wire/utc-timestamp.ts'
import { dictionary44 } from './test-dictionary.ts'
import { fieldsOf, messageOf, textOf } from './text-message.ts'

/** 09:30 in Tokyo. */
export const morning = Date.UTC(2026, 10, 26, 0, 30)

export const sessionConfig: SessionConfig = {
  id: 'alder',
  beginString: 'FIX.4.4',
  compId: 'AITAI',
  counterparty: 'ALDER',
  dictionary: dictionary44,
  identity: { networks: [], certificates: [] },
  schedule: null,
  resetOnLogon: false,
}

/** One session and its clock. What it does is written as text: `2: 35=0|112=a` is our message 2. */
export class TestSession {
  readonly config: SessionConfig
  state = disconnectedState(1, 1, 0)
  at = morning

  constructor(config: Partial<SessionConfig> = {}) {
    this.config = { ...sessionConfig, ...config }
  }

  take(input: SessionInput): string[] {
    const { state, effects } = step(this.config, this.state, input, this.at)
    this.state = state
    return effects.map(effectText)
  }

  /** Receives a message of the counterparty with a number, and fields such as `43=Y` in its header. */
  receive(type: string, seqNum: number, body = '', header = ''): string[] {
    const message = this.message(type, seqNum, body, header)
    return this.take({ type: 'message', beginString: this.config.beginString, message })
  }

  message(type: string, seqNum: number, body = '', header = '') {
    const sentAt = header.includes('52=') ? '' : `52=${formatUtcTimestamp(this.at)}`
    const parts = [`35=${type}|34=${seqNum}|49=ALDER|56=AITAI`, sentAt, header, body]
    return messageOf(parts.filter((part) => part !== '').join('|'))
  }

  logon(seqNum = 1, body = '98=0|108=30', header = ''): string[] {
    return this.take({ type: 'logon', message: this.message('A', seqNum, body, header) })
  }

  order(seqNum: number, header = ''): string[] {
    return this.receive('D', seqNum, `11=A${seqNum}|55=7203.T|54=1`, header)
  }

  send(text: string): string[] {
    return this.take({ type: 'send', messages: [messageOf(text)] })
  }

  /** Lets time pass, second by second, and returns what happens. */
  pass(seconds: number): string[] {
    const effects: string[] = []
    for (let second = 0; second < seconds; second += 1) {
      this.at += 1_000
      effects.push(...this.take({ type: 'tick', isReading: true }))
    }
    return effects
  }
}

/** Returns a session that is logged on. */
export function loggedOn(config: Partial<SessionConfig> = {}): TestSession {
  const session = new TestSession(config)
  session.take({ type: 'tick', isReading: true })
  session.logon()
  return session
}

/** A time some seconds before or after that of a session, as a field. */
export const timeField = (tag: number, session: TestSession, seconds: number): string =>
  `${tag}=${formatUtcTimestamp(session.at + seconds * 1_000)}`

function effectText(effect: SessionEffect): string {
  switch (effect.type) {
    case 'send': {
      const { seqNum, type, routing, body } = effect.message
      return `${seqNum}: ${textOf({ type, fields: [...routing, ...body] })}`
    }
    case 'deliver': {
      const { message, seqNum, isPossDup, isPossResend } = effect.received
      const clOrdId = fieldsOf(textOf(message)).find(([tag]) => tag === 11)?.[1]
      return `deliver ${seqNum} ${clOrdId}${isPossDup ? ' again' : ''}${isPossResend ? ' resent' : ''}`
    }
    case 'replay':
      return `replay ${effect.from} to ${effect.to}`
    case 'disconnect':
      return `disconnect: ${effect.reason}`
    default:
      return effect.type
  }
}
