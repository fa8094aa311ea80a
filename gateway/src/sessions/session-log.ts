/** A line of the log of a session. */
export interface LogEntry {
  readonly at: number
  /** Null for a connection that has claimed no session. */
  readonly sessionId: string | null
  readonly direction: 'in' | 'out' | 'event'
  readonly text: string
}

/** Where the messages and events of the sessions go. */
export type SessionLog = (entry: LogEntry) => void

/** Password, NewPassword, RawData, which some counterparties use for a password, and what a side gives its broker. */
const secret = /(^|\|)(554|925|96|5013)=[^|]*/g

/** Returns the text of a message for a log: `|` between fields, and no secrets. */
export const redacted = (bytes: Buffer): string =>
  bytes.toString().replaceAll('\x01', '|').replace(secret, '$1$2=***')
