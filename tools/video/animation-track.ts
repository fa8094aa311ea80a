/** A value of several numbers that moves over the time of a film. */
export type Numbers = readonly number[]

interface Move<Value> {
  readonly at: number
  readonly seconds: number
  readonly from: Value
  readonly to: Value
}

/** Starts and ends without a jolt. */
export const easeInOut = (part: number): number => {
  const p = Math.min(1, Math.max(0, part))
  return p * p * p * (p * (p * 6 - 15) + 10)
}

/** Where something is at each moment of a film: it stands, and now and then it moves. Times in seconds. */
export class AnimationTrack<Value extends Numbers> {
  readonly #first: Value
  readonly #moves: Move<Value>[] = []

  constructor(first: Value) {
    this.#first = first
  }

  /** Starts from the value at that time; moves must be added in order of time. */
  moves(to: Value, at: number, seconds: number): void {
    this.#moves.push({ at, seconds, from: this.at(at), to })
  }

  at(moment: number): Value {
    const move = this.#moves.findLast(({ at }) => at <= moment)
    if (!move) return this.#first
    const part = move.seconds === 0 ? 1 : easeInOut((moment - move.at) / move.seconds)
    return move.to.map((to, index) => {
      const from = move.from[index] ?? to
      return from + (to - from) * part
    }) as unknown as Value
  }
}
