import { directions } from '../model/advert.ts'
import type { CommandOf } from '../model/commands.ts'
import type { BothSides } from '../model/locate.ts'
import { ownAgreement } from '../model/lookups.ts'
import { type Decision, happened, refused } from '../model/refusals.ts'
import type { State } from '../model/state.ts'
import { isAgreementDay } from './execution.ts'

/**
 * The executing broker reports that nothing was executed, until the end of the agreement's trading day. A report
 * with other sides corrects the one before (docs/rules.md §24). Idempotent.
 */
export function reportNotExecuted(state: State, command: CommandOf<'reportNotExecuted'>): Decision {
  const agreement = ownAgreement(state, command)
  if (!agreement) return refused('AGREEMENT-NOT-FOUND')
  if (!isAgreementDay(agreement, command.at)) return refused('AGREEMENT-DAY-OVER')
  const { at, agreementId, atFault, brokerUserId } = command
  // Without a side at fault the locate must not count as failed.
  if (!atFault.BUY && !atFault.SELL) return refused('EXECUTION-FAULT')
  // A broker who has reported executions withdraws them first: the two would contradict each other.
  if (agreement.executions.length > 0) return refused('EXECUTION-EXISTS')
  if (agreement.notExecuted && areEqual(agreement.notExecuted.atFault, atFault)) return happened()
  return happened({ type: 'notExecutedReported', at, agreementId, atFault, brokerUserId })
}

const areEqual = (a: BothSides<boolean>, b: BothSides<boolean>): boolean =>
  directions.every((side) => a[side] === b[side])

/** Takes the report back, until the end of the same day (docs/rules.md §24). Idempotent. */
export function withdrawNotExecuted(state: State, command: CommandOf<'withdrawNotExecuted'>): Decision {
  const agreement = ownAgreement(state, command)
  if (!agreement) return refused('AGREEMENT-NOT-FOUND')
  if (!isAgreementDay(agreement, command.at)) return refused('AGREEMENT-DAY-OVER')
  if (!agreement.notExecuted) return happened()
  const { at, agreementId, brokerUserId } = command
  return happened({ type: 'notExecutedWithdrawn', at, agreementId, brokerUserId })
}
