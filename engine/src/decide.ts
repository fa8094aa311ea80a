import {
  cancelAdvert,
  cancelAdvertByStaff,
  endSession,
  pauseAdvert,
  resumeAdvert,
  setPresence,
} from './adverts/pause.ts'
import { createResidual } from './adverts/residual.ts'
import { createAdvert, modifyAdvert, submitAdvert } from './adverts/submit.ts'
import { confirmExecution, connectBroker, undoExecution } from './locates/execution.ts'
import { correctExecution, reportExecution, withdrawExecution } from './locates/executions.ts'
import { changeHalt } from './locates/halt-change.ts'
import { answerLocate } from './locates/locate-answer.ts'
import { reportNotExecuted, withdrawNotExecuted } from './locates/not-executed.ts'
import { changeReference } from './locates/reference-change.ts'
import type { Command } from './model/commands.ts'
import { type Decision, happened } from './model/refusals.ts'
import type { State } from './model/state.ts'
import { sweep } from './sweep/sweep.ts'

/**
 * The events of a command, or its refusal. A pure function of the state and the command, so that a replay
 * gives the same events.
 */
export function decide(state: State, command: Command): Decision {
  switch (command.type) {
    case 'changeReference':
      return changeReference(state, command)
    case 'setPresence':
      return setPresence(state, command)
    case 'endSession':
      return endSession(state, command)
    case 'createAdvert':
      return createAdvert(state, command)
    case 'submitAdvert':
      return submitAdvert(state, command)
    case 'modifyAdvert':
      return modifyAdvert(state, command)
    case 'pauseAdvert':
      return pauseAdvert(state, command)
    case 'resumeAdvert':
      return resumeAdvert(state, command)
    case 'cancelAdvert':
      return cancelAdvert(state, command)
    case 'answerLocate':
      return answerLocate(state, command)
    case 'connectBroker':
      return connectBroker(state, command)
    case 'confirmExecution':
      return confirmExecution(state, command)
    case 'undoExecution':
      return undoExecution(state, command)
    case 'reportNotExecuted':
      return reportNotExecuted(state, command)
    case 'withdrawNotExecuted':
      return withdrawNotExecuted(state, command)
    case 'reportExecution':
      return reportExecution(state, command)
    case 'correctExecution':
      return correctExecution(state, command)
    case 'withdrawExecution':
      return withdrawExecution(state, command)
    case 'createResidual':
      return createResidual(state, command)
    case 'changeHalt':
      return changeHalt(state, command)
    case 'explainMatch':
      return happened({ ...command, type: 'matchExplained' })
    case 'viewSurveillance':
      return happened({ ...command, type: 'surveillanceViewed' })
    case 'viewAdverts':
      return happened({ ...command, type: 'advertsViewed' })
    case 'cancelAdvertByStaff':
      return cancelAdvertByStaff(state, command)
    case 'sweep':
      return sweep(state, command)
  }
}
