import type { RulesAdvert } from './rules-terms.ts'

const newAccount = 60
const ratedEvents = 20
const ratedEventsPerContra = 4

interface Scored {
  readonly score: number
  readonly contraFirmId: string
}

/** Ratings and cooldowns (docs/rules.md §8, §14). Every institution has one trader. */
export class RulesRecord {
  readonly #scores = new Map<string, readonly Scored[]>()
  readonly #cooldowns = new Map<string, number>()

  score({ firmId }: RulesAdvert, { firmId: contraFirmId }: RulesAdvert, score: number): void {
    const events = [...(this.#scores.get(firmId) ?? []), { score, contraFirmId }]
    const ofContra = events.filter((each) => each.contraFirmId === contraFirmId)
    const isTooMany = ofContra.length > ratedEventsPerContra
    this.#scores.set(firmId, isTooMany ? events.filter((each) => each !== ofContra[0]) : events)
  }

  rating(firmId: string): number {
    const events = (this.#scores.get(firmId) ?? []).slice(-ratedEvents).reverse()
    let sum = 0
    for (let i = 0; i < ratedEvents; i += 1) sum += (ratedEvents - i) * (events[i]?.score ?? newAccount)
    return Math.max(1, Math.min(100, Math.floor(sum / 210 + 0.5)))
  }

  stars(firmId: string): number {
    return Math.trunc((this.rating(firmId) - 1) / 20) + 1
  }

  cool(a: RulesAdvert, b: RulesAdvert, until: number): void {
    this.#cooldowns.set(keyOf(a, b), until)
  }

  isCool(a: RulesAdvert, b: RulesAdvert, now: number): boolean {
    return now < (this.#cooldowns.get(keyOf(a, b)) ?? 0)
  }
}

const keyOf = (a: RulesAdvert, b: RulesAdvert): string =>
  [...[a.firmId, b.firmId].sort(), a.securityId].join()
