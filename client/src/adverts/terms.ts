import type { Advert, AdvertSubmission } from '@aitai/contract/schemas/adverts.ts'
import type { AdvertTerms } from '@aitai/engine/adverts/advert.ts'
import { pickTerms, type TermName, termNames } from '@aitai/engine/adverts/terms.ts'
import type { RefusalCode } from '@aitai/engine/refusals.ts'

/**
 * The terms of an advert in the units of the API: levels in yen, the index in percent. The names are the
 * engine's, so that the compiler finds a missing field.
 */
export type Terms = AdvertTerms

export type { TermName }

/** The tabs of the advanced panel. */
export const advancedTabs = ['priceConditions', 'advertPreferences', 'pathPreferences'] as const
export type AdvancedTab = (typeof advancedTabs)[number]

interface TermField {
  /** The tab in which the term is edited; null for the first row of the editor. */
  readonly tab: AdvancedTab | null
  /** The refusals that are about this term, whose text is shown beside its field. */
  readonly refusals?: readonly RefusalCode[]
}

export const termFields: Readonly<Record<TermName, TermField>> = {
  direction: { tab: null, refusals: ['ADVERT-DIRECTION'] },
  shareQuantity: { tab: null, refusals: ['ADVERT-ERROR-004', 'ADVERT-ERROR-014', 'ADVERT-LOT'] },
  minimumQuantity: { tab: 'advertPreferences', refusals: ['ADVERT-MINIMUM'] },
  duration: { tab: 'advertPreferences', refusals: ['ADVERT-DURATION'] },
  credibilityHurdle: { tab: 'advertPreferences', refusals: ['ADVERT-ERROR-006'] },
  // Also in the preferences tab; the field in the first row is always visible.
  transactionType: { tab: null },
  transactionTypePreference: { tab: 'advertPreferences' },
  brokerIds: { tab: 'pathPreferences', refusals: ['ADVERT-ERROR-011', 'ADVERT-BROKER'] },
  ranked: { tab: 'pathPreferences' },
  quantityDecay: { tab: 'advertPreferences' },
  advertisingTriggerActivated: {
    tab: 'priceConditions',
    refusals: ['TRIGGER-RATING', 'TRIGGER-SATISFIED', 'TRIGGER-FROZEN'],
  },
  // refusedTrigger (advanced/price-conditions/triggers.ts) decides which of the two levels it is.
  advertisingTrigger: { tab: 'priceConditions', refusals: ['TRIGGER-LEVEL'] },
  knockoutTriggerActivated: { tab: 'priceConditions' },
  knockoutTrigger: { tab: 'priceConditions', refusals: ['TRIGGER-ORDER'] },
  indexRelativeKOTriggerActivated: { tab: 'priceConditions' },
  indexRelativeKOTrigger: { tab: 'priceConditions', refusals: ['TRIGGER-INDEX'] },
}

/** The terms that are edited in a tab, in the order of the editor. */
export const termsInTab = (tab: AdvancedTab): readonly TermName[] =>
  termNames.filter((name) => termFields[name].tab === tab)

/** The term that a refusal is about, or null. */
export const refusedTerm = (errorCode: string): TermName | null =>
  termNames.find((name) => termFields[name].refusals?.some((code) => code === errorCode)) ?? null

export const termsOf = (advert: Pick<Advert, TermName>): Terms => pickTerms(advert)

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)

/** The terms that differ, in the order of the editor. */
export const changedTerms = (was: Terms, is: Terms): TermName[] =>
  termNames.filter((name) => !same(was[name], is[name]))

/** Changes from the server in terms that the trader has not edited. */
export const untouchedServerChanges = (
  before: Terms,
  after: Terms,
  edited: Terms,
): [TermName, Terms[TermName]][] =>
  changedTerms(before, after)
    .filter((name) => same(edited[name], before[name]))
    .map((name) => [name, after[name]])

/** The body of submit and modify. The API requires notionals, but the server derives its own. */
export const submissionOf = (
  advert: Advert,
  terms: Terms,
  notionals: { readonly usdnotional: number; readonly jpynotional: number } | null,
): AdvertSubmission => ({
  id: advert.id,
  securityId: advert.securityId,
  ...terms,
  brokerIds: [...terms.brokerIds],
  ...(notionals && { usdnotional: notionals.usdnotional, jpynotional: notionals.jpynotional }),
})
