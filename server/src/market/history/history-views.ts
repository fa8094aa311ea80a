import type { Advert as AdvertView } from '@aitai/contract/schemas/adverts.ts'
import type { AdvertEvent } from '@aitai/contract/schemas/history.ts'
import type { LocateNotification } from '@aitai/contract/schemas/locates.ts'
import { type Direction, notionalOf } from '@aitai/engine/adverts/advert.ts'
import { type Price, toYen } from '@aitai/engine/market/price.ts'
import type { Names } from '../../reference/names.ts'
import { type NotionalPrices, ownSideView, personName, securityNameOf } from '../views.ts'
import { faultFor } from './history-fold.ts'
import type { AdvertEventRecord, AdvertRecord, LocateRecord } from './history-records.ts'

const inPercent = (basisPoints: number): number => basisPoints / 100
const yenOrNull = (price: Price | null): number | null => (price === null ? null : toYen(price))

/** An event of an own IOI, with the broker's name and prices in yen. */
export function advertEventView(event: AdvertEventRecord, names: Names): AdvertEvent {
  const { price, brokerId, locateId, changed, deskHeadId, ...rest } = event
  return {
    ...rest,
    ...(changed === undefined ? {} : { changed: [...changed] }),
    ...(price === undefined ? {} : { price: toYen(price) }),
    ...(locateId === undefined ? {} : { locateNotificationId: locateId }),
    ...(brokerId === undefined ? {} : { brokerName: names.brokers.get(brokerId)?.name ?? '' }),
    ...(deskHeadId === undefined ? {} : { deskHeadName: personName(names, deskHeadId) ?? '' }),
  }
}

/** An own IOI as it was after its last event of a past day. */
export function pastAdvertView(
  advert: AdvertRecord,
  locates: ReadonlyMap<string, LocateRecord>,
  market: Pick<NotionalPrices, 'usdJpy'>,
  names: Names,
): AdvertView {
  const { terms } = advert
  const agreed = advert.locateIds.map((id) => locates.get(id)).find((locate) => locate?.agreementId)
  const notional = notionalOf(terms.shareQuantity, agreed?.midPrice ?? advert.price ?? 0)
  return {
    id: advert.advertId,
    securityId: advert.securityId,
    securityName: securityNameOf(names, advert.securityId),
    duration: terms.duration,
    direction: terms.direction,
    shareQuantity: terms.shareQuantity,
    minimumQuantity: terms.minimumQuantity,
    minimumShareQuantity: advert.minShares,
    quantityRemaining: advert.quantityRemaining,
    currentQuantity: advert.quantityRemaining,
    credibilityHurdle: terms.credibilityHurdle,
    quantityDecay: terms.quantityDecay,
    advertisingTriggerActivated: terms.advertisingTriggerActivated,
    advertisingTrigger: yenOrNull(terms.advertisingTrigger),
    advertTriggerSatisfied: advert.advertTriggerSatisfied,
    knockoutTriggerActivated: terms.knockoutTriggerActivated,
    knockoutTrigger: yenOrNull(terms.knockoutTrigger),
    indexRelativeKOTriggerActivated: terms.indexRelativeKOTriggerActivated,
    indexRelativeKOTrigger:
      terms.indexRelativeKOTrigger === null ? null : inPercent(terms.indexRelativeKOTrigger),
    // They follow from the close of the day, which is not stored.
    buyAdvertisingTrigger: null,
    sellAdvertisingTrigger: null,
    buyKnockoutTrigger: null,
    sellKnockoutTrigger: null,
    advertisingTriggerOffset: inPercent(advert.offsets.advertising),
    knockoutTriggerOffset: inPercent(advert.offsets.knockout),
    brokerIds: [...terms.brokerIds],
    ranked: terms.ranked,
    transactionType: terms.transactionType,
    transactionTypePreference: terms.transactionTypePreference,
    usdnotional: Math.round(notional / market.usdJpy()),
    jpynotional: Math.round(toYen(notional)),
    advertisementStatus: advert.advertisementStatus,
    causeOfDeath: advert.causeOfDeath,
    errorCode: advert.errorCode,
    submitTime: advert.submitTime,
    expiryDate: advert.expiryDate === null ? null : new Date(advert.expiryDate).toISOString(),
    timeRemaining: null,
    isModified: advert.isModified,
    locateNotificationId: null,
    parentAdvertId: advert.parentAdvertId,
    residualPossible: false,
  }
}

/**
 * The own side of a locate of a past day. The contra's answer and size appear as far as the outcome told them. The
 * password was of its day only.
 */
export function pastLocateView(
  locate: LocateRecord,
  traderId: string,
  names: Names,
  now: number,
): LocateNotification {
  const own = ownSideView(locate, traderId, now)
  return { ...own, ...agreementOf(locate, own.direction, names) }
}

function agreementOf({ agreementId, ...locate }: LocateRecord, side: Direction, names: Names) {
  if (agreementId === null) return {}
  const { brokerId, notExecuted, executions, receivedAt } = locate
  const broker = names.brokers.get(brokerId)
  return {
    password: null,
    brokerName: broker?.name ?? null,
    brokerContact: broker?.contact ?? null,
    receivedAt: receivedAt[side],
    connectionAgreementId: agreementId,
    notExecuted: notExecuted ? { reportedAt: notExecuted.at, by: faultFor(notExecuted.atFault, side) } : null,
    ...(executions.length === 0
      ? {}
      : {
          executions: executions.map(({ quantity, price, executedAt, at }) => ({
            quantity,
            price: toYen(price),
            executedAt,
            reportedAt: at,
          })),
        }),
  }
}
