import type { Calendar } from '../calendar/calendar.ts'
import type { Limits } from '../limits.ts'
import type { Security } from './security.ts'

/** An institution. */
export interface Firm {
  readonly firmId: string
  /** Firms of one group are never matched (docs/rules.md §3, E2). */
  readonly affiliateGroup: string | null
  /** Brokers enabled for this institution (docs/rules.md §3, E8). */
  readonly brokerIds: readonly string[]
}

export interface Broker {
  readonly brokerId: string
  readonly active: boolean
  /** Whether the broker can execute swap legs (docs/rules.md §5). */
  readonly swapEnabled: boolean
}

export interface TraderAccount {
  readonly traderId: string
  readonly firmId: string
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
  readonly limits?: Limits
}
