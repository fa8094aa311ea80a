import type { AdvertTerms } from '@aitai/engine/model/advert.ts'
import type { CommandOf, CommandType } from '@aitai/engine/model/commands.ts'
import type { EventOf, EventType } from '@aitai/engine/model/events.ts'
import type { Outcome } from '@aitai/engine/model/locate.ts'
import type { MarketErrorCode } from '@aitai/engine/model/quote.ts'

/** Every kind of command and event, cause and optional term, complete by type. */
const commands: Readonly<Record<CommandType, true>> = {
  changeReference: true,
  setPresence: true,
  endSession: true,
  createAdvert: true,
  submitAdvert: true,
  modifyAdvert: true,
  pauseAdvert: true,
  resumeAdvert: true,
  cancelAdvert: true,
  answerLocate: true,
  connectBroker: true,
  confirmExecution: true,
  undoExecution: true,
  reportNotExecuted: true,
  withdrawNotExecuted: true,
  reportExecution: true,
  correctExecution: true,
  withdrawExecution: true,
  sweep: true,
  createResidual: true,
  changeHalt: true,
  explainMatch: true,
  viewSurveillance: true,
  viewAdverts: true,
  cancelAdvertByStaff: true,
}

const events: Readonly<Record<EventType, true>> = {
  referenceChanged: true,
  presenceChanged: true,
  advertDrafted: true,
  advertSubmitted: true,
  advertModified: true,
  advertTriggered: true,
  advertLimitCrossed: true,
  advertReleased: true,
  advertPaused: true,
  advertResumed: true,
  advertCancelled: true,
  advertExpired: true,
  contraLocated: true,
  locateAnswered: true,
  locateFailed: true,
  locateWithdrawn: true,
  connectionAgreed: true,
  brokerConnected: true,
  executionConfirmed: true,
  executionUndone: true,
  notExecutedReported: true,
  notExecutedWithdrawn: true,
  executionReported: true,
  executionCorrected: true,
  executionWithdrawn: true,
  tradingDayEnded: true,
  ratingAged: true,
  marketStatusChanged: true,
  haltChanged: true,
  matchExplained: true,
  surveillanceViewed: true,
  advertsViewed: true,
}

const pauses: Readonly<Record<EventOf<'advertPaused'>['by'], true>> = {
  OWNER: true,
  DESK_HEAD: true,
  SESSION_END: true,
}

const sessionEnds: Readonly<Record<CommandOf<'endSession'>['reason'], true>> = {
  LOGGED_OUT: true,
  TIMED_OUT: true,
}

/** The outcomes of a failed locate. An agreement and a withdrawal have events of their own. */
const failures: Readonly<Record<Exclude<Outcome, 'ACCEPTED' | 'WITHDRAWN'>, true>> = {
  CONTRA_DECLINED: true,
  CONTRA_TIMEOUT: true,
  DECLINED: true,
  TIMED_OUT: true,
}

const marketErrors: Readonly<Record<MarketErrorCode, true>> = {
  '001': true,
  '002': true,
  '003': true,
  '004': true,
  '005': true,
  '006': true,
  '007': true,
  '012': true,
  '013': true,
}

/** A term that can be off, or absent. */
type OptionalTerm = {
  [Term in keyof AdvertTerms]-?: null extends AdvertTerms[Term]
    ? Term
    : undefined extends AdvertTerms[Term]
      ? Term
      : boolean extends AdvertTerms[Term]
        ? Term
        : never
}[keyof AdvertTerms]

const optionals: Readonly<Record<OptionalTerm, true>> = {
  ranked: true,
  quantityDecay: true,
  orderReference: true,
  parentQuantity: true,
  limitPrice: true,
  advertisingTriggerActivated: true,
  advertisingTrigger: true,
  knockoutTriggerActivated: true,
  knockoutTrigger: true,
  indexRelativeKOTriggerActivated: true,
  indexRelativeKOTrigger: true,
}

const namesOf = <Name extends string>(names: Readonly<Record<Name, true>>): readonly Name[] =>
  Object.keys(names) as Name[]

export const commandTypes = namesOf(commands)
export const eventTypes = namesOf(events)
export const pauseCauses = namesOf(pauses)
export const sessionEndReasons = namesOf(sessionEnds)
export const failureOutcomes = namesOf(failures)
export const marketErrorCodes = namesOf(marketErrors)
export const optionalTerms = namesOf(optionals)
