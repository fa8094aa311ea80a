import { isBeyond, type RulesAdvert, type Side } from './rules-terms.ts'

/** The situations that every run of the proof must cover. */
export const limitCoverage = [
  'waits at once when it is sent',
  'waits after confirmed mids',
  'one mid beyond does not make it wait',
  'is within again after confirmed mids',
  'waits by the official close',
  'is within again by the official close',
  'expires while it waits',
  'is knocked out while it waits',
  'is paused while it waits',
  'waits on when it is resumed',
  'is resumed with an unconfirmed mid beyond',
  'a change makes it wait',
  'a change ends the wait',
  'a stricter limit keeps the priority',
  'a looser limit loses the priority',
  'a trigger fires in front of a limit',
  'an advert that is armed is beyond its limit',
  'a live buyer is beyond by an unconfirmed mid',
  'a live seller is beyond by an unconfirmed mid',
  'located exactly at its limit',
  'an advert that waited is located before a later one',
  'two adverts that waited are located',
  'the mid leaves the limit during a locate',
  'a locate ends without fault and the advert waits at once',
] as const
export type LimitCoverage = (typeof limitCoverage)[number]

/** Who is kept from a locate by a mid that is not confirmed. */
export function coverUnconfirmedMid(
  seen: Set<LimitCoverage>,
  live: readonly RulesAdvert[],
  price: number,
): void {
  const beyond = live.filter(({ terms }) => isBeyond(terms, price)).map(({ terms }) => terms.direction)
  if (new Set(live.map(({ terms }) => terms.direction)).size < 2) return
  if (beyond.includes('BUY')) seen.add('a live buyer is beyond by an unconfirmed mid')
  if (beyond.includes('SELL')) seen.add('a live seller is beyond by an unconfirmed mid')
}

/** What is special about a locate that is about to be made. */
export function coverLimitLocate(
  seen: Set<LimitCoverage>,
  { BUY, SELL }: Record<Side, RulesAdvert>,
  live: readonly RulesAdvert[],
  price: number,
): void {
  if (BUY.terms.limitPrice === price || SELL.terms.limitPrice === price)
    seen.add('located exactly at its limit')
  if (BUY.hasWaited && SELL.hasWaited) seen.add('two adverts that waited are located')
  for (const side of [BUY, SELL]) {
    const isLater = ({ terms, status, priorityTime, id }: RulesAdvert): boolean =>
      id !== side.id &&
      status === 'LIVE' &&
      terms.direction === side.terms.direction &&
      terms.shareQuantity >= side.terms.shareQuantity &&
      priorityTime > side.priorityTime
    if (side.hasWaited && live.some(isLater)) seen.add('an advert that waited is located before a later one')
  }
}
