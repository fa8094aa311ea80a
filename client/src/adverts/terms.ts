import type { Advert, AdvertSubmission } from '@aitai/contract/schemas/adverts.ts'
import { pickTerms, type TermName, termNames } from '@aitai/engine/adverts/terms.ts'
import type { AdvertTerms } from '@aitai/engine/model/advert.ts'
import type { Yen } from '@aitai/engine/model/price.ts'
import { type TermsRefusalCode, termOfRefusal } from '@aitai/engine/model/refusals.ts'

/** The terms of an advert in the units of the API: levels in yen, the index-relative offset in percent. */
export type Terms = AdvertTerms<Yen>

export type { TermName }

/** The tabs of the advanced panel. */
export const advancedTabs = ['priceConditions', 'advertPreferences', 'pathPreferences'] as const
export type AdvancedTab = (typeof advancedTabs)[number]

/** The tab in which each term is edited; null for the first row of the editor. */
export const tabOfTerm: Readonly<Record<TermName, AdvancedTab | null>> = {
  direction: null,
  shareQuantity: null,
  minimumQuantity: 'advertPreferences',
  duration: 'advertPreferences',
  credibilityHurdle: 'advertPreferences',
  // Also in the preferences tab; the field in the first row is always visible.
  transactionType: null,
  transactionTypePreference: 'advertPreferences',
  brokerIds: 'pathPreferences',
  ranked: 'pathPreferences',
  quantityDecay: 'advertPreferences',
  orderReference: 'advertPreferences',
  parentQuantity: 'advertPreferences',
  doneElsewhere: 'advertPreferences',
  autoRenewals: 'advertPreferences',
  autoResumes: 'advertPreferences',
  limitPrice: 'priceConditions',
  advertisingTriggerActivated: 'priceConditions',
  advertisingTrigger: 'priceConditions',
  knockoutTriggerActivated: 'priceConditions',
  knockoutTrigger: 'priceConditions',
  indexRelativeKOTriggerActivated: 'priceConditions',
  indexRelativeKOTrigger: 'priceConditions',
}

/** What a field of shares that may be empty holds while its text cannot be read: the review does not open. */
export const unreadableShares = -1

/** What the limit price holds while its text cannot be read: outside the daily limits, so the review does not open. */
export const unreadablePrice: Yen = 0

/** The limit price in yen; null if there is none, and while its text cannot be read. */
export const readableLimit = ({ limitPrice }: Pick<Terms, 'limitPrice'>): Yen | null =>
  limitPrice === unreadablePrice ? null : limitPrice

/** The terms that are edited in a tab, in the order of the editor. */
export const termsInTab = (tab: AdvancedTab): readonly TermName[] =>
  termNames.filter((name) => tabOfTerm[name] === tab)

/** The term that a refusal is about, or null. `refusedTrigger` decides which of the triggers it is. */
export const refusedTerm = (errorCode: string): TermName | null =>
  Object.hasOwn(termOfRefusal, errorCode) ? termOfRefusal[errorCode as TermsRefusalCode] : null

export const termsOf = (advert: Pick<Advert, TermName>): Terms => pickTerms(advert)

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)

/** The terms that differ, in the order of the editor. */
export const changedTerms = (was: Terms, is: Terms): TermName[] =>
  termNames.filter((name) => !same(was[name], is[name]))

/**
 * Changes from the server in terms that the trader has not edited.
 * @param onTheWay what the trader sent and the server's terms do not show yet: a term that was changed back since then
 *   is edited, although it is as before
 */
export const untouchedServerChanges = (
  before: Terms,
  after: Terms,
  edited: Terms,
  onTheWay: Terms = before,
): [TermName, Terms[TermName]][] =>
  changedTerms(before, after)
    .filter((name) => same(edited[name], before[name]) && same(edited[name], onTheWay[name]))
    .map((name) => [name, after[name]])

/** The body of submit and modify. The API requires notionals, but the server derives its own. */
export const submissionOf = (
  advert: Advert,
  terms: Terms,
  notionals: { readonly usdnotional: number; readonly jpynotional: Yen } | null,
): AdvertSubmission => ({
  id: advert.id,
  securityId: advert.securityId,
  ...terms,
  brokerIds: [...terms.brokerIds],
  ...(notionals && { usdnotional: notionals.usdnotional, jpynotional: notionals.jpynotional }),
})
