import type { Command } from '@aitai/engine/commands.ts'
import type { Limits } from '@aitai/engine/limits.ts'
import type { State } from '@aitai/engine/state/state.ts'
import type { Now } from '../clock.ts'
import type { Quotes } from '../quotes/quotes.ts'
import type { Names } from '../reference/names.ts'
import type { KeyedRequest } from './idempotency.ts'
import type { Journal } from './journal.ts'
import type { NotificationStore, StoredNotification } from './notification-store.ts'

type WithoutTime<C> = C extends Command ? Omit<C, 'at'> : never
/** A command as it is submitted. The command loop adds the time. */
export type SubmittedCommand = WithoutTime<Exclude<Command, { readonly type: 'sweep' }>>

/** Reads something from the state. It must not retain any part of it: the state changes in place. */
export type StateView<T> = (state: State, at: number) => T

export interface Matchmaking {
  /**
   * Queues a command and resolves once it is in the journal. The view is taken right after the command's own
   * events and before contras are looked for, so that the reply cannot depend on the other side. With the key of a
   * request, the view must be the request's whole reply: it is stored with the entry. Rejects with Refused or
   * Unavailable; any other error is a bug.
   */
  submit(command: SubmittedCommand): Promise<void>
  submit<T>(command: SubmittedCommand, view: StateView<T>, keyed?: KeyedRequest | null): Promise<T>
  /** Reads what is in the journal, and waits for no write. Rejects with Unavailable. */
  read<T>(view: StateView<T>): Promise<T>
  /**
   * Calls the listener with the notifications of each write, in order, after they are stored. Returns how to
   * unsubscribe.
   */
  onNotifications(listener: (stored: readonly StoredNotification[]) => void): () => void
  /** Whether commands are accepted. */
  isReady(): boolean
  /** The number of entries in the journal, and of commands in the queue. */
  load(): { readonly entries: number; readonly waiting: number }
  /** Processes the commands in the queue, refuses new ones, and stores a snapshot. */
  stop(): Promise<void>
}

/** What a sweep reads of the quotes. */
export type SweptQuotes = Pick<Quotes, 'sightingOf'> & Partial<Pick<Quotes, 'changesSince'>>

export interface MatchmakingDeps {
  readonly journal: Journal
  readonly notices: NotificationStore
  readonly names: () => Names
  /** Without `changesSince` every tick looks at all markets. */
  readonly quotes: SweptQuotes
  readonly now: Now
  /**
   * The limits that the venue has set for a moment, in milliseconds UTC. They are applied on the first tick of
   * their trading day. By default the limits of the state stay.
   */
  readonly limitsAt?: (at: number) => Limits | null
  /**
   * How long a changed security waits before contras are looked for in it, in milliseconds
   * (docs/rules.md, section 4). Default 0.
   */
  readonly sweepDelay?: () => number
  /** Milliseconds between two ticks. Each sweeps once. Default 20. */
  readonly tickMs?: number
  /** Calls `tick` every so many milliseconds, and returns how to stop. A test may tick by hand. */
  readonly startTicks?: (tick: () => void, ms: number) => () => void
  /** Entries between two snapshots. */
  readonly snapshotEvery?: number
  /** Receives what an operator should know: failed writes and folds, and bugs. */
  readonly onError?: (error: unknown, activity: string) => void
  /** The disk lost acknowledged data: the process should end rather than retry. */
  readonly onLostSync?: (error: unknown) => void
}
