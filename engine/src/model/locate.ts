import type { Direction } from './advert.ts'
import type { Limits } from './limits.ts'
import type { Price } from './price.ts'

export const answers = ['ACCEPT', 'DECLINE'] as const
export type Answer = (typeof answers)[number]

/** How a locate ended, as one side may know it (docs/rules.md §8). */
export const outcomes = [
  'ACCEPTED',
  'CONTRA_DECLINED',
  'CONTRA_TIMEOUT',
  'DECLINED',
  'TIMED_OUT',
  'WITHDRAWN',
] as const
export type Outcome = (typeof outcomes)[number]

/** How a side trades with the broker (docs/rules.md §5). */
export type Leg = 'CASH' | 'SWAP'

/** A value for each side of a locate or agreement. */
export interface BothSides<T> {
  readonly BUY: T
  readonly SELL: T
}

/**
 * What is fixed when two adverts are located (docs/rules.md §8). Moves are in basis points; that of the index is
 * null if it was unknown.
 */
export interface LocateTerms {
  readonly locateId: string
  readonly securityId: string
  readonly buyId: string
  readonly sellId: string
  readonly locateQuantity: number
  readonly midPrice: Price
  /** The price of a dollar, at which the value of the locate in dollars is fixed. */
  readonly usdJpy: Price
  readonly stockMove: number
  readonly indexMove: number | null
  readonly brokerId: string
  readonly legs: BothSides<Leg>
  /** The quantity of each side's IOI, before any decay. A side sees only its own. */
  readonly shareQuantity: BothSides<number>
  /** The shares that each side has left if the locate completes. A side sees only its own. */
  readonly residual: BothSides<number>
  /**
   * Each side's minimum in shares, the quantity that the popup guarantees (docs/rules.md §15). A side sees
   * only its own.
   */
  readonly minShares: BothSides<number>
}

export interface Locate extends LocateTerms {
  readonly locatedAt: number
  /** The moment to which the popup counts down. Answers are accepted for a grace period after it. */
  readonly deadline: number
  readonly traderIds: BothSides<string>
  readonly firmIds: BothSides<string>
  answers: BothSides<Answer | null>
  /** Declines that are not scored because the mid moved against the trader (docs/rules.md §14). */
  excused: BothSides<boolean>
  /** The sides whose own knockout had fired at an answer: it is to be withdrawn (docs/rules.md §8). */
  knockedOut: BothSides<boolean>
  outcome: BothSides<Outcome> | null
  settledAt: number | null
  /** Set when both accepted. */
  agreementId: string | null
}

/**
 * The first moment at which a locate has lapsed, in milliseconds UTC: an answer is still accepted at the end of the
 * grace period after its deadline (docs/rules.md §8).
 */
export const firstLapse = (
  { deadline }: Pick<Locate, 'deadline'>,
  { locateGraceMs }: Pick<Limits, 'locateGraceMs'>,
): number => deadline + locateGraceMs + 1

/** Whether a knockout had fired at an answer. */
export const isKnockedOut = ({ knockedOut }: Pick<Locate, 'knockedOut'>): boolean =>
  knockedOut.BUY || knockedOut.SELL

export const opposite = (direction: Direction): Direction => (direction === 'BUY' ? 'SELL' : 'BUY')

export const advertIdOn = (
  { buyId, sellId }: Pick<LocateTerms, 'buyId' | 'sellId'>,
  side: Direction,
): string => (side === 'BUY' ? buyId : sellId)

/** The side of a locate that a trader is on. Null if the trader is not in it. */
export function sideOf(
  locate: { readonly traderIds: BothSides<string> },
  traderId: string,
): Direction | null {
  if (locate.traderIds.BUY === traderId) return 'BUY'
  if (locate.traderIds.SELL === traderId) return 'SELL'
  return null
}

/**
 * Whether both sides have answered. An open locate with both answers is to be withdrawn: a watched condition failed
 * or a knockout fired at the second answer (docs/rules.md §8).
 */
export const hasBothAnswers = ({ answers }: Pick<Locate, 'answers'>): boolean =>
  answers.BUY !== null && answers.SELL !== null
