import type { FixSession } from './application.ts'
import type { SessionState } from './session-state.ts'

/** How a session is, for an operator. */
export interface SessionStatus {
  readonly isEnabled: boolean
  readonly phase: SessionState['phase']
  readonly nextIn: number
  readonly nextOut: number
  /** When its last message arrived, in milliseconds since the epoch; null while it is not connected. */
  readonly lastReceivedAt: number | null
  /** Messages that wait for a gap to close. */
  readonly queued: number
  /** Messages that the application has not answered. */
  readonly inWork: number
}

/** A session with what an operator may do to it. */
export interface OperatedSession extends FixSession {
  readonly status: SessionStatus
  /** Whether Logons are taken. Disabling logs the counterparty out. Resolves once that is stored. */
  setEnabled(isEnabled: boolean): Promise<void>
  /** Logs the counterparty out, with a text (58) that says why. */
  logout(text: string): void
  /** Starts both numbers again at 1 and deletes what was sent. Resolves once that is stored. */
  reset(): Promise<void>
  /** Sets the numbers of the next messages. Resolves once they are stored. */
  setNumbers(nextIn: number, nextOut: number): Promise<void>
}
