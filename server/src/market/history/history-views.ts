import type { Advert as AdvertView } from '@aitai/contract/schemas/adverts.ts'
import type { AdvertEvent } from '@aitai/contract/schemas/history.ts'
import type { LocateNotification } from '@aitai/contract/schemas/locates.ts'
import { isoTime } from '@aitai/engine/calendar/iso-times.ts'
import type { Direction } from '@aitai/engine/model/advert.ts'
import { toYen } from '@aitai/engine/model/price.ts'
import type { Names } from '../../reference/names.ts'
import { pastLevelsView } from '../terms-views.ts'
import { advertFieldsOf, ownSideView, personName, rateAtLocate } from '../views.ts'
import { type AdvertEventRecord, type AdvertRecord, faultFor, type LocateRecord } from './history-records.ts'

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

/** An own IOI as it was after its last event of a past day, at the rate of its agreement, else of its submit. */
export function pastAdvertView(
  advert: AdvertRecord,
  locates: ReadonlyMap<string, LocateRecord>,
  names: Names,
): AdvertView {
  const agreed = advert.locateIds.map((id) => locates.get(id)).find((locate) => locate?.agreementId)
  const rate = agreed ? rateAtLocate(agreed) : { price: advert.price ?? 0, usdJpy: advert.usdJpy ?? 1 }
  return {
    id: advert.advertId,
    ...advertFieldsOf(advert, rate, names),
    ...pastLevelsView(advert.offsets),
    currentQuantity: advert.quantityRemaining,
    isBeyondLimit: false,
    expiryDate: isoTime(advert.expiryDate),
    timeRemaining: null,
    isModified: advert.isModified,
    locateNotificationId: null,
    residualPossible: false,
  }
}

/**
 * The trader's own side of a locate of a past day. The contra's answer and size appear as far as the outcome revealed
 * them. The password was of its day only.
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
