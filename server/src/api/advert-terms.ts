import type { AdvertSubmission } from '@aitai/contract/schemas/adverts.ts'
import { type EveryTerm, fromWireTerms } from '@aitai/engine/adverts/terms.ts'
import type { AdvertTerms } from '@aitai/engine/model/advert.ts'
import type { Yen } from '@aitai/engine/model/price.ts'

/** A trader's terms in the engine's units. What is left out is off. */
export const advertTermsFrom = (body: AdvertSubmission): AdvertTerms =>
  fromWireTerms({
    direction: body.direction,
    shareQuantity: body.shareQuantity,
    minimumQuantity: body.minimumQuantity,
    duration: body.duration,
    credibilityHurdle: body.credibilityHurdle,
    transactionType: body.transactionType,
    transactionTypePreference: body.transactionTypePreference,
    brokerIds: body.brokerIds,
    ranked: body.ranked,
    quantityDecay: body.quantityDecay ?? false,
    orderReference: body.orderReference ?? null,
    parentQuantity: body.parentQuantity ?? null,
    doneElsewhere: body.doneElsewhere ?? 0,
    autoRenewals: body.autoRenewals ?? 0,
    autoResumes: body.autoResumes ?? 0,
    limitPrice: body.limitPrice ?? null,
    advertisingTriggerActivated: body.advertisingTriggerActivated ?? false,
    advertisingTrigger: body.advertisingTrigger ?? null,
    knockoutTriggerActivated: body.knockoutTriggerActivated ?? false,
    knockoutTrigger: body.knockoutTrigger ?? null,
    indexRelativeKOTriggerActivated: body.indexRelativeKOTriggerActivated ?? false,
    indexRelativeKOTrigger: body.indexRelativeKOTrigger ?? null,
  } satisfies AdvertTerms<Yen> & EveryTerm)
