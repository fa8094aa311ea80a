import type { Calendar } from '../calendar/calendar.ts'
import type { Limits } from '../limits.ts'
import type { Security } from './security.ts'

/** An institution, as the engine knows it. */
export interface Firm {
  readonly firmId: string
  /** Firms of one group never meet (rules 3, E2). */
  readonly affiliateGroup: string | null
  /** Brokers enabled for this institution (rules 3, E8). */
  readonly brokerIds: readonly string[]
}

export interface Broker {
  readonly brokerId: string
  readonly active: boolean
  /** May stand between a cash and a swap side (rules 5). */
  readonly swapEnabled: boolean
}

export interface TraderAccount {
  readonly traderId: string
  readonly firmId: string
}

/**
 * What the engine must know of the world outside and cannot look up. Each entry replaces the one of its id.
 */
export interface Reference {
  readonly firms?: readonly Firm[]
  readonly brokers?: readonly Broker[]
  readonly traders?: readonly TraderAccount[]
  readonly securities?: readonly Security[]
  readonly calendar?: Calendar
  readonly limits?: Limits
}
