import type { Limits } from '@aitai/engine/model/limits.ts'
import type { Now } from '../clock.ts'
import type { Names } from '../reference/names.ts'
import { ticksOnGrid } from './clock-ticks.ts'
import type { Journal } from './journal.ts'
import type { NotificationStore } from './notification-store.ts'
import type { SweptQuotes } from './sweeps/sweeper.ts'

/** What the command loop works with, and its settings. */
export interface CommandLoopDeps {
  readonly journal: Journal
  readonly notificationStore: NotificationStore
  readonly names: () => Names
  readonly quotes: SweptQuotes
  readonly now: Now
  /**
   * The limits that the venue has set for a moment, in milliseconds UTC. They are applied on the first tick of
   * their trading day. By default the limits of the state stay.
   */
  readonly limitsAt?: (at: number) => Limits | null
  /**
   * How long a changed security waits before contras are looked for in it, in milliseconds
   * (docs/rules.md §4). Default 0.
   */
  readonly sweepDelay?: () => number
  /** Milliseconds between two ticks. Each sweeps once. Default 10. */
  readonly tickMs?: number
  /** Calls `tick` every so many milliseconds, and returns how to stop. A test may tick by hand. */
  readonly startTicks?: (tick: () => void, ms: number) => () => void
  /** Rejects once another process may have written: then a reply to a command without events is not sent. */
  readonly confirmWriter?: () => Promise<void>
  /** Entries between two snapshots. */
  readonly snapshotEvery?: number
  /** Receives what an operator should know: failed writes and folds, and bugs. */
  readonly onError?: (error: unknown, activity: string) => void
  /** The disk lost acknowledged data: the process should end rather than retry. */
  readonly onLostSync?: (error: unknown) => void
}

export const defaultDeps = {
  sweepDelay: () => 0,
  tickMs: 10,
  startTicks: ticksOnGrid,
  snapshotEvery: 10_000,
  limitsAt: () => null,
  confirmWriter: async () => {},
  onError: () => {},
  onLostSync: () => {},
}
