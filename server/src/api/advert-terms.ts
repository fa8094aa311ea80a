import type { AdvertSubmission } from '@aitai/contract/schemas/adverts.ts'
import { basisPointsOf } from '@aitai/engine/adverts/percent.ts'
import type { EveryTerm } from '@aitai/engine/adverts/terms.ts'
import type { AdvertTerms } from '@aitai/engine/model/advert.ts'
import { toPrice } from '@aitai/engine/model/price.ts'

/** A trader's terms in the engine's units: yen become 1/10,000 yen, percentages become basis points. */
export const advertTermsFrom = (body: AdvertSubmission) =>
  ({
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
    advertisingTriggerActivated: body.advertisingTriggerActivated ?? false,
    advertisingTrigger: levelOf(body.advertisingTrigger),
    knockoutTriggerActivated: body.knockoutTriggerActivated ?? false,
    knockoutTrigger: levelOf(body.knockoutTrigger),
    indexRelativeKOTriggerActivated: body.indexRelativeKOTriggerActivated ?? false,
    indexRelativeKOTrigger: offsetOf(body.indexRelativeKOTrigger),
  }) satisfies AdvertTerms & EveryTerm

const levelOf = (inYen: number | null | undefined): number | null =>
  inYen === null || inYen === undefined ? null : toPrice(inYen)

const offsetOf = (percent: number | null | undefined): number | null =>
  percent === null || percent === undefined ? null : basisPointsOf(percent)
