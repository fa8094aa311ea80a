import type { CommandType } from '@aitai/engine/commands.ts'
import type { EventType } from '@aitai/engine/events.ts'

/** Every kind of command and event, complete by type. */
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
  sweep: true,
  createResidual: true,
  turnSwitch: true,
  explainMatch: true,
  viewSurveillance: true,
}

const events: Readonly<Record<EventType, true>> = {
  referenceChanged: true,
  presenceChanged: true,
  advertDrafted: true,
  advertSubmitted: true,
  advertModified: true,
  advertTriggered: true,
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
  tradingDayEnded: true,
  ratingAged: true,
  marketTurned: true,
  switchTurned: true,
  matchExplained: true,
  surveillanceViewed: true,
}

export const commandTypes = Object.keys(commands) as readonly CommandType[]
export const eventTypes = Object.keys(events) as readonly EventType[]
