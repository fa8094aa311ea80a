import type { EndedSession } from '../accounts/session-rows.ts'
import type { ForwardedAdminCommand, ForwardedCall, ForwardedReply, PresenceReport } from './peer-messages.ts'

/** The other processes on the same database, as the rest of the server sees them. */
export interface Cluster {
  /** Whether this process writes the journal. */
  isWriter(): boolean
  /** Whether commands are accepted: by this process, or by the writer, which has reported so recently. */
  isReady(): boolean
  /** Whether this process has recently read from the database, so that what its sockets show is up to date. */
  isCurrent(): boolean
  /** How often this process has begun and ceased to write since its start. */
  roleChanges(): { readonly elected: number; readonly deposed: number }
  /** How many processes serve requests, this one included, as of the last second. */
  processes(): number
  /** Passes a call on to the writer, and returns its reply once this process has folded what the call wrote. */
  forward(call: ForwardedCall, isWanted: () => boolean): Promise<ForwardedReply>
  /** Tells the writer which traders have a socket here. */
  reportPresence(traderIds: readonly string[]): Promise<void>
  /** Lets the writer run an operator's command. Null if this process is the writer. */
  forwardAdmin(command: ForwardedAdminCommand): Promise<unknown>
  answerAdmin(run: (command: ForwardedAdminCommand) => Promise<unknown>): void
  /** Sets how this process answers calls and presence reports of the others, and what follows from a change. */
  connect(handlers: ClusterHandlers): void
}

export interface ClusterHandlers {
  readonly answerCall: (call: ForwardedCall) => Promise<Omit<ForwardedReply, 'seq'>>
  readonly presenceReported: (report: PresenceReport) => void
  readonly sessionEnded: (ended: EndedSession) => void
  readonly roleChanged: (isWriter: boolean) => Promise<void>
}
