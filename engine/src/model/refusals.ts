import type { AdvertTerms } from './advert.ts'
import type { Event } from './events.ts'

/**
 * The refusals that are about a trader's terms, and the term beside whose field each is shown, in the order in
 * which the terms of a submit and a modify are validated (docs/rules.md §2, §11, §13).
 */
export const termOfRefusal = {
  'ADVERT-ERROR-011': 'brokerIds', // no broker chosen
  'ADVERT-BROKER': 'brokerIds', // an unknown broker, one twice, too many, or one the firm may not use
  'ADVERT-LOT': 'shareQuantity', // not a multiple of the lot
  'ADVERT-ERROR-004': 'shareQuantity', // fewer shares than the platform minimum
  'ADVERT-MINIMUM': 'minimumQuantity', // minimum quantity outside its range
  'ADVERT-ERROR-006': 'credibilityHurdle', // credibility hurdle outside its range
  'TRIGGER-LEVEL': 'advertisingTrigger', // a level that is missing, off the tick, or outside the day's limits
  'TRIGGER-ORDER': 'knockoutTrigger', // a BUY needs its trigger below its knockout, a SELL above
  'LIMIT-LEVEL': 'limitPrice', // a limit off the tick, or outside the day's limits (docs/rules.md §25)
  'LIMIT-ORDER': 'limitPrice', // a BUY's limit is under its knockout and not under its trigger, a SELL's the reverse
  'TRIGGER-INDEX': 'indexRelativeKOTrigger', // index-relative offset outside its range
  'ADVERT-ERROR-014': 'shareQuantity', // above a size limit of the institution (docs/rules.md §22)
  'TRIGGER-SATISFIED': 'advertisingTriggerActivated', // an advertising trigger that has fired stays as it is
  'TRIGGER-FROZEN': 'advertisingTriggerActivated', // no trigger changes while matching runs at the official close
  'TRIGGER-RATING': 'advertisingTriggerActivated', // an advertising trigger needs a rating of 41
  'ADVERT-DIRECTION': 'direction', // direction flip too soon after a locate (docs/rules.md §15)
  'ADVERT-DURATION': 'duration', // the duration is over already, or an own expiry is not within platform hours
} as const satisfies Record<string, keyof AdvertTerms>
export type TermsRefusalCode = keyof typeof termOfRefusal
export const termsRefusalCodes = Object.keys(termOfRefusal) as readonly TermsRefusalCode[]

/** The refusals while an operator has halted the platform, the institution or the security. */
export const haltCodes = ['PLATFORM-CLOSED', 'FIRM-HALTED', 'SECURITY-HALTED'] as const
export type HaltCode = (typeof haltCodes)[number]

/**
 * Why a command is refused. The codes are those of docs/specification.md §8 where it has one, else our own.
 * Every code is a text key in both languages.
 */
export const refusalCodes = [
  ...termsRefusalCodes,
  ...haltCodes,
  'ADVERT-ERROR-001', // the firm has an advert on this security already
  'ADVERT-ERROR-002', // modify or cancel of a cancelled or located advert
  'ADVERT-ERROR-003', // resume of one that is not paused
  'ADVERT-ERROR-005', // a residual cannot be created
  'ADVERT-ERROR-007', // pause of a cancelled or located advert
  'ADVERT-ERROR-008', // this advert has been sent already
  'ADVERT-ERROR-010', // the exchange is closed today
  'ADVERT-NOT-FOUND', // missing, or another trader's: indistinguishable (docs/rules.md §15)
  'SECURITY-NOT-FOUND',
  'PLATFORM-HOURS', // outside platform hours
  'LOCATE-NOT-FOUND',
  'LOCATE-ANSWERED', // a second, different answer
  'LOCATE-LATE', // the deadline has passed
  'LOCATE-DIRECTION', // the direction sent is not this side's
  'AGREEMENT-NOT-FOUND',
  'AGREEMENT-DAY-OVER', // undo or a report of the broker, after its last day (docs/rules.md §9, §24)
  'EXECUTION-NONE', // an execution, while the broker reports that nothing was executed
  'EXECUTION-FAULT', // the report that nothing was executed, without a side that did not follow through
  'EXECUTION-EXISTS', // the report that nothing was executed, while the broker reports executions
  'EXECUTION-QUANTITY', // more in sum than was located
  'EXECUTION-PRICE', // neither on the tick nor the mid of the locate
  'EXECUTION-TIME', // before the locate, or after now
] as const
export type RefusalCode = (typeof refusalCodes)[number]

/** The values in a refusal's text. They are sent to the trader of the request, so they must not reveal others. */
export type RefusalVariables = Readonly<Record<string, string | number>>

export interface Refusal {
  readonly errorCode: RefusalCode
  readonly variables?: RefusalVariables
}

/** The result of `decide`: the events that happened, in order, or the refusal. */
export type Decision = { readonly events: readonly Event[] } | { readonly refusal: Refusal }

export const happened = (...events: readonly Event[]): Decision => ({ events })
export const refused = (errorCode: RefusalCode, variables?: RefusalVariables): Decision => ({
  refusal: variables ? { errorCode, variables } : { errorCode },
})
