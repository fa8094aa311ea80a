import type { Price } from '../market/price.ts'
/** What may stand in the way of an advert, as its owner is told it: each is a text key, `whyNot.<code>`. */
export const whyNotCodes = [
  'UNSENT',
  'IN_LOCATE',
  'COMPLETED',
  'DEAD',
  'PAUSED', // by its owner, a failed locate or the end of the session
  'TRIGGER', // the advertising trigger has not fired
  'PLATFORM_CLOSED', // by the operator
  'FIRM_HALTED',
  'SECURITY_HALTED',
  'HOLIDAY',
  'CLOSED', // outside platform hours
  'BEFORE_OPEN',
  'LUNCH',
  'CLOSING', // between the last matching at the mid and that at the official close
  'DAY_OVER', // nothing is matched any more today
  'NO_MATCHING', // and none in sight
  'NO_OFFICIAL_CLOSE', // after hours, and the exchange has published none
  'MARKET', // not fresh
  'NO_BROKER', // none of the path is active and enabled
  'NO_SWAP_BROKER', // none of those can write a swap, and one is needed
  'DECAYED', // down to the minimum: only a contra for the whole rest will do
  'RATING', // too low to match anybody
  'ABSENT', // the owner has no live connection
  'BUSY', // the owner has as many locates open as are allowed
  'UNSETTLED', // sent, changed or resumed too recently
  'EXPIRING',
  'WAITING_FOR_CONTRA', // nothing stands in the way
] as const
export type WhyNotCode = (typeof whyNotCodes)[number]

/** What the text of a reason names; which of them, its code says. */
interface WhyNotValues {
  /** Milliseconds UTC. */
  readonly time?: number
  /** 1/10,000 yen. */
  readonly price?: Price
  readonly shares?: number
  readonly rating?: number
  /** Open locates. */
  readonly count?: number
  /** Of `marketErrors`: what is wrong with the market. */
  readonly code?: string
}

/** One thing that stands in the way, with the values that its text names. */
export interface WhyNotReason {
  readonly code: WhyNotCode
  readonly values: WhyNotValues
}

export const whyNotReason = (code: WhyNotCode, values: WhyNotValues = {}): WhyNotReason => ({ code, values })
