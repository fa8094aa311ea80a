import { directions } from '../model/advert.ts'
import type { ConnectionAgreement, NotExecuted } from '../model/connection-agreement.ts'
import { knownTrader } from '../model/lookups.ts'
import type { State } from '../model/state.ts'
import { addFirmCandidates } from '../model/state-index.ts'
import { answerScores, notExecutedScore, withAcceptScore } from '../rating/credibility.ts'
import { countFailures, uncountFailures } from './failures.ts'
import { setLedger } from './trader-changes.ts'

/**
 * Sets the broker's report that nothing was executed under an agreement, or removes it with null. What an earlier
 * report counted is taken back first, so that a correction counts once (docs/rules.md §24).
 */
export function setNotExecuted(
  state: State,
  agreement: ConnectionAgreement,
  report: NotExecuted | null,
  at: number,
): void {
  const { agreementId, notExecuted: earlier, traderIds, firmIds } = agreement
  if (earlier) uncountFailures(state, agreement, earlier.atFault, at)
  if (report) countFailures(state, agreement, report.atFault, at)
  for (const side of directions) {
    const trader = knownTrader(state, traderIds[side])
    const score = report?.atFault[side] ? notExecutedScore : answerScores.accept
    setLedger(state, trader, withAcceptScore(trader.ledger, agreementId, score))
  }
  if (report) agreement.notExecuted = report
  else delete agreement.notExecuted
  // Fewer failures may open contras up, and an advert that rests by its first failure (E11) must be looked at again.
  for (const side of directions) addFirmCandidates(state.index, firmIds[side])
}
