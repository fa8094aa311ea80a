import { type Direction, directions } from './model/advert.ts'
import type { Event, EventOf } from './model/events.ts'
import { advertIdOn, type Outcome } from './model/locate.ts'
import { knownAdvert, knownAgreement, knownLocate } from './model/lookups.ts'
import type { State } from './model/state.ts'

/**
 * The values of a notification's `message`, as docs/specification.md §4 defines them. The specification has none for
 * the last twelve (docs/decisions/0060-nothing-executed.md, docs/decisions/0070-executions.md,
 * docs/decisions/0075-the-handover-stays.md, docs/decisions/0078-desk-head.md,
 * docs/decisions/0109-operators-and-iois.md, docs/decisions/0128-automatic-renewal.md).
 */
export const notificationTypes = [
  'Contra Located',
  'Contra Connection Accepted!',
  'Contra Connection Declined',
  'Connection Declined',
  'Contra locate timeout',
  'USER_ACCEPTED_LOCATE',
  'USER_RESUMED_ADVERT',
  'ADVERT_UPDATED',
  'ADVERT_SUBMITTED',
  'Advertisement expired',
  'LOCATE_ERROR',
  'CANCEL_TRIGGER',
  'MARKET_ERROR',
  'New IOI Match Confirmed',
  'Connection confirmed',
  'Connection status updated',
  'NOT_EXECUTED_REPORTED',
  'NOT_EXECUTED_WITHDRAWN',
  'EXECUTION_REPORTED',
  'EXECUTION_WITHDRAWN',
  'BROKER_CONFIRMED',
  'BROKER_CONFIRMATION_UNDONE',
  'DESK_HEAD_PAUSED',
  'DESK_HEAD_RESUMED',
  'DESK_HEAD_CANCELLED',
  'OPERATOR_CANCELLED',
  'AUTO_RENEWED',
  'AUTO_RESUMED',
] as const
export type NotificationType = (typeof notificationTypes)[number]

type NotificationAudience = { readonly traderId: string } | { readonly brokerId: string }

/**
 * A notification and its receiver. It holds ids only, because the receiver looks them up in its own view.
 */
export interface EngineNotification {
  readonly to: NotificationAudience
  readonly message: NotificationType
  readonly messageType: 'statusAlert' | 'locate'
  readonly securityId: string
  readonly advertId: string | null
  readonly locateId: string | null
  readonly agreementId: string | null
  readonly errorCode: string | null
  /** The broker's user who confirmed or reverted, in notifications to the broker. */
  readonly brokerUserId: string | null
  /** The desk head of the receiver's institution who acted on the advert (docs/rules.md §15). */
  readonly deskHeadId: string | null
}

const noDetails = {
  advertId: null,
  locateId: null,
  agreementId: null,
  errorCode: null,
  brokerUserId: null,
  deskHeadId: null,
}

/**
 * The notifications of an event, given the state after it. A trader's notification names only that trader's
 * own advert and locate, and a broker is not notified before both sides have accepted (docs/rules.md §15,
 * §17).
 */
export function notificationsOf(state: State, event: Event): EngineNotification[] {
  switch (event.type) {
    case 'advertSubmitted':
      return [toOwner(state, event.advertId, event.isAutomatic ? 'AUTO_RENEWED' : 'ADVERT_SUBMITTED')]
    case 'advertModified':
    case 'advertTriggered':
      return [toOwner(state, event.advertId, 'ADVERT_UPDATED')]
    case 'advertCancelled':
      if (event.deskHeadId !== undefined) return [byDeskHead(state, event, 'DESK_HEAD_CANCELLED')]
      return [{ ...toOwner(state, event.advertId, cancelMessage(event)), errorCode: event.errorCode }]
    case 'advertPaused':
      if (event.by === 'DESK_HEAD') return [byDeskHead(state, event, 'DESK_HEAD_PAUSED')]
      // The trader has logged off and sees the status in the list after the next login.
      return event.by === 'OWNER' ? [toOwner(state, event.advertId, 'ADVERT_UPDATED')] : []
    case 'advertResumed':
      if (event.deskHeadId !== undefined) return [byDeskHead(state, event, 'DESK_HEAD_RESUMED')]
      return [toOwner(state, event.advertId, event.isAutomatic ? 'AUTO_RESUMED' : 'USER_RESUMED_ADVERT')]
    case 'advertExpired':
      return [toOwner(state, event.advertId, 'Advertisement expired')]
    case 'contraLocated':
      return directions.map((side) => toSide(state, event.locateId, side, 'Contra Located'))
    case 'locateAnswered':
      return event.answer === 'ACCEPT'
        ? [toSide(state, event.locateId, event.side, 'USER_ACCEPTED_LOCATE')]
        : []
    case 'locateFailed':
    case 'locateWithdrawn':
      return directions.map((side) => outcomeNotification(state, event.locateId, side))
    case 'connectionAgreed':
      return [
        ...directions.map((side) => outcomeNotification(state, event.locateId, side)),
        toBroker(state, event.agreementId, 'New IOI Match Confirmed', null),
      ]
    case 'executionConfirmed':
    case 'executionUndone':
      return executionNotifications(state, event)
    case 'notExecutedReported':
      return reportNotifications(state, event, 'NOT_EXECUTED_REPORTED')
    case 'notExecutedWithdrawn':
      return reportNotifications(state, event, 'NOT_EXECUTED_WITHDRAWN')
    case 'executionReported':
    case 'executionCorrected':
      return reportNotifications(state, event, 'EXECUTION_REPORTED')
    case 'executionWithdrawn':
      return reportNotifications(state, event, 'EXECUTION_WITHDRAWN')
    case 'referenceChanged':
    case 'presenceChanged':
    case 'advertDrafted':
    case 'advertReleased':
    // As often as the market crosses it: the list and the header show it, and a bell would ring all day.
    case 'advertLimitCrossed':
    case 'brokerConnected':
    case 'tradingDayEnded':
    case 'ratingAged':
    case 'marketStatusChanged':
    case 'haltChanged':
    case 'matchExplained':
    case 'surveillanceViewed':
    case 'advertsViewed':
      return []
  }
}

/** A market error or trigger that ended an advert has its own message type (docs/specification.md §4, §8). */
function cancelMessage({ causeOfDeath }: EventOf<'advertCancelled'>): NotificationType {
  switch (causeOfDeath) {
    case 'CANCELLED_BY_USER':
      return 'ADVERT_UPDATED'
    case 'CANCELLED_BY_OPERATOR':
      return 'OPERATOR_CANCELLED'
    case 'CANCEL_TRIGGER':
    case 'INDEX_RELATIVE_CANCEL':
      return 'CANCEL_TRIGGER'
    default:
      return 'MARKET_ERROR'
  }
}

function toOwner(state: State, advertId: string, message: NotificationType): EngineNotification {
  const { traderId, securityId } = knownAdvert(state, advertId)
  return { ...noDetails, to: { traderId }, message, messageType: 'statusAlert', securityId, advertId }
}

function byDeskHead(
  state: State,
  { advertId, deskHeadId }: { readonly advertId: string; readonly deskHeadId?: string },
  message: NotificationType,
): EngineNotification {
  return { ...toOwner(state, advertId, message), deskHeadId: deskHeadId ?? null }
}

function toSide(
  state: State,
  locateId: string,
  side: Direction,
  message: NotificationType,
): EngineNotification {
  const locate = knownLocate(state, locateId)
  return {
    ...noDetails,
    to: { traderId: locate.traderIds[side] },
    message,
    messageType: message === 'USER_ACCEPTED_LOCATE' ? 'statusAlert' : 'locate',
    securityId: locate.securityId,
    advertId: advertIdOn(locate, side),
    locateId,
    agreementId: locate.agreementId,
  }
}

/**
 * The message of each outcome (docs/rules.md §8, §17). Both sides of a timeout get one message with different
 * codes.
 */
export const outcomeNotifications: Readonly<
  Record<Outcome, { readonly message: NotificationType; readonly errorCode: string | null }>
> = {
  ACCEPTED: { message: 'Contra Connection Accepted!', errorCode: null },
  CONTRA_DECLINED: { message: 'Contra Connection Declined', errorCode: null },
  DECLINED: { message: 'Connection Declined', errorCode: null },
  CONTRA_TIMEOUT: { message: 'Contra locate timeout', errorCode: 'LOCATE-TIMEOUT-CONTRA' },
  TIMED_OUT: { message: 'Contra locate timeout', errorCode: 'LOCATE-TIMEOUT-OWN' },
  WITHDRAWN: { message: 'LOCATE_ERROR', errorCode: 'LOCATE_ERROR' },
}

function outcomeNotification(state: State, locateId: string, side: Direction): EngineNotification {
  const outcome = knownLocate(state, locateId).outcome?.[side]
  if (!outcome) throw new Error(`locate ${locateId} has no outcome`)
  const { message, errorCode } = outcomeNotifications[outcome]
  return { ...toSide(state, locateId, side, message), errorCode }
}

function toBroker(
  state: State,
  agreementId: string,
  message: NotificationType,
  brokerUserId: string | null,
): EngineNotification {
  const { brokerId, securityId } = knownAgreement(state, agreementId)
  return {
    ...noDetails,
    to: { brokerId },
    message,
    messageType: 'statusAlert',
    securityId,
    agreementId,
    brokerUserId,
  }
}

/**
 * Every change notifies the broker, and the trader of that side only. Once both sides are received, the
 * connection is confirmed.
 */
function executionNotifications(
  state: State,
  { type, agreementId, side, brokerUserId }: EventOf<'executionConfirmed' | 'executionUndone'>,
): EngineNotification[] {
  const received = state.agreements.get(agreementId)?.received
  const message = type === 'executionConfirmed' ? 'BROKER_CONFIRMED' : 'BROKER_CONFIRMATION_UNDONE'
  const isConfirmed = received?.BUY && received.SELL
  return [
    toBroker(state, agreementId, 'Connection status updated', brokerUserId),
    ...(isConfirmed ? [toBroker(state, agreementId, 'Connection confirmed', brokerUserId)] : []),
    toSideOfAgreement(state, agreementId, side, message),
  ]
}

/** Both traders are notified of their own side, and the broker's users of the change. */
function reportNotifications(
  state: State,
  { agreementId, brokerUserId }: { readonly agreementId: string; readonly brokerUserId: string },
  message: NotificationType,
): EngineNotification[] {
  return [
    ...directions.map((side) => toSideOfAgreement(state, agreementId, side, message)),
    toBroker(state, agreementId, 'Connection status updated', brokerUserId),
  ]
}

function toSideOfAgreement(
  state: State,
  agreementId: string,
  side: Direction,
  message: NotificationType,
): EngineNotification {
  const { traderIds, securityId, locateId } = knownAgreement(state, agreementId)
  // An agreement made just after midnight outlives its locate, which the end of the day removes.
  const locate = state.locates.get(locateId)
  return {
    ...noDetails,
    to: { traderId: traderIds[side] },
    message,
    messageType: 'statusAlert',
    securityId,
    advertId: locate ? advertIdOn(locate, side) : null,
    locateId: locate ? locateId : null,
    agreementId,
  }
}
