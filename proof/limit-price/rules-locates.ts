import type { DayHours } from './rules-hours.ts'
import type { Answer, RulesAdvert, Side } from './rules-terms.ts'

/** An open locate (docs/rules.md §8). */
export interface RulesLocate {
  readonly securityId: string
  readonly BUY: RulesAdvert
  readonly SELL: RulesAdvert
  readonly deadline: number
  readonly answers: Record<Side, Answer | null>
  /** The sides whose knockout had fired when an answer arrived. */
  readonly knockedOut: Record<Side, boolean>
}

/** The settings of a venue that a history may vary. */
export interface RulesVenue {
  readonly hours: DayHours
  readonly freshMarketMs: number
  readonly declineCooldownMs: number
  readonly timeoutCooldownMs: number
  readonly withdrawalCooldownMs: number
}

export interface RulesMatch {
  readonly buyId: string
  readonly sellId: string
  readonly quantity: number
  readonly price: number
}
