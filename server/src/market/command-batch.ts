import type { Command } from '@aitai/engine/commands.ts'
import { decide } from '@aitai/engine/decide.ts'
import type { Event } from '@aitai/engine/events.ts'
import { evolve } from '@aitai/engine/evolve.ts'
import { applyEvents } from '@aitai/engine/matching/candidates.ts'
import { notificationsOf } from '@aitai/engine/notifications.ts'
import type { State } from '@aitai/engine/state/state.ts'
import { Refused } from '../errors.ts'
import type { Names } from '../reference/names.ts'
import type { Entry } from './journal.ts'
import { type NotificationDraft, notificationDraftsOf } from './notification-drafts.ts'

/** What is to be written together: entries, and what each of them tells. */
export interface Batch {
  readonly entries: Entry[]
  readonly drafts: (readonly NotificationDraft[])[]
}

export const emptyBatch = (): Batch => ({ entries: [], drafts: [] })

/**
 * Decides a command and takes its events into the state, which is from then on ahead of the journal until the
 * pages are written. A command that causes nothing leaves no page. Returns how many events there were; throws
 * Refused, or whatever a bug throws.
 */
export function applyCommand(state: State, command: Command, pages: Batch, names: Names): number {
  const decision = decide(state, command)
  if ('refusal' in decision) throw new Refused(decision.refusal)
  const { events } = decision
  const drafts = evolved(state, command, events, names)
  if (events.length > 0) {
    pages.entries.push({ at: command.at, command, events })
    pages.drafts.push(drafts)
  }
  return events.length
}

/** Raised when the state may be half changed: it must be dropped. */
export class BrokenState extends Error {}

function evolved(
  state: State,
  command: Command,
  events: readonly Event[],
  names: Names,
): NotificationDraft[] {
  try {
    applyEvents(state, command, [])
    // One event at a time: a notice is read from the state right after its own event.
    return events.flatMap((event) => {
      evolve(state, event)
      return notificationsOf(state, event).flatMap((notice) =>
        notificationDraftsOf(state, notice, names, command.at),
      )
    })
  } catch (error) {
    throw new BrokenState(`${command.type} could not be taken into the state`, { cause: error })
  }
}

/** SQLITE_IOERR_FSYNC and SQLITE_IOERR_DIR_FSYNC. */
const lostSyncs = [1_034, 1_290]

/** The disk refused to keep what it was given. A second try may succeed without keeping it either. */
export const isLostSync = (error: unknown): boolean =>
  error instanceof Error && 'errcode' in error && lostSyncs.includes(Number(error.errcode))
