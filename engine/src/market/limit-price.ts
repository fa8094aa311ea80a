import { phaseOf } from '../calendar/hours.ts'
import type { Advert, AdvertTerms } from '../model/advert.ts'
import type { EventOf } from '../model/events.ts'
import type { Price } from '../model/price.ts'
import type { Quote, Sighting } from '../model/quote.ts'
import type { SecurityBook, State } from '../model/state.ts'
import { awaitsNoTrigger, nearestLevels } from '../model/state-index.ts'
import { isInside } from '../model/trigger-bounds.ts'
import { matchingPrice } from './matching-price.ts'
import { confirmedQuotes } from './quote-confirmation.ts'
import { reachesBounds } from './trigger-firing.ts'

type LimitTerms = Pick<AdvertTerms, 'direction' | 'limitPrice'>

/** Whether an advert may be located at a price, in 1/10,000 yen (docs/rules.md §25). */
export const isWithinLimit = ({ direction, limitPrice }: LimitTerms, price: Price): boolean =>
  limitPrice === null || (direction === 'BUY' ? price <= limitPrice : price >= limitPrice)

/** The prices by which limits are decided, and the quotes that show them. */
interface DecidingPrices {
  readonly lowest: Price
  readonly highest: Price
  readonly quotes: readonly Quote[]
}

/** The confirmed mids, or after hours the official close; null if there are none now. */
function decidingPrices(
  state: State,
  book: SecurityBook,
  sighting: Sighting,
  at: number,
): DecidingPrices | null {
  const { securityId, quote } = sighting
  const security = state.securities.get(securityId)
  if (!security || !quote) return null
  switch (phaseOf(state.calendar, security.exchange, at)) {
    case 'MATCHING': {
      // Only a filter: a quote inside the bounds crosses no limit.
      if (!reachesBounds(nearestLevels(book), quote, security)) return null
      const confirmed = confirmedQuotes(sighting, security, at, state.limits)
      return (
        confirmed && { lowest: confirmed.lowestMid, highest: confirmed.highestMid, quotes: confirmed.quotes }
      )
    }
    case 'AFTER_HOURS': {
      const close = matchingPrice(state, sighting, at)
      return close === null ? null : { lowest: close, highest: close, quotes: [quote] }
    }
    default:
      return null
  }
}

/**
 * Whether an advert waits for its limit after these prices. Nothing changes while its advertising trigger is armed,
 * which comes first, nor if some of the prices are within the limit and some beyond it.
 */
function isBeyondAt(advert: Advert, { lowest, highest }: DecidingPrices): boolean {
  const { terms, isBeyondLimit } = advert
  if (!awaitsNoTrigger(advert)) return isBeyondLimit
  const lowestIsWithin = isWithinLimit(terms, lowest)
  const highestIsWithin = isWithinLimit(terms, highest)
  return lowestIsWithin === highestIsWithin ? !lowestIsWithin : isBeyondLimit
}

function crossingIn(state: State, sighting: Sighting, at: number) {
  const book = state.index.books.get(sighting.securityId)
  if (!book || book.armed.size === 0) return null
  const prices = decidingPrices(state, book, sighting, at)
  if (!prices) return null
  const crossing = [...book.armed].filter((advert) => isBeyondAt(advert, prices) !== advert.isBeyondLimit)
  return { crossing, quotes: prices.quotes }
}

/** The adverts that begin or end to wait for their limit price, in the order of drafting (docs/rules.md §25). */
export function crossedLimitEvents(
  state: State,
  sighting: Sighting,
  at: number,
): EventOf<'advertLimitCrossed'>[] {
  const found = crossingIn(state, sighting, at)
  if (!found) return []
  return found.crossing
    .sort((a, b) => a.sequence - b.sequence)
    .map(({ id, isBeyondLimit }) => ({
      type: 'advertLimitCrossed',
      at,
      advertId: id,
      isBeyond: !isBeyondLimit,
      quotes: found.quotes,
    }))
}

export const anyLimitIsCrossed = (state: State, sighting: Sighting, at: number): boolean =>
  (crossingIn(state, sighting, at)?.crossing.length ?? 0) > 0

/** Whether a price, confirmed or not, is beyond the limit of a live advert, which may not be located at it. */
export function isBeyondAnyLiveLimit(book: SecurityBook, price: Price): boolean {
  if (book.armed.size === 0 || isInside(nearestLevels(book), price)) return false
  for (const { advertisementStatus, terms } of book.armed)
    if (advertisementStatus === 'LIVE' && !isWithinLimit(terms, price)) return true
  return false
}
