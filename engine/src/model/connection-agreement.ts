import type { BothSides, Leg } from './locate.ts'
import type { Price } from './price.ts'
import type { TickTableName } from './security.ts'

/** The last change of a side's status: by whom and when. */
interface ExecutionStatusChange {
  readonly at: number
  readonly brokerUserId: string
  readonly received: boolean
}

/** The broker's report that nothing was executed (docs/rules.md §24). */
export interface NotExecuted {
  /** The time of the report, or of its last correction. */
  readonly at: number
  readonly brokerUserId: string
  /** The sides that did not follow through. */
  readonly atFault: BothSides<boolean>
}

/** What the broker reports of an execution. */
export interface ExecutionTerms {
  readonly quantity: number
  readonly price: Price
  /** When it was executed, in milliseconds UTC. */
  readonly executedAt: number
}

/** An execution under an agreement, as its broker reported it last (docs/rules.md §24). */
export interface Execution extends ExecutionTerms {
  readonly executionId: string
  /** The time of the report, or of its last correction. */
  readonly at: number
  readonly brokerUserId: string
}

/**
 * Two traders agreed to be connected to one broker (docs/rules.md §9). Not a trade: the broker trades with
 * each.
 */
export interface ConnectionAgreement {
  readonly agreementId: string
  readonly locateId: string
  readonly securityId: string
  readonly brokerId: string
  readonly locationQuantity: number
  readonly midPrice: Price
  /** The tick table of the security when it was agreed: executions may be reported on a later day. */
  readonly tickTable: TickTableName
  readonly legs: BothSides<Leg>
  readonly traderIds: BothSides<string>
  readonly firmIds: BothSides<string>
  /** One password per side. A trader sees its own, the broker sees both (docs/rules.md §9). */
  readonly passwords: BothSides<string>
  readonly locateTime: number
  readonly agreedAt: number
  /** Whether the broker has received each side. */
  received: BothSides<boolean>
  /** Whether each side has connected to the broker. */
  handed: BothSides<boolean>
  lastChange: BothSides<ExecutionStatusChange | null>
  /** Absent unless the broker has reported that nothing was executed. */
  notExecuted?: NotExecuted
  /** Those that were not withdrawn, in the order of the reports. */
  executions: readonly Execution[]
}

export const sidesReceived = (agreement: Pick<ConnectionAgreement, 'received'>): number =>
  Number(agreement.received.BUY) + Number(agreement.received.SELL)
