import type { AdvertEventType } from '@aitai/contract/schemas/history.ts'
import type {
  AdvertStatus,
  AdvertTerms,
  CauseOfDeath,
  Direction,
  TriggerOffsets,
} from '@aitai/engine/model/advert.ts'
import type { Execution } from '@aitai/engine/model/connection-agreement.ts'
import {
  type Answer,
  type BothSides,
  type LocateTerms,
  type Outcome,
  opposite,
} from '@aitai/engine/model/locate.ts'
import type { Price } from '@aitai/engine/model/price.ts'

/*
 * What the history stores of the journal, as JSON. Raise `historyVersion` with every change of these types after a
 * release: the history is then built again.
 */

export const historyVersion = 1

/** An IOI as it was after its last event of a trading day. Prices in 1/10,000 yen, times in milliseconds UTC. */
export interface AdvertRecord {
  readonly advertId: string
  readonly traderId: string
  readonly securityId: string
  /** The trading day of its last change. */
  day: number
  terms: AdvertTerms
  minShares: number
  offsets: TriggerOffsets
  advertisementStatus: AdvertStatus
  causeOfDeath: CauseOfDeath | null
  errorCode: string | null
  advertTriggerSatisfied: boolean
  quantityRemaining: number
  parentAdvertId: string | null
  submitTime: number | null
  /** The number of the journal's entry that sent it. Never leaves the server. */
  submitSeq: number | null
  expiryDate: number | null
  isModified: boolean
  /** The mid of a fresh quote at the submit, and the prices of a share and of a dollar that it was valued at. */
  arrivalMid: Price | null
  price: Price | null
  usdJpy: Price | null
  /** How often rules of the owner have renewed and resumed it. */
  renewals: number
  resumes: number
  /** In the order of the locates. */
  locateIds: readonly string[]
  /** The number of its events so far. */
  events: number
}

/** A locate, with both sides. A view shows one of them. Passwords are not stored. */
export interface LocateRecord extends LocateTerms {
  readonly locatedAt: number
  readonly deadline: number
  readonly traderIds: BothSides<string>
  /** The best bid and ask at the locate; null after the close, when the price is the official close. */
  readonly bid: Price | null
  readonly ask: Price | null
  answers: BothSides<Answer | null>
  outcome: BothSides<Outcome> | null
  settledAt: number | null
  agreementId: string | null
  /** When the broker received each password. */
  receivedAt: BothSides<number | null>
  notExecuted: { readonly at: number; readonly atFault: BothSides<boolean> } | null
  executions: readonly Omit<Execution, 'brokerUserId'>[]
}

/** Something that happened to an IOI, as its owner may know it. */
export interface AdvertEventRecord {
  readonly at: number
  readonly type: AdvertEventType
  /** Shares sent, changed to, located or executed. */
  readonly quantity?: number
  readonly price?: Price
  readonly locateId?: string
  readonly answer?: Answer
  readonly outcome?: Outcome
  readonly brokerId?: string
  readonly by?: 'OWNER' | 'DESK_HEAD' | 'SESSION_END'
  /** The desk head who paused, resumed or cancelled it. */
  readonly deskHeadId?: string
  /** Whether a rule of the owner sent or resumed it. */
  readonly isAutomatic?: true
  readonly causeOfDeath?: CauseOfDeath
  readonly errorCode?: string
  /** The terms that a change has changed. */
  readonly changed?: readonly string[]
  readonly executedAt?: number
  readonly notExecutedBy?: 'YOU' | 'CONTRA' | 'BOTH'
  readonly residualId?: string
}

/** Who did not follow through, as a side sees it. */
export function faultFor(atFault: BothSides<boolean>, side: Direction): 'YOU' | 'CONTRA' | 'BOTH' {
  if (!atFault[opposite(side)]) return 'YOU'
  return atFault[side] ? 'BOTH' : 'CONTRA'
}
