import type { Sound } from '../../ui/browser/sound.ts'
import type { LocateEntry, LocatePhase } from '../locate-list.ts'

/** The last known phase of each locate. */
export type LocatePhases = ReadonlyMap<string, LocatePhase>

export const locatePhasesOf = (entries: readonly LocateEntry[]): LocatePhases =>
  new Map(entries.map(({ id, phase }) => [id, phase]))

/** New locates to answer, and those whose outcome has arrived. */
export interface LocateChanges {
  readonly opened: readonly LocateEntry[]
  readonly ended: readonly LocateEntry[]
}

/**
 * The changes that need an alert. An outcome that was already there when the page opened is listed but has no
 * sound.
 */
export function locateChanges(before: LocatePhases, entries: readonly LocateEntry[]): LocateChanges {
  return {
    opened: entries.filter(({ id, phase }) => phase === 'question' && !before.has(id)),
    ended: entries.filter(({ id, phase }) => {
      const was = before.get(id)
      return phase === 'outcome' && was !== undefined && was !== 'outcome'
    }),
  }
}

const soundOf = ({ locate: { outcome } }: LocateEntry): Sound => {
  if (outcome === null) return 'located'
  return outcome === 'ACCEPTED' ? 'accepted' : 'declined'
}

/** The most important first: what needs an answer, then what needs a call. */
const order: readonly Sound[] = ['located', 'accepted', 'declined']

/** One sound for everything that changed at once; null for nothing. */
export function soundOfChanges({ opened, ended }: LocateChanges): Sound | null {
  const all = [...opened, ...ended].map(soundOf)
  return order.find((sound) => all.includes(sound)) ?? null
}
