import type { AdvertSubmission } from '@aitai/contract/schemas/adverts.ts'
import type { Broker, Equity } from '@aitai/contract/schemas/reference.ts'
import type { Direction } from '@aitai/engine/adverts/advert.ts'
import { ceilLot, floorLot } from '@aitai/engine/market/security.ts'

/** A number from 0 up to, but without, 1. */
export type Random = () => number

export type LocateReaction = 'ACCEPT' | 'DECLINE' | 'LAPSE'

/**
 * What a robot does about a locate: mostly accept, now and then decline or let it lapse. Its first two
 * after a start it accepts, so that whoever tries the product for the first time sees the whole job.
 */
export function locateReaction(locatesBefore: number, chance: Random): LocateReaction {
  if (locatesBefore < 2) return 'ACCEPT'
  const drawn = chance()
  if (drawn < 0.05) return 'LAPSE'
  return drawn < 0.15 ? 'DECLINE' : 'ACCEPT'
}

const between = (from: number, to: number, chance: Random): number => from + chance() * (to - from)

/** How long a robot looks at a locate before it answers, in milliseconds. */
export const answerDelayMs = (chance: Random): number => between(2_000, 6_000, chance)

/** How long a paused advert rests before it is resumed, in milliseconds. */
export const resumeDelayMs = (chance: Random): number => between(10_000, 25_000, chance)

/**
 * In yen. With the smallest minimum of 10 percent, adverts of this size meet everything from the platform's
 * own minimum of 10 million up to about 120 million with a minimum of half.
 */
const notional = { from: 60_000_000, to: 90_000_000 }

/** Shares worth about as much as a robot deals in, in whole lots and at least one. */
export function sharesFor({ closePrice, lotSize }: Equity, chance: Random): number {
  const shares = between(notional.from, notional.to, chance) / closePrice
  return Math.max(floorLot(shares, lotSize), ceilLot(1, lotSize))
}

/**
 * Which brokers a robot takes: as many as an advert may have, the list's first always among them, so that
 * somebody who names a single broker is met all the same, now or after the next posting.
 */
export function brokersFor(brokers: readonly Broker[], most: number, chance: Random): readonly string[] {
  const [first, ...rest] = brokers.map(({ brokerID }) => brokerID)
  if (first === undefined) return []
  while (rest.length > most - 1) rest.splice(Math.floor(chance() * rest.length), 1)
  return [first, ...rest]
}

/** The terms of a robot's advert: as wide as they can be, so that anyone can meet it. */
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
