import type { Price } from '../market/price.ts'
import type { Leg } from '../matching/cash-swap.ts'
import type { BothSides } from './locate.ts'

/** Who changed a side's status last, and when. */
interface ExecutionStatusChange {
  readonly at: number
  readonly brokerUserId: string
  readonly received: boolean
}

/** Two traders agreed to be handed to one broker (rules 9). Not a trade: the broker contracts with each. */
export interface ConnectionAgreement {
  readonly agreementId: string
  readonly locateId: string
  readonly securityId: string
  readonly brokerId: string
  readonly locationQuantity: number
  readonly midPrice: Price
  readonly legs: BothSides<Leg>
  readonly traderIds: BothSides<string>
  readonly firmIds: BothSides<string>
  /** One password per side. A trader sees its own, the broker both (rules 9). */
  readonly passwords: BothSides<string>
  readonly locateTime: number
  readonly agreedAt: number
  /** Received by the broker, per side. */
  received: BothSides<boolean>
  /** This side has been handed to the broker (connect-broker). */
  handed: BothSides<boolean>
  lastChange: BothSides<ExecutionStatusChange | null>
}

export const sidesReceived = (agreement: Pick<ConnectionAgreement, 'received'>): number =>
  Number(agreement.received.BUY) + Number(agreement.received.SELL)
