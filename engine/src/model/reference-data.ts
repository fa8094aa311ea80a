import type { Calendar } from './calendar.ts'
import type { Limits } from './limits.ts'
import type { Price } from './price.ts'
import type { Security } from './security.ts'

/** An institution. */
export interface Firm {
  readonly firmId: string
  /** Firms of one group are never matched (docs/rules.md §3, E2). */
  readonly affiliateGroup: string | null
  /** Brokers enabled for this institution (docs/rules.md §3, E8). */
  readonly brokerIds: readonly string[]
  /**
   * The largest notional of one advert, and of all its live adverts together (docs/rules.md §22). Null for
   * none.
   */
  readonly largestNotional: Price | null
  readonly largestLiveNotional: Price | null
}

/** The size limits of an institution that has none. */
export const noSizeLimits = {
  largestNotional: null,
  largestLiveNotional: null,
} as const satisfies Partial<Firm>

export interface Broker {
  readonly brokerId: string
  readonly active: boolean
  /** Whether the broker can execute swap legs (docs/rules.md §5). */
  readonly swapEnabled: boolean
}

export interface TraderAccount {
  readonly traderId: string
  readonly firmId: string
  /** Whether the trader may act on the adverts of colleagues (docs/rules.md §15). Missing if not. */
  readonly isDeskHead?: boolean
}

/**
 * Data from outside that the engine needs. Each entry replaces the one with the same id.
 */
export interface Reference {
  readonly firms?: readonly Firm[]
  readonly brokers?: readonly Broker[]
  readonly traders?: readonly TraderAccount[]
  readonly securities?: readonly Security[]
  readonly calendar?: Calendar
  /** The venue's limits. */
  readonly limits?: Limits
  /** The version of the rules that decide from here on (rules-version.ts). */
  readonly rulesVersion?: number
}
