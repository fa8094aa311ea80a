import { afterHoursIsOpen, formatRange, platformIsOpen } from '../calendar/hours.ts'
import { isTradingDay } from '../calendar/trading-days.ts'
import type { Advert, AdvertTerms, Direction } from '../model/advert.ts'
import type { Calendar } from '../model/calendar.ts'
import { isInRange, type Limits, type Range, ratingRange } from '../model/limits.ts'
import { isBrokerUsableBy, securityOf, traderOf } from '../model/lookups.ts'
import { type Price, toYen } from '../model/price.ts'
import type { Refusal, TermsRefusalCode } from '../model/refusals.ts'
import type { Security } from '../model/security.ts'
import { firmSecurityKey, type State } from '../model/state.ts'
import { isExpiryRefused } from './duration/expiry.ts'
import type { Guards } from './guard.ts'
import {
  isLargeEnough,
  liveNotional,
  notionalOf,
  type SizeLimits,
  sizeFault,
  sizeLimitsOf,
} from './size-limits.ts'
import { armingGuards, changesTriggers, triggerGuards } from './trigger-validation.ts'

/** What the terms of an advert are validated against: data of its own institution and public data only. */
export interface TermsContext {
  /** The moment, in milliseconds UTC. */
  readonly at: number
  readonly calendar: Calendar
  readonly limits: Limits
  readonly security: Security
  /** The last mid or the close. */
  readonly price: Price
  /** The hurdles that may be given. */
  readonly hurdles: Range
  /** The trader's own credibility rating. */
  readonly rating: number
  readonly isBrokerUsable: (brokerId: string) => boolean
  /** The size limits of the institution that apply now (docs/rules.md §22). */
  readonly sizeLimits: SizeLimits
  /** The notional of the institution's adverts in play in other securities. */
  readonly liveNotional: () => Price
  readonly flipsTooSoon: (direction: Direction) => boolean
  /** The advert that is modified; null for one that is sent. */
  readonly modified: Pick<Advert, 'terms' | 'advertTriggerSatisfied' | 'submitTime'> | null
}

/** The context of a trader's advert in a security, at a price and a moment in milliseconds UTC. */
export function termsContext(
  state: State,
  { traderId, firmId, securityId }: Pick<Advert, 'traderId' | 'firmId' | 'securityId'>,
  { at, price }: { readonly at: number; readonly price: Price },
): TermsContext {
  const { brokers } = state
  const firm = state.firms.get(firmId)
  return {
    at,
    calendar: state.calendar,
    limits: state.limits,
    security: securityOf(state, securityId),
    price,
    hurdles: ratingRange,
    rating: traderOf(state, traderId).rating,
    isBrokerUsable: (brokerId) => isBrokerUsableBy(firm, brokers.get(brokerId)),
    sizeLimits: sizeLimitsOf(firm),
    liveNotional: () => liveNotional(state, firmId, securityId),
    flipsTooSoon: (direction) => flipsTooSoon(state, { firmId, securityId }, direction, at),
    modified: null,
  }
}

/** The context of an advert that is not in play, to which only the limit on one advert applies. */
export const withoutLiveLimit = (context: TermsContext): TermsContext => ({
  ...context,
  sizeLimits: { ...context.sizeLimits, ALL: null },
})

/** Without a set, because every submit checks it and a path is short. */
const hasDuplicates = (ids: readonly string[]): boolean => ids.some((id, i) => ids.indexOf(id) !== i)

const sizeFaultOf = ({ shareQuantity }: AdvertTerms, { price, sizeLimits, liveNotional }: TermsContext) =>
  sizeFault(sizeLimits, notionalOf(shareQuantity, price), liveNotional)

/**
 * Every rule about terms, by the code with which it refuses. A submit, a modify and a row of a file are validated
 * by these guards and by no others.
 */
export const termsGuards: Guards<TermsRefusalCode, TermsContext> = {
  'ADVERT-ERROR-011': { fails: ({ brokerIds }) => brokerIds.length === 0 },
  'ADVERT-BROKER': {
    fails: ({ brokerIds }, { limits, isBrokerUsable }) =>
      brokerIds.length > limits.brokersPerAdvert ||
      hasDuplicates(brokerIds) ||
      !brokerIds.every(isBrokerUsable),
  },
  'ADVERT-LOT': {
    fails: ({ shareQuantity: shares }, { security }) =>
      !(Number.isSafeInteger(shares) && shares > 0 && shares % security.lotSize === 0),
    variables: (_, { security: { lotSize } }) => ({ lotSize }),
  },
  'ADVERT-ERROR-004': {
    fails: ({ shareQuantity }, { price, security, limits }) =>
      !isLargeEnough(shareQuantity, price, security, limits),
    variables: (_, { limits }) => ({ notional: toYen(limits.platformMinimumNotional) }),
  },
  'ADVERT-MINIMUM': {
    fails: ({ minimumQuantity }, { limits }) => !isInRange(limits.minimumQuantityPercent, minimumQuantity),
    variables: (_, { limits }) => ({ ...limits.minimumQuantityPercent }),
  },
  'ADVERT-ERROR-006': {
    fails: ({ credibilityHurdle }, { hurdles }) => !isInRange(hurdles, credibilityHurdle),
  },
  ...triggerGuards,
  'ADVERT-ERROR-014': {
    fails: (terms, context) => sizeFaultOf(terms, context) !== null,
    variables: (terms, context) => sizeFaultOf(terms, context)?.variables ?? {},
  },
  ...armingGuards,
  // During matching at the official close no trigger can be changed (docs/rules.md §13).
  'TRIGGER-FROZEN': {
    fails: (terms, { modified, calendar, security, at }) =>
      modified !== null &&
      changesTriggers(modified.terms, terms) &&
      afterHoursIsOpen(calendar, security.exchange, at),
  },
  'ADVERT-DIRECTION': { fails: ({ direction }, { flipsTooSoon }) => flipsTooSoon(direction) },
  'ADVERT-DURATION': {
    fails: (terms, { calendar, security: { exchange }, modified, at }) =>
      isExpiryRefused(calendar, { exchange, terms, submitTime: modified?.submitTime ?? at, at }),
  },
}

/** The refusal of a submit outside platform hours: not a trading day, or closed at this time. */
export function hoursRefusal(
  calendar: Calendar,
  { ric, exchange }: Pick<Security, 'ric' | 'exchange'>,
  at: number,
): Refusal | null {
  if (!isTradingDay(calendar, at)) return { errorCode: 'ADVERT-ERROR-010' }
  if (platformIsOpen(calendar, exchange, at)) return null
  const hours = calendar.hours[exchange].platform.map(formatRange).join(', ')
  return { errorCode: 'PLATFORM-HOURS', variables: { ric, exchange, hours } }
}

/**
 * Whether the institution was located in the security on the other side so recently that this direction is
 * refused. The platform operator may set such a time, because a quick flip after a locate probes for the
 * contra.
 */
function flipsTooSoon(
  { limits, lastLocates }: State,
  { firmId, securityId }: Pick<Advert, 'firmId' | 'securityId'>,
  direction: Direction,
  at: number,
): boolean {
  if (limits.directionFlipMs === 0) return false
  const last = lastLocates.get(firmSecurityKey(firmId, securityId))
  return last !== undefined && last.direction !== direction && at - last.at < limits.directionFlipMs
}
