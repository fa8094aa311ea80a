import type { Command } from '@aitai/engine/commands.ts'
import type { State } from '@aitai/engine/state/state.ts'
import type { Now } from '../clock.ts'
import type { Quotes } from '../quotes/quotes.ts'
import type { Names } from '../reference/names.ts'
import type { Journal } from './journal.ts'
import type { NotificationStore, StoredNotification } from './notification-store.ts'

type WithoutMoment<C> = C extends Command ? Omit<C, 'at'> : never
/** A command before its turn has come: matchmaking stamps the moment. */
export type SubmittedCommand = WithoutMoment<Exclude<Command, { readonly type: 'sweep' }>>

/** What is shown of the state. Must not keep any of it: the state changes in place. */
export type StateView<T> = (state: State, at: number) => T

export interface Matchmaking {
  /**
   * Waits its turn, decides, and answers once it is in the journal. The view is taken right after the
   * command's own events and before any contra is looked for, so that the answer cannot depend on the other
   * side (rules 15). Rejects with Refused or Unavailable; anything else is a bug.
   */
  submit(command: SubmittedCommand): Promise<void>
  submit<T>(command: SubmittedCommand, view: StateView<T>): Promise<T>
  /** Shows what is in the journal: waits for a write in flight. Rejects with Unavailable. */
  read<T>(view: StateView<T>): Promise<T>
  /**
   * Tells of notices after they were stored, those of one write together, in order. Returns how to stop it.
   */
  onTold(listener: (notices: readonly StoredNotification[]) => void): () => void
  /** Whether commands are taken. */
  isReady(): boolean
  /** How many entries the journal has, and how many commands wait for their turn. */
  load(): { readonly entries: number; readonly waiting: number }
  /** Finishes what was begun, refuses the rest, and leaves a snapshot. */
  stop(): Promise<void>
}

export interface MatchmakingDeps {
  readonly journal: Journal
  readonly notices: NotificationStore
  readonly names: () => Names
  readonly quotes: Pick<Quotes, 'sightingOf'>
  readonly now: Now
  /**
   * How long a security waits, in milliseconds, before contras are looked for in it (rules 4). Default none.
   */
  readonly sweepDelay?: () => number
  /**
   * How often the clock is looked at, in milliseconds; every fourth time all markets are, too. Contras are
   * looked for at these moments only.
   */
  readonly tickMs?: number
  /** Entries between two snapshots. */
  readonly snapshotEvery?: number
  /** Told of what an operator should know: failed writes and folds, bugs. */
  readonly onError?: (error: unknown, doing: string) => void
  /** The disk did not keep what it was given: the process should end rather than try again (quality R12). */
  readonly onLostSync?: (error: unknown) => void
}
