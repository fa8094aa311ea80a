/**
 * How a request without an answer turned out after the restart: not done, done, or either would look the
 * same.
 */
export type Resolution = 'notApplied' | 'applied' | 'unknown'

/**
 * What must not be: something acknowledged is gone, something counts twice, or anything else that is wrong.
 */
export interface Faults {
  readonly lost: string[]
  readonly twice: string[]
  readonly wrong: string[]
}

export const noFaults = (): Faults => ({ lost: [], twice: [], wrong: [] })
export const faultCount = ({ lost, twice, wrong }: Faults): number =>
  lost.length + twice.length + wrong.length

interface Bounds {
  least: number
  most: number
}

/** How often each thing was done, by what the clients were told. The journal must agree at the end. */
export class Tally {
  readonly done = new Map<string, Bounds>()
  readonly faults = noFaults()
  acknowledged = 0
  refused = 0
  readonly resolved: Record<Resolution, number> = { notApplied: 0, applied: 0, unknown: 0 }

  /** Acknowledged, or seen after a restart: exactly once more. */
  happened(name: string): void {
    const bounds = this.#boundsOf(name)
    bounds.least += 1
    bounds.most += 1
  }

  /** Perhaps once more: a pause of what was paused already leaves no trace. */
  mayHaveHappened(name: string): void {
    this.#boundsOf(name).most += 1
  }

  #boundsOf(name: string): Bounds {
    const bounds = this.done.get(name) ?? { least: 0, most: 0 }
    this.done.set(name, bounds)
    return bounds
  }
}
