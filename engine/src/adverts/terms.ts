import type { AdvertTerms } from '../model/advert.ts'
import { type Price, toPriceOrNull, toYenOrNull, type Yen } from '../model/price.ts'
import { basisPointsOf, percentOf } from './percent.ts'
import { changesTriggers } from './trigger-validation.ts'

export type TermName = keyof AdvertTerms

/**
 * `satisfies EveryTerm` on an object that lists terms makes the compiler demand all of them. A type annotation
 * does not demand the optional ones.
 */
export type EveryTerm = Readonly<Record<TermName, unknown>>

type PriorityRule = (was: AdvertTerms, is: AdvertTerms) => boolean

const never: PriorityRule = () => false

/** Whether a limit lets in prices that the one before did not; none lets all in (docs/rules.md §25). */
const letsMoreIn: PriorityRule = ({ limitPrice: was }, { limitPrice: is, direction }) => {
  if (was === null || is === was) return false
  if (is === null) return true
  return direction === 'BUY' ? is > was : is < was
}

/**
 * Whether a change of each term loses the time priority, in the order in which the editor shows the terms
 * (docs/rules.md §4).
 */
const losesPriority: Readonly<Record<TermName, PriorityRule>> = {
  direction: (was, is) => is.direction !== was.direction,
  // Decided by what the advert offers before and after, which decay and duration change too.
  shareQuantity: never,
  minimumQuantity: (was, is) => is.minimumQuantity !== was.minimumQuantity,
  duration: never,
  credibilityHurdle: never,
  transactionType: never,
  transactionTypePreference: never,
  brokerIds: never,
  ranked: never,
  quantityDecay: never,
  orderReference: never,
  parentQuantity: never,
  doneElsewhere: never,
  // Each renewal and each resume that they cause takes a new priority time.
  autoRenewals: never,
  autoResumes: never,
  // Towards the market only: nobody keeps an early time that was won at a limit nobody would trade at.
  limitPrice: letsMoreIn,
  // The level of a trigger counts only while its switch is on.
  advertisingTriggerActivated: changesTriggers,
  advertisingTrigger: changesTriggers,
  knockoutTriggerActivated: changesTriggers,
  knockoutTrigger: changesTriggers,
  indexRelativeKOTriggerActivated: changesTriggers,
  indexRelativeKOTrigger: changesTriggers,
}

/** All terms, in the order in which the editor shows them. */
export const termNames = Object.keys(losesPriority) as readonly TermName[]

/**
 * Whether new terms keep the time priority, if the advert offers `offered` shares right before and right after
 * (docs/rules.md §4).
 */
export const keepsPriority = (
  was: AdvertTerms,
  is: AdvertTerms,
  offered: { readonly before: number; readonly after: number },
): boolean => offered.after <= offered.before && termNames.every((name) => !losesPriority[name](was, is))

/** The terms of an object that may have other fields too. */
export const pickTerms = <T extends AdvertTerms<Price | Yen>>(from: T): Pick<T, TermName> =>
  Object.fromEntries(termNames.map((name) => [name, from[name]])) as Pick<T, TermName>

/** Terms in the units of the API: levels in yen, the index-relative offset in percent. */
export const toWireTerms = (terms: AdvertTerms): AdvertTerms<Yen> => ({
  ...pickTerms(terms),
  limitPrice: toYenOrNull(terms.limitPrice),
  advertisingTrigger: toYenOrNull(terms.advertisingTrigger),
  knockoutTrigger: toYenOrNull(terms.knockoutTrigger),
  indexRelativeKOTrigger:
    terms.indexRelativeKOTrigger === null ? null : percentOf(terms.indexRelativeKOTrigger),
})

/** Terms in the units of the engine: levels in 1/10,000 yen, the index-relative offset in basis points. */
export const fromWireTerms = (terms: AdvertTerms<Yen>): AdvertTerms => ({
  ...pickTerms(terms),
  limitPrice: toPriceOrNull(terms.limitPrice),
  advertisingTrigger: toPriceOrNull(terms.advertisingTrigger),
  knockoutTrigger: toPriceOrNull(terms.knockoutTrigger),
  indexRelativeKOTrigger:
    terms.indexRelativeKOTrigger === null ? null : basisPointsOf(terms.indexRelativeKOTrigger),
})

/** Also compares what only one of them names, because removing an optional term is a change too. */
export const sameTerms = (was: AdvertTerms, is: AdvertTerms): boolean =>
  hasTermsOf(was, is) && hasTermsOf(is, was)

const hasTermsOf = (terms: AdvertTerms, others: AdvertTerms): boolean =>
  (Object.keys(others) as TermName[]).every((name) => isSameValue(terms[name], others[name]))

type TermValue = AdvertTerms[TermName] | undefined

const isSameValue = (was: TermValue, is: TermValue): boolean =>
  Array.isArray(was) && Array.isArray(is)
    ? was.length === is.length && was.every((each, i) => each === is[i])
    : was === is
