import type { Command } from '@aitai/engine/model/commands.ts'
import type { State } from '@aitai/engine/model/state.ts'
import type { KeyedRequest } from './idempotency.ts'
import type { StoredNotification } from './notification-store.ts'

type WithoutTime<C> = C extends Command ? Omit<C, 'at'> : never
/** A command as it is submitted. The writer adds the time. */
export type SubmittedCommand = WithoutTime<Exclude<Command, { readonly type: 'sweep' }>>

/** Reads something from the state. It must not retain any part of it: the state changes in place. */
export type StateView<T> = (state: State, at: number) => T

/**
 * The market as the rest of the server sees it. The writer's is `CommandLoop`; a process that shares its database with
 * others has a `ReplicatedMarket`.
 */
export interface Market {
  /**
   * Queues a command and resolves once it is in the journal. The view is taken right after the command's own
   * events and before contras are looked for, so that the reply cannot depend on the other side. With the key of a
   * request, the view must be the request's whole reply: it is stored with the entry. Rejects with Refused or
   * Unavailable; any other error is a bug.
   */
  submit<T = void>(command: SubmittedCommand, view?: StateView<T>, keyed?: KeyedRequest | null): Promise<T>
  /** Reads what is in the journal, and waits for no write. Rejects with Unavailable. */
  read<T>(view: StateView<T>): Promise<T>
  /**
   * Calls the listener with the notifications of each write, in order, after they are stored. Returns how to
   * unsubscribe.
   */
  onNotifications(listener: (stored: readonly StoredNotification[]) => void): () => void
  /** Whether nothing in this process prevents commands. Whether the database stores them, `isReady` of the app knows. */
  isReady(): boolean
  /** The number of entries in the journal, and of commands in the queue. */
  load(): { readonly entries: number; readonly waiting: number }
  /** Processes the commands in the queue, refuses new ones, and stores a snapshot. */
  stop(): Promise<void>
}
