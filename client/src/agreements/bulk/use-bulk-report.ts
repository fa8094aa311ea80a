import type { ConnectionAgreement } from '@aitai/contract/schemas/agreements.ts'
import { useRef, useState } from 'react'
import { api } from '../../shared/api/desk-api.ts'
import { type CallFailure, isCallFailure } from '../../shared/api/failure.ts'
import { type PacedCall, type RunResult, runSequentially } from '../../shared/bulk/run-sequentially.ts'
import { serverClock } from '../../shared/connection/server-clock.ts'
import { type Dispatch, useAppDispatch } from '../../shared/store/store.ts'
import type { AgreementsView } from '../use-agreements.ts'
import {
  type BulkPlan,
  type BulkReport,
  pendingSides,
  planReport,
  type ReportAnswers,
} from './bulk-reports.ts'

type ReportResult = RunResult<ConnectionAgreement>

/** One report on several agreements: under review, being sent or finished. */
export interface BulkReportRun extends BulkPlan {
  readonly phase: 'review' | 'running' | 'over'
  readonly report: BulkReport
  /** Of the included agreements so far, in their order. */
  readonly results: readonly ReportResult[]
  readonly isStopping: boolean
  /** When the review was opened, milliseconds UTC on the server's clock. */
  readonly openedAt: number
}

export type BulkReportControls = ReturnType<typeof useBulkReport>

const noRefusals: ReadonlyMap<string, CallFailure> = new Map()
const idOf = ({ connectionAgreementId }: ConnectionAgreement): string => connectionAgreementId

/**
 * Reports on the selected agreements with one call after the other. What succeeds is deselected; what is refused
 * stays selected with its reason until the user deselects it or reports again.
 */
export function useBulkReport({ inOrder, selectedIds, deselect }: AgreementsView) {
  const dispatch = useAppDispatch()
  const [run, setRun] = useState<BulkReportRun | null>(null)
  const [refusals, setRefusals] = useState(noRefusals)
  const isStopped = useRef(false)

  const send = async (reviewed: BulkReportRun, answers: ReportAnswers): Promise<void> => {
    isStopped.current = false
    const running: BulkReportRun = { ...reviewed, phase: 'running' }
    setRun(running)
    setRefusals(noRefusals)
    // One time for all executions that are reported as made now.
    const now = Math.floor(serverClock.now())
    const results = await runSequentially({
      items: reviewed.included,
      send: (agreement, paced) =>
        reportOn(dispatch, agreement, { report: reviewed.report, answers, now, paced }),
      isStopped: () => isStopped.current,
      onProgress: (done) => setRun((current) => current && { ...current, results: done }),
    })
    setRefusals(new Map(results.flatMap(({ item, failure }) => (failure ? [[idOf(item), failure]] : []))))
    deselect(results.filter(({ outcome }) => outcome === 'done').map(({ item }) => idOf(item)))
    setRun({ ...running, phase: 'over', results })
  }
  return {
    run,
    /** Why the server refused a selected agreement, by its id. */
    refusals,
    start: (report: BulkReport): void => {
      const plan = planReport(
        report,
        inOrder().filter((agreement) => selectedIds.has(idOf(agreement))),
      )
      const openedAt = serverClock.now()
      setRun({ ...plan, phase: 'review', report, results: [], isStopping: false, openedAt })
    },
    send: (answers: ReportAnswers): void => void (run?.phase === 'review' && send(run, answers)),
    stop: (): void => {
      isStopped.current = true
      setRun((current) => current && { ...current, isStopping: true })
    },
    close: (): void => setRun((current) => (current?.phase === 'running' ? current : null)),
  }
}

interface Reported {
  readonly report: BulkReport
  readonly answers: ReportAnswers
  /** Milliseconds UTC on the server's clock. */
  readonly now: number
  readonly paced: PacedCall
}

/** Not tracked: failures appear in the list of results, not in the error popup (store.ts). */
const untracked = { track: false } as const

/** Sends what is reported of one agreement, which is one call for each pending side of a confirmation. */
async function reportOn(
  dispatch: Dispatch,
  agreement: ConnectionAgreement,
  reported: Reported,
): Promise<CallFailure | null> {
  for (const call of callsFor(dispatch, agreement, reported)) {
    const failure = await reported.paced(async () => {
      const { error } = await call()
      if (error === undefined) return null
      if (!isCallFailure(error)) throw error
      return error
    })
    if (failure) return failure
  }
  return null
}

type Call = () => Promise<{ error?: unknown }>

function callsFor(
  dispatch: Dispatch,
  agreement: ConnectionAgreement,
  { report, answers, now }: Reported,
): Call[] {
  const { brokerExecutionConfirmation, brokerExecutionReport, brokerNotExecutedReport } = api.endpoints
  const { connectionAgreementId, locationQuantity, midPrice, locateTime } = agreement
  if (report === 'confirm')
    return pendingSides(agreement).map((side) => {
      const received = side === 'BUY' ? { buyStatus: true } : { sellStatus: true }
      const body = { connectionAgreementId, ...received }
      return () => dispatch(brokerExecutionConfirmation.initiate(body, untracked))
    })
  if (report === 'executed') {
    const executedAt = answers.executedAt === 'now' ? Math.max(now, locateTime) : locateTime
    const body = { connectionAgreementId, quantity: locationQuantity, price: midPrice, executedAt }
    return [() => dispatch(brokerExecutionReport.initiate(body, untracked))]
  }
  const { atFault } = answers
  if (!atFault) throw new Error('a report that nothing was executed names a side')
  const sides: ('BUY' | 'SELL')[] = atFault === 'BOTH' ? ['BUY', 'SELL'] : [atFault]
  return [() => dispatch(brokerNotExecutedReport.initiate({ connectionAgreementId, sides }, untracked))]
}
