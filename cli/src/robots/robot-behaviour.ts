import type { AdvertSubmission } from '@aitai/contract/schemas/adverts.ts'
import type { Broker, Equity } from '@aitai/contract/schemas/reference.ts'
import type { Direction } from '@aitai/engine/model/advert.ts'
import { ceilLot, floorLot } from '@aitai/engine/model/security.ts'

export type RobotSize = 'SMALL' | 'LARGE'

/** Returns a number in [0, 1). */
export type Random = () => number

type LocateReaction = 'ACCEPT' | 'DECLINE' | 'LAPSE'

/**
 * A robot's reaction to a locate: mostly accept, sometimes decline or let it lapse. The first ten after a start
 * are always accepted, so that someone who tries the product sees the whole flow. Failures are rare, because two
 * institutions that have failed three times on a day are not located together again that day (docs/rules.md §21).
 */
export function locateReaction(locatesBefore: number, chance: Random): LocateReaction {
  if (locatesBefore < 10) return 'ACCEPT'
  const drawn = chance()
  if (drawn < 0.02) return 'LAPSE'
  return drawn < 0.07 ? 'DECLINE' : 'ACCEPT'
}

const between = (from: number, to: number, chance: Random): number => from + chance() * (to - from)

/** The delay before a robot answers a locate, in milliseconds. */
export const answerDelayMs = (chance: Random): number => between(2_000, 6_000, chance)

/** The delay before a broker's robot confirms an agreement, in milliseconds. */
export const confirmDelayMs = (chance: Random): number => between(4_000, 8_000, chance)

/** The delay before a robot resumes a paused advert, in milliseconds. */
export const resumeDelayMs = (chance: Random): number => between(10_000, 25_000, chance)

/**
 * Notional of a robot's advert, in yen. Both sizes together match every advert with any minimum from 10 million
 * yen, the default of a new advert, to 1 billion yen: a robot's own minimum of 10 percent bounds its contra from
 * below, and the contra's minimum of up to 75 percent bounds it from above.
 */
const notional = {
  SMALL: { from: 80_000_000, to: 92_000_000 },
  LARGE: { from: 780_000_000, to: 900_000_000 },
} as const

/** Shares of about the robots' notional, in whole lots and at least one lot. */
export function sharesFor({ closePrice, lotSize }: Equity, size: RobotSize, chance: Random): number {
  const { from, to } = notional[size]
  const shares = between(from, to, chance) / closePrice
  return Math.max(floorLot(shares, lotSize), ceilLot(1, lotSize))
}

/**
 * The brokers of a robot's advert: as many as allowed, always including the first, the others at random, so that
 * an advert with a single broker is matched sooner or later.
 */
export function brokersFor(brokers: readonly Broker[], limit: number, chance: Random): readonly string[] {
  const [first, ...rest] = brokers.map(({ brokerID }) => brokerID)
  if (first === undefined) return []
  while (rest.length > limit - 1) rest.splice(Math.floor(chance() * rest.length), 1)
  return [first, ...rest]
}

/** The terms of a robot's advert: as wide as possible, so that anyone can match it. */
export const termsFor = (
  advertId: string,
  direction: Direction,
  equity: Equity,
  size: RobotSize,
  brokerIds: readonly string[],
  chance: Random,
): AdvertSubmission => ({
  id: advertId,
  securityId: equity.equityId,
  direction,
  shareQuantity: sharesFor(equity, size, chance),
  minimumQuantity: 10,
  duration: 'END_OF_DAY',
  credibilityHurdle: 10,
  brokerIds: [...brokerIds],
  ranked: false,
  transactionType: 'CASH_SWAP',
  transactionTypePreference: 'CASH_SWAP',
})
