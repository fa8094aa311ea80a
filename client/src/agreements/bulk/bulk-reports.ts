import type { ConnectionAgreement } from '@aitai/contract/schemas/agreements.ts'
import { quantityLeft } from '@aitai/engine/locates/executions.ts'
import type { Direction } from '@aitai/engine/model/advert.ts'
import { partyOf } from '../agreement-display.ts'

/** What a broker reports of several agreements at once. */
export const bulkReports = ['confirm', 'executed', 'notExecuted'] as const
export type BulkReport = (typeof bulkReports)[number]

/** Why a report leaves a selected agreement out: the end of a text key. */
export type SkipReason =
  | 'received'
  | 'notExecuted'
  | 'executed'
  | 'partlyExecuted'
  | 'hasExecutions'
  | 'reportsOver'
  | 'notExecutedOver'

const sides = ['BUY', 'SELL'] as const

/** The sides of an agreement whose passwords are not confirmed yet. */
export const pendingSides = (agreement: ConnectionAgreement): Direction[] =>
  sides.filter((side) => !partyOf(agreement, side).received)

/**
 * Why an agreement is left out of a report, or null. The server would accept some of them: they are left out where
 * one answer for all rows would hide a decision that belongs to one row, as the rest after a partial execution.
 */
const skipReasonOf: Readonly<Record<BulkReport, (agreement: ConnectionAgreement) => SkipReason | null>> = {
  confirm: (agreement) => {
    if (agreement.notExecuted) return 'notExecuted'
    return pendingSides(agreement).length === 0 ? 'received' : null
  },
  executed: (agreement) => {
    if (agreement.notExecuted) return 'notExecuted'
    if (agreement.executions.length > 0)
      return quantityLeft(agreement, null) > 0 ? 'partlyExecuted' : 'executed'
    return agreement.executionReportPossible ? null : 'reportsOver'
  },
  notExecuted: (agreement) => {
    if (agreement.notExecuted) return 'notExecuted'
    if (agreement.executions.length > 0) return 'hasExecutions'
    return agreement.undoPossible ? null : 'notExecutedOver'
  },
}

export interface SkippedAgreement {
  readonly agreement: ConnectionAgreement
  readonly reason: SkipReason
}

/** What a report is made of: the agreements that it is about, and those that it leaves out. */
export interface BulkPlan {
  readonly included: readonly ConnectionAgreement[]
  readonly skipped: readonly SkippedAgreement[]
}

/** Divides the selected agreements into those that a report is about, and those that it leaves out. */
export function planReport(report: BulkReport, selected: readonly ConnectionAgreement[]): BulkPlan {
  const included: ConnectionAgreement[] = []
  const skipped: SkippedAgreement[] = []
  for (const agreement of selected) {
    const reason = skipReasonOf[report](agreement)
    if (reason) skipped.push({ agreement, reason })
    else included.push(agreement)
  }
  return { included, skipped }
}

/** The answers that a report needs once for all of its agreements. */
export interface ReportAnswers {
  /** Who did not follow through; null until it is chosen. */
  readonly atFault: Direction | 'BOTH' | null
  /** When the executions took place: now, or each at the time of its locate. */
  readonly executedAt: 'now' | 'locate'
}

/** Nothing is preselected that lowers a trader's rating. */
export const unanswered: ReportAnswers = { atFault: null, executedAt: 'now' }
