import type { Advert, AdvertSubmission } from '@aitai/contract/schemas/adverts.ts'
import type { Broker } from '@aitai/contract/schemas/reference.ts'
import { isOwnExpiry } from '@aitai/engine/adverts/duration/duration.ts'
import type { Duration } from '@aitai/engine/model/advert.ts'
import { hurdleOfStar } from '@aitai/engine/rating/credibility.ts'
import type { OrderTerms } from '../messages/order-terms.ts'
import { type FixRefusal, gatewayRefusal } from '../messages/refusal.ts'

/** Bounds of the minimum in percent (docs/rules.md §6). */
const smallestMinimum = 10
const largestMinimum = 75

/**
 * Returns the terms of an advert with those of an order in their place, as submit and modify take them. What the
 * order does not say stays as the advert has it.
 */
export function submissionOf(
  advert: Advert,
  order: OrderTerms,
  brokers: readonly Broker[] | null,
): AdvertSubmission | FixRefusal {
  const minimumQuantity = minimumOf(order) ?? advert.minimumQuantity
  if (minimumQuantity > largestMinimum) return gatewayRefusal('FIX-MINIMUM-RANGE')
  const duration = durationOf(advert, order)
  if (duration === null) return gatewayRefusal('FIX-EXPIRE-TIME')
  const direction = order.direction
  const isSameSide = direction === advert.direction
  // Levels of the other side would lie on the wrong side of the market.
  const advertisingTrigger = isSameSide
    ? advert.advertisingTrigger
    : sideLevels(advert, direction).advertising
  const knockoutTrigger = isSameSide ? advert.knockoutTrigger : sideLevels(advert, direction).knockout
  return {
    id: advert.id,
    securityId: advert.securityId,
    direction,
    shareQuantity: order.shareQuantity,
    minimumQuantity,
    duration,
    credibilityHurdle: order.stars === undefined ? advert.credibilityHurdle : hurdleOfStar(order.stars),
    brokerIds: brokers?.map(({ brokerID }) => brokerID) ?? advert.brokerIds,
    ranked: order.isRanked ?? advert.ranked,
    transactionType: order.ownType ?? advert.transactionType,
    transactionTypePreference: order.acceptedType ?? advert.transactionTypePreference,
    quantityDecay: order.isDecaying ?? advert.quantityDecay,
    orderReference: order.orderReference ?? advert.orderReference,
    parentQuantity: order.parentQuantity === undefined ? advert.parentQuantity : order.parentQuantity,
    doneElsewhere: order.doneElsewhere ?? advert.doneElsewhere,
    autoRenewals: order.autoRenewals ?? advert.autoRenewals,
    autoResumes: order.autoResumes ?? advert.autoResumes,
    limitPrice: order.limitPrice === undefined ? advert.limitPrice : order.limitPrice,
    advertisingTriggerActivated: isOn(order.advertisingTrigger) ?? advert.advertisingTriggerActivated,
    advertisingTrigger: order.advertisingTrigger ?? advertisingTrigger,
    knockoutTriggerActivated: isOn(order.knockoutTrigger) ?? advert.knockoutTriggerActivated,
    knockoutTrigger: order.knockoutTrigger ?? knockoutTrigger,
    indexRelativeKOTriggerActivated:
      isOn(order.indexRelativeKnockout) ?? advert.indexRelativeKOTriggerActivated,
    indexRelativeKOTrigger: order.indexRelativeKnockout ?? advert.indexRelativeKOTrigger,
  }
}

/** How far the end that a counterparty repeats may be from the one that was reported: it may leave out the fraction. */
const repeatedWithinMs = 1_000

/**
 * The duration, null if the end is not valid. A sent advert counts 60 and 150 minutes from its submit, so that a
 * replacement either repeats the end or names a minute.
 */
function durationOf(advert: Advert, { duration, endsAt }: OrderTerms): Duration | null {
  if (endsAt === undefined) return duration ?? advert.duration
  if (advert.expiryDate === null) return duration ?? null
  if (Math.abs(endsAt - Date.parse(advert.expiryDate)) < repeatedWithinMs) return advert.duration
  return duration !== undefined && isOwnExpiry(duration) ? duration : null
}

/** Null switches a trigger off; undefined leaves it. */
const isOn = (level: number | null | undefined): boolean | undefined =>
  level === undefined ? undefined : level !== null

const sideLevels = (advert: Advert, direction: 'BUY' | 'SELL') =>
  direction === 'BUY'
    ? { advertising: advert.buyAdvertisingTrigger, knockout: advert.buyKnockoutTrigger }
    : { advertising: advert.sellAdvertisingTrigger, knockout: advert.sellKnockoutTrigger }

/**
 * The minimum in percent. One in shares is rounded up, so that never fewer are located, and below the smallest that
 * the platform knows it becomes that one.
 */
function minimumOf({ minimumPercent, minimumShares, shareQuantity }: OrderTerms): number | undefined {
  if (minimumPercent !== undefined) return Math.max(smallestMinimum, Math.ceil(minimumPercent))
  if (minimumShares === undefined) return undefined
  return Math.max(smallestMinimum, Math.ceil((minimumShares * 100) / shareQuantity))
}
