import type { Price } from '../model/price.ts'
/** The reasons why an advert is not matching, as shown to its owner. Each is a text key, `whyNot.<code>`. */
export const whyNotCodes = [
  'UNSENT',
  'IN_LOCATE',
  'COMPLETED',
  'DEAD',
  'PAUSED', // by its owner, a failed locate or the end of the session
  'TRIGGER', // the advertising trigger has not fired
  'LIMIT', // the mid is beyond the limit price
  'PLATFORM_CLOSED', // by the operator
  'FIRM_HALTED',
  'SECURITY_HALTED',
  'HOLIDAY',
  'CLOSED', // outside platform hours
  'BEFORE_OPEN',
  'LUNCH',
  'CLOSING', // between the last matching at the mid and that at the official close
  'DAY_OVER', // no more matching today
  'NO_MATCHING', // and none in the next 14 days
  'NO_OFFICIAL_CLOSE', // after hours, before the exchange has published it
  'MARKET', // not fresh
  'MARKET_RECENT', // fresh, but not for long enough
  'MATCHING_ENDS', // so soon that no locate begins
  'NO_BROKER', // no broker of the path is active and enabled
  'NO_SWAP_BROKER', // a swap is needed, and no usable broker is swap-enabled
  'DECAYED', // the quantity has decayed to the minimum
  'RATING', // below the smallest possible hurdle
  'SECURITY_BUDGET', // the institution has failed too many locates in this security today
  'TRADER_BUDGET', // the owner has failed too many locates today
  'FIRM_BUDGET', // the institution has
  'SECURITY_WITHDRAWAL_BUDGET', // too many locates of the institution in this security were withdrawn today
  'FIRM_WITHDRAWAL_BUDGET', // in all securities
  'HANDOVER_BUDGET', // the broker has not confirmed too many of the owner's agreements of today
  'ABSENT', // the owner has no live connection
  'BUSY', // the owner is at the limit of open locates
  'UNSETTLED', // sent, changed or resumed too recently
  'RESTING', // the institution has raised the quantity or changed the side
  'EXPIRING',
  'WAITING_FOR_CONTRA', // no other reason
] as const
export type WhyNotCode = (typeof whyNotCodes)[number]

/** The values that the text of a reason uses, depending on its code. */
interface WhyNotValues {
  /** Milliseconds UTC. */
  readonly time?: number
  readonly price?: Price
  readonly shares?: number
  readonly rating?: number
  /** Open locates, or agreements. */
  readonly count?: number
  /** A key of `marketErrors`. */
  readonly code?: string
}

/** A reason with the values that its text uses. */
export interface WhyNotReason {
  readonly code: WhyNotCode
  readonly values: WhyNotValues
}

export const whyNotReason = (code: WhyNotCode, values: WhyNotValues = {}): WhyNotReason => ({ code, values })
