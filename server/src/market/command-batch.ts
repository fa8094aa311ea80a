import { decide } from '@aitai/engine/decide.ts'
import { evolve } from '@aitai/engine/evolve/evolve.ts'
import { dropMatchedCandidates } from '@aitai/engine/matching/candidates.ts'
import type { Command, CommandOf } from '@aitai/engine/model/commands.ts'
import type { Event } from '@aitai/engine/model/events.ts'
import type { State } from '@aitai/engine/model/state.ts'
import { notificationsOf } from '@aitai/engine/notifications.ts'
import type { IdempotencyTable } from '../database/schema.ts'
import { Refused } from '../errors.ts'
import type { Names } from '../reference/names.ts'
import type { QueuedCommand } from './command-queue.ts'
import { successRow } from './idempotency.ts'
import type { Entry, StoredEntry } from './journal.ts'
import { type NotificationDraft, notificationDraftsOf } from './notification-drafts.ts'

/** Entries that are written in one transaction, with the notifications that each of them causes. */
export interface Batch {
  readonly entries: Entry[]
  readonly drafts: (readonly NotificationDraft[])[]
}

export const emptyBatch = (): Batch => ({ entries: [], drafts: [] })

/** Commands that are decided, and what remains to be done with them. */
export interface DecidedBatch extends Batch {
  /** The entries as they are to be written. */
  readonly rows: StoredEntry[]
  /** Replies to keyed requests, which are written with the entries. */
  readonly replies: IdempotencyTable[]
  readonly commands: { reply(): void; reject(error: unknown): void }[]
  /** A sweep has a batch of its own, so that no reply waits for what it does. */
  sweep: CommandOf<'sweep'> | null
}

export const emptyDecidedBatch = (): DecidedBatch => ({
  ...emptyBatch(),
  rows: [],
  replies: [],
  commands: [],
  sweep: null,
})

/**
 * Decides a command, applies its events to the state and adds the entry to the batch. From then on the state
 * is ahead of the journal until the batch is written. A command without events adds no entry. Throws Refused,
 * or BrokenState when the events could not be applied.
 */
export function applyCommand(state: State, command: Command, batch: Batch, names: Names): void {
  const decision = decide(state, command)
  if ('refusal' in decision) throw new Refused(decision.refusal)
  const { events } = decision
  const drafts = applyToState(state, command, events, names)
  if (events.length > 0) {
    batch.entries.push({ at: command.at, command, events })
    batch.drafts.push(drafts)
  }
}

/**
 * Adds the reply to a command, with the time of its entry in milliseconds UTC. A command without an entry changes
 * nothing and may be repeated, so its reply need not be written with one.
 */
export function addReply(
  { commands, replies }: DecidedBatch,
  { keyed, resolve, reject }: QueuedCommand,
  shown: unknown,
  enteredAt: number | null,
): void {
  if (keyed === null || enteredAt === null) {
    commands.push({ reply: () => resolve(shown), reject })
    return
  }
  replies.push(successRow(keyed, enteredAt, shown))
  const reply = (): void => {
    keyed.isStored = true
    resolve(shown)
  }
  commands.push({ reply, reject })
}

/** The state may be half changed and must be dropped. */
export class BrokenState extends Error {
  override readonly name = 'BrokenState'
}

function applyToState(
  state: State,
  command: Command,
  events: readonly Event[],
  names: Names,
): NotificationDraft[] {
  try {
    dropMatchedCandidates(state, command)
    // One event at a time, because a notification describes the state right after its own event.
    return events.flatMap((event) => {
      evolve(state, event)
      return notificationsOf(state, event).flatMap((notification) =>
        notificationDraftsOf(state, notification, names, command.at),
      )
    })
  } catch (error) {
    throw new BrokenState(`${command.type} could not be applied to the state`, { cause: error })
  }
}
