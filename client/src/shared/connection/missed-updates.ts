import type { Notification } from '@aitai/contract/schemas/notifications.ts'
import { isMissedLocate, isOwnAction } from './received-notifications.ts'

/** One kind of missed update: a message type, or the missed locates. */
export interface MissedUpdateGroup {
  /** The message type, exactly as in the specification. */
  readonly message: string
  /** Locates that ended without the user's answer, as opposed to those that the contra let lapse. */
  readonly missed: boolean
  readonly count: number
}

/** Missed updates by kind; empty if there are none. */
export type MissedUpdateSummary = readonly MissedUpdateGroup[]

const isSame = (a: MissedUpdateGroup, b: MissedUpdateGroup): boolean =>
  a.message === b.message && a.missed === b.missed

/** Kinds that need attention first, then the most frequent ones. */
const inOrder = (kinds: readonly MissedUpdateGroup[]): MissedUpdateSummary =>
  [...kinds].sort(
    (a, b) => Number(b.missed) - Number(a.missed) || b.count - a.count || (a.message < b.message ? -1 : 1),
  )

/** Merges two summaries, when a second loss adds to unread missed updates. */
export function mergeMissedUpdates(
  first: MissedUpdateSummary,
  second: MissedUpdateSummary,
): MissedUpdateSummary {
  const kinds: MissedUpdateGroup[] = [...first]
  for (const kind of second) {
    const at = kinds.findIndex((each) => isSame(each, kind))
    const known = kinds[at]
    if (known) kinds[at] = { ...known, count: known.count + kind.count }
    else kinds.push(kind)
  }
  return inOrder(kinds)
}

/**
 * Counts the notifications that are not in `known`, by kind. Own actions, here or in another tab, do not
 * count, nor do notifications that a later one has replaced, except unanswered locates.
 */
export const missedUpdatesSince = (
  all: readonly Notification[],
  known: ReadonlySet<string>,
): MissedUpdateSummary =>
  all
    .filter((each) => !known.has(each.id) && !isOwnAction(each) && (each.visible || isMissedLocate(each)))
    .map((each): MissedUpdateSummary => [{ message: each.message, missed: isMissedLocate(each), count: 1 }])
    .reduce(mergeMissedUpdates, [])

/** The total number of missed notifications. */
export const countMissedUpdates = (missedUpdates: MissedUpdateSummary): number =>
  missedUpdates.reduce((sum, { count }) => sum + count, 0)
