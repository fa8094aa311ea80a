import type { SimulatedDay } from '../simulated-day.ts'
import { advancePrices } from '../world/prices.ts'
import {
  actAutomatically,
  cancelAdvert,
  changeTriggers,
  createResidual,
  modifyAdvert,
  pauseAdvert,
  postAdvert,
  postTogether,
  resumeAdvert,
  submitDraft,
  tradeAfterMidnight,
} from './advert-actions.ts'
import {
  changeExecution,
  reportExecution,
  reportNotExecuted,
  withdrawNotExecuted,
} from './execution-reports.ts'
import { disturbLocate } from './external-events.ts'
import {
  answerAtKnockout,
  answerInTrouble,
  answerLocate,
  changePresence,
  connectBroker,
  disturbMarket,
  leavePlatform,
  reachKnockout,
} from './locate-actions.ts'
import {
  cancelByOperator,
  changeReference,
  confirmExecution,
  explainMatch,
  listAgain,
  restartServer,
  saveSnapshot,
  toggleHalt,
  viewAdverts,
  viewSurveillance,
} from './operator-actions.ts'
import { sweepUntilIdle } from './sweeps.ts'
import { passTime } from './time-passing.ts'

type Action = (day: SimulatedDay) => void

/** The actions of people, by frequency. */
const weightedActions: readonly (readonly [weight: number, action: Action])[] = [
  [36, postAdvert],
  [8, submitDraft],
  [6, modifyAdvert],
  [4, changeTriggers],
  [2, pauseAdvert],
  [14, resumeAdvert],
  [4, cancelAdvert],
  [0.5, tradeAfterMidnight],
  [2, postTogether],
  [50, answerLocate],
  [2, answerInTrouble],
  [5, createResidual],
  [1, leavePlatform],
  [5, changePresence],
  [4, connectBroker],
  [6, confirmExecution],
  [5, reportNotExecuted],
  [2, withdrawNotExecuted],
  [3, reportExecution],
  [2, changeExecution],
  [3, toggleHalt],
  [7, disturbLocate],
  [8, reachKnockout],
  [9, answerAtKnockout],
  [4, disturbMarket],
  [0.5, explainMatch],
  [0.3, viewSurveillance],
  [0.2, viewAdverts],
  [0.4, cancelByOperator],
  [2, changeReference],
  [0.6, saveSnapshot],
  [1, restartServer],
]

/** One action of somebody, its events, and the time after it. */
export function performAction(day: SimulatedDay, seesAll: boolean): void {
  listAgain(day)
  day.chance.weighted(weightedActions)(day)
  if (day.chance.happens(0.5)) {
    sweepUntilIdle(day, seesAll)
    actAutomatically(day)
  }
  passTime(day)
  advancePrices(day.prices, day.chance, day.state, day.at, day.market.friendly)
}
