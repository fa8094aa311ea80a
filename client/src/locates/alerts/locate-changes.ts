import type { LocateNotification } from '@aitai/contract/schemas/locates.ts'
import type { Sound } from '../../ui/browser/sound.ts'
import { type LocatePhase, locatePhaseOf } from '../locate-queue.ts'

/** What each locate looked like the last time. */
export type LocatePhases = ReadonlyMap<string, LocatePhase>

export const locatePhasesOf = (queue: readonly LocateNotification[]): LocatePhases =>
  new Map(queue.map((locate) => [locate.locateNotificationId, locatePhaseOf(locate)]))

/** The locates that ask now and did not before, and those whose outcome came since. */
export interface LocateChanges {
  readonly asked: readonly LocateNotification[]
  readonly ended: readonly LocateNotification[]
}

/**
 * What is worth an alert. An outcome that was there at the first look is old news: a page that is opened
 * again tells it by its popup and not by a sound.
 */
export function locateChanges(before: LocatePhases, queue: readonly LocateNotification[]): LocateChanges {
  const was = (locate: LocateNotification): LocatePhase | undefined => before.get(locate.locateNotificationId)
  return {
    asked: queue.filter((locate) => locatePhaseOf(locate) === 'question' && was(locate) === undefined),
    ended: queue.filter((locate) => {
      const face = was(locate)
      return locatePhaseOf(locate) === 'outcome' && face !== undefined && face !== 'outcome'
    }),
  }
}

export const soundOf = ({ outcome }: LocateNotification): Sound => {
  if (outcome === null) return 'located'
  return outcome === 'ACCEPTED' ? 'accepted' : 'declined'
}
