import type { Advert, AdvertSubmission } from '@aitai/contract/schemas/adverts.ts'
import type { AdvertTerms } from '@aitai/engine/adverts/advert.ts'

/**
 * The terms of an advert in the units of the API: levels in yen, the index in percent. The names are the
 * engine's, so that the compiler finds a missing field.
 */
export type Terms = AdvertTerms

export const termNames = [
  'direction',
  'shareQuantity',
  'minimumQuantity',
  'duration',
  'credibilityHurdle',
  'transactionType',
  'transactionTypePreference',
  'brokerIds',
  'ranked',
  'quantityDecay',
  'advertisingTriggerActivated',
  'advertisingTrigger',
  'knockoutTriggerActivated',
  'knockoutTrigger',
  'indexRelativeKOTriggerActivated',
  'indexRelativeKOTrigger',
] as const satisfies readonly (keyof Terms)[]
export type TermName = (typeof termNames)[number]

export const termsOf = (advert: Pick<Advert, TermName>): Terms => ({
  direction: advert.direction,
  shareQuantity: advert.shareQuantity,
  minimumQuantity: advert.minimumQuantity,
  duration: advert.duration,
  credibilityHurdle: advert.credibilityHurdle,
  transactionType: advert.transactionType,
  transactionTypePreference: advert.transactionTypePreference,
  brokerIds: advert.brokerIds,
  ranked: advert.ranked,
  quantityDecay: advert.quantityDecay,
  advertisingTriggerActivated: advert.advertisingTriggerActivated,
  advertisingTrigger: advert.advertisingTrigger,
  knockoutTriggerActivated: advert.knockoutTriggerActivated,
  knockoutTrigger: advert.knockoutTrigger,
  indexRelativeKOTriggerActivated: advert.indexRelativeKOTriggerActivated,
  indexRelativeKOTrigger: advert.indexRelativeKOTrigger,
})

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
