import type { LocateNotification } from '@aitai/contract/locates.ts'
import type { Sound } from '../sound.ts'
import { type Face, faceOf } from './locate-queue.ts'

/** What each locate looked like the last time. */
export type Faces = ReadonlyMap<string, Face>

export const facesOf = (queue: readonly LocateNotification[]): Faces =>
  new Map(queue.map((locate) => [locate.locateNotificationId, faceOf(locate)]))

/** The locates that ask now and did not before, and those whose outcome came since. */
export interface Changes {
  readonly asked: readonly LocateNotification[]
  readonly ended: readonly LocateNotification[]
}

/**
 * What is worth an alert. An outcome that was there at the first look is old news: a page that is opened
 * again tells it by its popup and not by a sound.
 */
export function changesOf(before: Faces, queue: readonly LocateNotification[]): Changes {
  const was = (locate: LocateNotification): Face | undefined => before.get(locate.locateNotificationId)
  return {
    asked: queue.filter((locate) => faceOf(locate) === 'question' && was(locate) === undefined),
    ended: queue.filter((locate) => {
      const face = was(locate)
      return faceOf(locate) === 'outcome' && face !== undefined && face !== 'outcome'
    }),
  }
}

export const soundOf = ({ outcome }: LocateNotification): Sound => {
  if (outcome === null) return 'located'
  return outcome === 'ACCEPTED' ? 'accepted' : 'declined'
}
