import type { Dictionary } from '../dictionary/dictionary.ts'
import type { BeginString } from './application.ts'
import type { SessionSchedule } from './session-schedule.ts'

/** What a Logon must come with to claim the identity of a session. */
export interface SessionIdentity {
  /** Networks in CIDR notation, or addresses; a session without any takes connections from everywhere. */
  readonly networks: readonly string[]
  /** SHA-256 fingerprints of client certificates (hexadecimal, with or without colons); none if TLS is not needed. */
  readonly certificates: readonly string[]
  /** Whether Username (553) and Password (554) are right; absent if the session needs none. */
  readonly checkPassword?: (username: string, password: string) => boolean | Promise<boolean>
}

/** A session with one counterparty. */
export interface SessionConfig {
  /** Never changes and is never used again: stored messages belong to it. */
  readonly id: string
  readonly beginString: BeginString
  /** Our CompID: TargetCompID (56) of what we receive. */
  readonly compId: string
  /** The CompID of the counterparty. */
  readonly counterparty: string
  readonly dictionary: Dictionary
  readonly identity: SessionIdentity
  /** Null for a session that is always open and is reset only by its counterparty. */
  readonly schedule: SessionSchedule | null
  /** Whether each Logon begins again at 1, as some counterparties want it. What was missed is lost then. */
  readonly resetOnLogon: boolean
}
