/**
 * The outcome of a request without a response, known after the restart. Unknown if both would look the same.
 */
export type Resolution = 'notApplied' | 'applied' | 'unknown'

/** Faults: acknowledged data that is lost, operations applied twice, and anything else that is wrong. */
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

/**
 * How often each operation was applied, by the responses to the clients. The journal must agree at the end.
 */
export class Tally {
  readonly operations = new Map<string, Bounds>()
  readonly faults = noFaults()
  #acknowledged = 0
  #awaited: { readonly count: number; readonly resolve: () => void } | null = null
  refused = 0
  readonly resolved: Record<Resolution, number> = { notApplied: 0, applied: 0, unknown: 0 }

  /** The number of complete responses, refusals included. */
  get acknowledged(): number {
    return this.#acknowledged
  }

  addResponse(): void {
    this.#acknowledged += 1
    if (this.#awaited && this.#acknowledged >= this.#awaited.count) this.#awaited.resolve()
  }

  /** Resolves after so many more responses. One caller at a time. */
  moreResponses(responses: number): Promise<void> {
    if (responses === 0) return Promise.resolve()
    return new Promise((resolve) => {
      this.#awaited = { count: this.#acknowledged + responses, resolve }
    })
  }

  /** Acknowledged, or seen after a restart: exactly once more. */
  addOperation(name: string): void {
    const bounds = this.#boundsOf(name)
    bounds.least += 1
    bounds.most += 1
  }

  /** Possibly once more: pausing a paused advert leaves no trace. */
  addPossibleOperation(name: string): void {
    this.#boundsOf(name).most += 1
  }

  #boundsOf(name: string): Bounds {
    const bounds = this.operations.get(name) ?? { least: 0, most: 0 }
    this.operations.set(name, bounds)
    return bounds
  }
}
