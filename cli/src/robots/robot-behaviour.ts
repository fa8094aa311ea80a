import type { AdvertSubmission } from '@aitai/contract/schemas/adverts.ts'
import type { Broker, Equity } from '@aitai/contract/schemas/reference.ts'
import type { Direction } from '@aitai/engine/adverts/advert.ts'
import { ceilLot, floorLot } from '@aitai/engine/market/security.ts'

/** Returns a number in [0, 1). */
export type Random = () => number

export type LocateReaction = 'ACCEPT' | 'DECLINE' | 'LAPSE'

/**
 * A robot's reaction to a locate: mostly accept, sometimes decline or let it lapse. The first two after a start
 * are always accepted, so that someone who tries the product sees the whole flow.
 */
export function locateReaction(locatesBefore: number, chance: Random): LocateReaction {
  if (locatesBefore < 2) return 'ACCEPT'
  const drawn = chance()
  if (drawn < 0.05) return 'LAPSE'
  return drawn < 0.15 ? 'DECLINE' : 'ACCEPT'
}

const between = (from: number, to: number, chance: Random): number => from + chance() * (to - from)

/** The delay before a robot answers a locate, in milliseconds. */
export const answerDelayMs = (chance: Random): number => between(2_000, 6_000, chance)

/** The delay before a robot resumes a paused advert, in milliseconds. */
export const resumeDelayMs = (chance: Random): number => between(10_000, 25_000, chance)

/**
 * Notional of a robot's advert, in yen. With a minimum of 10 percent it matches everything from the platform's
 * minimum of 10 million up to about 120 million with a minimum of half.
 */
const notional = { from: 60_000_000, to: 90_000_000 }

/** Shares of about the robots' notional, in whole lots and at least one lot. */
export function sharesFor({ closePrice, lotSize }: Equity, chance: Random): number {
  const shares = between(notional.from, notional.to, chance) / closePrice
  return Math.max(floorLot(shares, lotSize), ceilLot(1, lotSize))
}

/**
 * The brokers of a robot's advert: as many as allowed, always including the first, the others at random, so that
 * an advert with a single broker is matched sooner or later.
 */
export function brokersFor(brokers: readonly Broker[], most: number, chance: Random): readonly string[] {
  const [first, ...rest] = brokers.map(({ brokerID }) => brokerID)
  if (first === undefined) return []
  while (rest.length > most - 1) rest.splice(Math.floor(chance() * rest.length), 1)
  return [first, ...rest]
}

/** The terms of a robot's advert: as wide as possible, so that anyone can match it. */
export const termsFor = (
  advertId: string,
  direction: Direction,
  equity: Equity,
  brokerIds: readonly string[],
  chance: Random,
): AdvertSubmission => ({
  id: advertId,
  securityId: equity.equityId,
  direction,
  shareQuantity: sharesFor(equity, chance),
  minimumQuantity: 10,
  duration: 'END_OF_DAY',
  credibilityHurdle: 10,
  brokerIds: [...brokerIds],
  ranked: false,
  transactionType: 'CASH_SWAP',
  transactionTypePreference: 'CASH_SWAP',
})
