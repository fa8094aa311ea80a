import type { Notification } from '@aitai/contract/schemas/notifications.ts'
import { isMissedLocate, isOwnAction } from './received-notifications.ts'

/** One kind of what came while the socket was down: a message type, or the locates that were missed. */
export interface MissedUpdateGroup {
  /** The message type, word for word as the specification has it. */
  readonly message: string
  /** A locate that ended without this person's answer, told apart from one that the contra let pass. */
  readonly missed: boolean
  readonly count: number
}

/** What came while the socket was down, each kind once; empty if nothing did. */
export type MissedUpdateSummary = readonly MissedUpdateGroup[]

const isSame = (a: MissedUpdateGroup, b: MissedUpdateGroup): boolean =>
  a.message === b.message && a.missed === b.missed

/** What needs a person comes first, then what came most. */
const inOrder = (kinds: readonly MissedUpdateGroup[]): MissedUpdateSummary =>
  [...kinds].sort(
    (a, b) => Number(b.missed) - Number(a.missed) || b.count - a.count || (a.message < b.message ? -1 : 1),
  )

/** Two lists as one: a second cut adds to what was not read yet. */
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
 * What of all that is known came after `known`, by kind. What the person did, here or in another tab, is no
 * news; nor is what a later notice has replaced, unless nobody answered it.
 */
export const missedUpdatesSince = (
  all: readonly Notification[],
  known: ReadonlySet<string>,
): MissedUpdateSummary =>
  all
    .filter((each) => !known.has(each.id) && !isOwnAction(each) && (each.visible || isMissedLocate(each)))
    .map((each): MissedUpdateSummary => [{ message: each.message, missed: isMissedLocate(each), count: 1 }])
    .reduce(mergeMissedUpdates, [])

/** How many notices that is. */
export const countMissedUpdates = (meanwhile: MissedUpdateSummary): number =>
  meanwhile.reduce((sum, { count }) => sum + count, 0)
