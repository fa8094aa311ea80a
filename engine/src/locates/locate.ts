import type { Direction } from '../adverts/advert.ts'
import type { Price } from '../market/price.ts'
import type { Leg } from '../matching/cash-swap.ts'

export const answers = ['ACCEPT', 'DECLINE'] as const
export type Answer = (typeof answers)[number]

/** How a locate ended for one side, in that side's words: it never says more than rules 8's table. */
export const outcomes = [
  'ACCEPTED',
  'CONTRA_DECLINED',
  'CONTRA_TIMEOUT',
  'DECLINED',
  'TIMED_OUT',
  'WITHDRAWN',
] as const
export type Outcome = (typeof outcomes)[number]

/** What is kept once per side of a locate or agreement. */
export interface BothSides<T> {
  readonly BUY: T
  readonly SELL: T
}

/**
 * What the engine freezes when two adverts meet (rules 8.1). Prices in 1/10,000 yen, moves in basis points.
 */
export interface LocateTerms {
  readonly locateId: string
  readonly securityId: string
  readonly buyId: string
  readonly sellId: string
  readonly locateQuantity: number
  readonly midPrice: Price
  readonly stockMove: number
  readonly indexMove: number
  readonly brokerId: string
  readonly legs: BothSides<Leg>
  /** What each side has left if this one completes, in shares. A side learns its own only. */
  readonly residual: BothSides<number>
  /**
   * Each side's own minimum, in shares: "at least this much is there" (rules 15). A side learns its own only.
   */
  readonly minShares: BothSides<number>
}

export interface Locate extends LocateTerms {
  readonly locatedAt: number
  /** The moment the popup counts down to; answers are taken for the grace after it. */
  readonly deadline: number
  readonly traderIds: BothSides<string>
  readonly firmIds: BothSides<string>
  answers: BothSides<Answer | null>
  /** Declines that are not scored, since the mid moved against the decliner (rules 14). */
  excused: BothSides<boolean>
  outcome: BothSides<Outcome> | null
  settledAt: number | null
  /** Set when both accepted. */
  agreementId: string | null
}

export const opposite = (direction: Direction): Direction => (direction === 'BUY' ? 'SELL' : 'BUY')

export const advertIdOn = (
  { buyId, sellId }: Pick<LocateTerms, 'buyId' | 'sellId'>,
  side: Direction,
): string => (side === 'BUY' ? buyId : sellId)

/** Which side of a locate a trader is on, or null for a stranger. */
export function sideOf(
  locate: { readonly traderIds: BothSides<string> },
  traderId: string,
): Direction | null {
  if (locate.traderIds.BUY === traderId) return 'BUY'
  if (locate.traderIds.SELL === traderId) return 'SELL'
  return null
}

/** What one side is told, from its own answer and the contra's (the table of rules 8). */
export function outcomeFor(own: Answer | null, contra: Answer | null): Outcome {
  if (own === null) return 'TIMED_OUT'
  if (own === 'DECLINE') return 'DECLINED'
  if (contra === null) return 'CONTRA_TIMEOUT'
  return contra === 'DECLINE' ? 'CONTRA_DECLINED' : 'ACCEPTED'
}
