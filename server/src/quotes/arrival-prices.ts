import { exchangeIsOpen } from '@aitai/engine/calendar/hours.ts'
import { isFresh } from '@aitai/engine/market/market-error.ts'
import { notionalPrice } from '@aitai/engine/market/matching-price.ts'
import type { Price } from '@aitai/engine/model/price.ts'
import { midOf, type Quote } from '@aitai/engine/model/quote.ts'
import type { State } from '@aitai/engine/model/state.ts'

/** The prices at which an advert is sent. */
interface ArrivalPrices {
  /** The last mid or the close, for its size; 0 for an unknown security. */
  readonly price: Price
  /** The mid of a fresh quote while the exchange is open, from which cost analysis measures; else null. */
  readonly mid: Price | null
}

/** The prices of a security at a moment in milliseconds UTC, by its newest quote. */
export function arrivalPrices(
  { calendar, securities, limits }: State,
  securityId: string,
  quote: Quote | null,
  at: number,
): ArrivalPrices {
  const security = securities.get(securityId)
  if (!security) return { price: 0, mid: null }
  // A book before the open or in the lunch break is indicative: nobody could have traded at its mid.
  const hasMid = exchangeIsOpen(calendar, security.exchange, at) && isFresh(quote, security, at, limits)
  return { price: notionalPrice(quote, security), mid: hasMid ? midOf(quote) : null }
}
