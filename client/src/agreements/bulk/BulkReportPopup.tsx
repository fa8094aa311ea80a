import type { ConnectionAgreement } from '@aitai/contract/schemas/agreements.ts'
import { type ReactNode, type RefObject, useRef, useState } from 'react'
import { DelayedFocusButton } from '../../shared/bulk/DelayedFocusButton.tsx'
import { Button } from '../../ui/controls/Button.tsx'
import { formatYen } from '../../ui/format/amounts.ts'
import { agreementSecurityIn } from '../../ui/format/equity-name.ts'
import { formatNumber } from '../../ui/format/format.ts'
import { Popup } from '../../ui/popups/Popup.tsx'
import { useLanguage, useText } from '../../ui/text/use-text.ts'
import { dayTotals } from '../trading-days.ts'
import { BulkReportTable } from './BulkReportTable.tsx'
import { pendingSides, type ReportAnswers, type SkippedAgreement, unanswered } from './bulk-reports.ts'
import { ReportQuestion } from './ReportQuestion.tsx'
import type { BulkReportControls, BulkReportRun } from './use-bulk-report.ts'
import './bulk-report.css'

interface Props {
  bulk: BulkReportControls
  run: BulkReportRun
}

/** One report on several agreements: the review of all that is reported, the progress and the result for each. */
export function BulkReportPopup({ bulk, run }: Props) {
  const text = useText()
  const back = useRef<HTMLButtonElement>(null)
  const [answers, setAnswers] = useState<ReportAnswers>(unanswered)
  const { phase, report, included, skipped } = run
  const isReview = phase === 'review'
  return (
    <Popup
      title={text(phase === 'over' ? 'agreement.bulk.result' : `agreement.bulk.title.${report}`)}
      size="large"
      // A question has the focus; without one it is not on the button that reports.
      {...(report === 'confirm' ? { initialFocus: back } : {})}
      {...(phase === 'running' ? {} : { onClose: bulk.close })}
      actions={<Actions {...{ bulk, run, answers, back }} />}
    >
      {isReview ? <ReportQuestion {...{ run, answers }} onAnswer={setAnswers} /> : <Progress run={run} />}
      <Totals included={included} isConfirmation={report === 'confirm'} />
      <ScrollRegion className="bulk-report-rows" label={text(`agreement.bulk.title.${report}`)}>
        <BulkReportTable run={run} />
      </ScrollRegion>
      {isReview && skipped.length > 0 ? <Skipped skipped={skipped} /> : null}
      {isReview ? <Notes report={report} /> : null}
      {phase === 'over' && run.results.some(({ outcome }) => outcome !== 'done') ? (
        <p className="bulk-report-again">{text('agreement.bulk.again')}</p>
      ) : null}
    </Popup>
  )
}

interface ActionsProps extends Props {
  answers: ReportAnswers
  back: RefObject<HTMLButtonElement | null>
}

function Actions({ bulk, run, answers, back }: ActionsProps) {
  const text = useText()
  const { phase, report, included, isStopping } = run
  if (phase === 'over')
    return (
      <DelayedFocusButton key="over" kind="primary" onClick={bulk.close}>
        {text('common.ok')}
      </DelayedFocusButton>
    )
  if (phase === 'running')
    return (
      <DelayedFocusButton key="running" busy={isStopping} onClick={bulk.stop}>
        {text(isStopping ? 'agreement.bulk.stopping' : 'agreement.bulk.stop')}
      </DelayedFocusButton>
    )
  const isMissing = report === 'notExecuted' && answers.atFault === null
  return (
    <>
      <Button ref={back} onClick={bulk.close}>
        {text('agreement.bulk.back')}
      </Button>
      <Button
        kind={report === 'notExecuted' ? 'danger' : 'primary'}
        dimmedBecause={isMissing ? text('agreement.notExecuted.choose') : null}
        onClick={() => bulk.send(answers)}
      >
        {text(`agreement.bulk.send.${report}`, { count: included.length })}
      </Button>
    </>
  )
}

interface TotalsProps {
  included: readonly ConnectionAgreement[]
  isConfirmation: boolean
}

/** How much is reported: agreements, passwords, shares and value. */
function Totals({ included, isConfirmation }: TotalsProps) {
  const text = useText()
  const language = useLanguage()
  const { shares, value } = dayTotals(included)
  const passwords = included.reduce((sum, agreement) => sum + pendingSides(agreement).length, 0)
  const totals = [
    text('agreement.bulk.count', { count: included.length }),
    ...(isConfirmation ? [text('agreement.bulk.passwords', { count: passwords })] : []),
    text('agreement.totals', { shares: formatNumber(shares), value: formatYen(value, language) }),
  ]
  return <p className="bulk-report-totals">{totals.join(' · ')}</p>
}

/** What is selected but not part of the report, and why. */
function Skipped({ skipped }: { skipped: readonly SkippedAgreement[] }) {
  const text = useText()
  const language = useLanguage()
  return (
    <ScrollRegion
      className="bulk-report-skipped"
      label={text('agreement.bulk.skipped', { count: skipped.length })}
    >
      <h3>{text('agreement.bulk.skipped', { count: skipped.length })}</h3>
      <ul>
        {skipped.map(({ agreement, reason }) => (
          <li key={agreement.connectionAgreementId}>
            <span>{agreementSecurityIn(language, agreement)}</span>
            <span>{text(`agreement.skipped.${reason}`)}</span>
          </li>
        ))}
      </ul>
    </ScrollRegion>
  )
}

interface ScrollRegionProps {
  className: string
  label: string
  children: ReactNode
}

/** Has no control inside, so the keyboard scrolls it itself. */
function ScrollRegion({ className, label, children }: ScrollRegionProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
    <section className={className} aria-label={label} tabIndex={0}>
      {children}
    </section>
  )
}

/** What follows from the report, and until when it can be changed. */
function Notes({ report }: Pick<BulkReportRun, 'report'>) {
  const text = useText()
  const notes = {
    confirm: [text('agreement.bulk.compare'), text('agreement.bulk.undo')],
    executed: [text('agreement.executed.notified'), text('agreement.executed.until')],
    notExecuted: [
      text('agreement.notExecuted.meaning'),
      text('agreement.notExecuted.notified'),
      text('agreement.notExecuted.until'),
    ],
  }[report]
  return (
    <ul className="bulk-report-notes">
      {notes.map((note) => (
        <li key={note}>{note}</li>
      ))}
    </ul>
  )
}

/** A bar that runs, and at its end a sentence, which alone is announced. */
function Progress({ run: { phase, included, results } }: Pick<Props, 'run'>) {
  const text = useText()
  const count = included.length
  const done = results.filter(({ outcome }) => outcome === 'done').length
  const refused = results.filter(({ outcome }) => outcome === 'refused').length
  const result = refused > 0 ? 'agreement.bulk.doneRefused' : 'agreement.bulk.done'
  return (
    <div className="bulk-report-progress">
      <progress max={count} value={results.length} aria-label={text('agreement.bulk.progress')} />
      <p role="status">{phase === 'over' ? text(result, { done, count, refused }) : ''}</p>
      {phase === 'over' ? null : (
        <p aria-hidden>{text('agreement.bulk.sent', { done: results.length, count })}</p>
      )}
    </div>
  )
}
