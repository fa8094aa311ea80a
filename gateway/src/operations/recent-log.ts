import type { LogEntry } from '../sessions/session-log.ts'

const entriesPerSession = 500

/** Logon, Heartbeat, TestRequest, ResendRequest, Reject, SequenceReset and Logout: nothing in them is an order. */
const sessionMessage = /(^|\|)35=[A0-5]\|/
const header = /(^|\|)(35|34|43)=[^|]*/g

/** The newest lines of the log of each session, for the operator. */
export class RecentLog {
  readonly #entries = new Map<string, LogEntry[]>()
  readonly #showsMessages: boolean

  /** `showsMessages`: whether orders and reports are kept, or only their types and numbers. */
  constructor(showsMessages: boolean) {
    this.#showsMessages = showsMessages
  }

  add(entry: LogEntry): void {
    const { sessionId } = entry
    if (sessionId === null) return
    const entries = this.#entries.get(sessionId) ?? []
    entries.push(this.#showsMessages ? entry : withoutOrders(entry))
    if (entries.length > entriesPerSession) entries.shift()
    this.#entries.set(sessionId, entries)
  }

  /** The newest entries of a session, the oldest of them first. */
  newest(sessionId: string, count: number): readonly LogEntry[] {
    return (this.#entries.get(sessionId) ?? []).slice(-count)
  }
}

function withoutOrders(entry: LogEntry): LogEntry {
  if (entry.direction === 'event' || sessionMessage.test(entry.text)) return entry
  return { ...entry, text: (entry.text.match(header) ?? []).map((field) => field.replace('|', '')).join('|') }
}
