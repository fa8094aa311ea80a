import type { Event, EventOf } from '@aitai/engine/model/events.ts'
import type { BothSides } from '@aitai/engine/model/locate.ts'
import { scoresOf } from './failures.ts'

/** An event as one line of the oracle's prediction, without random ids and quotes. */
export function eventText(event: Event): string {
  switch (event.type) {
    case 'tradingDayEnded':
      return `tradingDayEnded ${event.day} ${event.tradingDays}`
    case 'ratingAged':
      return `ratingAged ${event.traderId}`
    case 'advertSubmitted':
      return `advertSubmitted ${event.advertId} ${event.advertisementStatus}${limitText(event)}${automaticText(event)}`
    case 'advertModified':
      return `advertModified ${event.advertId}${limitText(event)}`
    case 'advertLimitCrossed':
      return `advertLimitCrossed ${event.advertId} ${event.isBeyond}`
    case 'advertCancelled':
      return `advertCancelled ${event.advertId} ${event.causeOfDeath} ${event.errorCode}${byHead(event)}`
    case 'advertPaused':
      return `advertPaused ${event.advertId}${byHead(event)}`
    case 'advertResumed':
      return `advertResumed ${event.advertId}${byHead(event)}${automaticText(event)}`
    case 'marketStatusChanged':
      return `marketStatusChanged ${event.securityId} ${event.error}`
    case 'locateFailed':
      return [
        `locateFailed ${event.locateId} ${sidesText(event.outcome)} ${sidesText(event.scores)}`,
        `cooldown until ${event.cooldownUntil}`,
      ].join(', ')
    case 'locateWithdrawn':
      return `locateWithdrawn ${event.locateId} ${sidesText(scoresOf(event))}, cooldown until ${event.cooldownUntil}`
    case 'advertReleased':
      return `advertReleased ${event.advertId} queued since ${event.priorityTime}`
    case 'contraLocated':
      return [
        `contraLocated ${event.buyId} ${event.sellId} ${event.locateQuantity} at ${event.midPrice}, ${event.usdJpy} a dollar`,
        `${event.deadline} ${event.brokerId} ${sidesText(event.legs)} ${sidesText(event.residual)}`,
        `of ${sidesText(event.shareQuantity)}`,
        `${sidesText(event.minShares)} moved ${event.stockMove} against ${event.indexMove}`,
      ].join(', ')
    case 'locateAnswered':
      return answerText(event, event.knockedOut)
    case 'notExecutedReported':
      return `notExecutedReported ${event.agreementId} ${sidesText(event.atFault)} by ${event.brokerUserId}`
    case 'notExecutedWithdrawn':
      return `notExecutedWithdrawn ${event.agreementId} by ${event.brokerUserId}`
    case 'executionReported':
    case 'executionCorrected':
      return [
        `${event.type} ${event.agreementId} ${event.executionId} ${event.quantity} at ${event.price}`,
        `${event.executedAt} by ${event.brokerUserId}`,
      ].join(', ')
    case 'executionWithdrawn':
      return `executionWithdrawn ${event.agreementId} ${event.executionId} by ${event.brokerUserId}`
    case 'connectionAgreed':
      return `${event.type} ${event.locateId}`
    default:
      return `${event.type} ${'advertId' in event ? event.advertId : ''}`
  }
}

/** Whether it waits for its limit. */
export const limitText = ({ isBeyondLimit }: { readonly isBeyondLimit: boolean }): string =>
  isBeyondLimit ? ' beyond its limit' : ''

/** Whether a rule of the owner acted. */
export const automaticText = ({ isAutomatic }: { readonly isAutomatic?: true }): string =>
  isAutomatic ? ' automatically' : ''

const byHead = ({ deskHeadId }: { readonly deskHeadId?: string }): string =>
  deskHeadId === undefined ? '' : ` by ${deskHeadId}`

/** The line of an answer, with the sides whose knockout had been reached, if any. */
export const answerText = (
  {
    locateId,
    side,
    answer,
    excused,
  }: Pick<EventOf<'locateAnswered'>, 'locateId' | 'side' | 'answer' | 'excused'>,
  knockedOut: BothSides<boolean> | undefined,
): string =>
  `locateAnswered ${locateId} ${side} ${answer} ${excused}${knockedOut ? ` ${sidesText(knockedOut)}` : ''}`

/** Both sides, buyer first. */
export const sidesText = (sides: { readonly BUY: unknown; readonly SELL: unknown }): string =>
  `${sides.BUY}/${sides.SELL}`
