import type { LocateNotification } from '@aitai/contract/schemas/locates.ts'
import type { Sound } from '../../ui/browser/sound.ts'
import { type LocatePhase, locatePhaseOf } from '../locate-queue.ts'

/** The last known phase of each locate. */
export type LocatePhases = ReadonlyMap<string, LocatePhase>

export const locatePhasesOf = (queue: readonly LocateNotification[]): LocatePhases =>
  new Map(queue.map((locate) => [locate.locateNotificationId, locatePhaseOf(locate)]))

/** New locates to answer, and those whose outcome has arrived. */
export interface LocateChanges {
  readonly opened: readonly LocateNotification[]
  readonly ended: readonly LocateNotification[]
}

/**
 * The changes that need an alert. An outcome that was already there when the page opened has a popup but no
 * sound.
 */
export function locateChanges(before: LocatePhases, queue: readonly LocateNotification[]): LocateChanges {
  const was = (locate: LocateNotification): LocatePhase | undefined => before.get(locate.locateNotificationId)
  return {
    opened: queue.filter((locate) => locatePhaseOf(locate) === 'question' && was(locate) === undefined),
    ended: queue.filter((locate) => {
      const phase = was(locate)
      return locatePhaseOf(locate) === 'outcome' && phase !== undefined && phase !== 'outcome'
    }),
  }
}

export const soundOf = ({ outcome }: LocateNotification): Sound => {
  if (outcome === null) return 'located'
  return outcome === 'ACCEPTED' ? 'accepted' : 'declined'
}
