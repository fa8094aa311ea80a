import type { ConnectionAgreement } from '@aitai/contract/schemas/agreements.ts'
import { Suspense, useCallback, useState } from 'react'
import { LazyReceiptPopup } from '../shared/agreements/receipt/ReceiptButton.tsx'
import { useBrokerUserExecutionListingQuery } from '../shared/api/desk-api.ts'
import { type PolledQuery, useStaleSince } from '../shared/api/stale-since.ts'
import { intervals } from '../shared/intervals.ts'
import { useTrueLongerThan } from '../ui/browser/browser-hooks.ts'
import { Button } from '../ui/controls/Button.tsx'
import { formatYen } from '../ui/format/amounts.ts'
import { agreementSecurityIn } from '../ui/format/equity-name.ts'
import { formatNumber, formatTimeWithZone } from '../ui/format/format.ts'
import { LogoMark } from '../ui/labels/LogoMark.tsx'
import { FilterChips } from '../ui/table/FilterChips.tsx'
import { useLanguage, useText } from '../ui/text/use-text.ts'
import { AgreementsTable } from './AgreementsTable.tsx'
import { AgreementsToolbar } from './AgreementsToolbar.tsx'
import { agreementColumns } from './agreement-columns.ts'
import { BulkReportPopup } from './bulk/BulkReportPopup.tsx'
import { SelectionBar } from './bulk/SelectionBar.tsx'
import { type BulkReportControls, useBulkReport } from './bulk/use-bulk-report.ts'
import type { ReportKind } from './ExecutionStatus.tsx'
import { ExecutionPopup } from './execution/ExecutionPopup.tsx'
import { MatchConfirmedPopup } from './MatchConfirmedPopup.tsx'
import { NotExecutedPopup } from './NotExecutedPopup.tsx'
import { LongestPending } from './PendingAge.tsx'
import { PrintedDay } from './PrintedDay.tsx'
import { dayTotals, isAgreementOpen } from './trading-days.ts'
import { type AgreementsView, useAgreements } from './use-agreements.ts'
import './agreements.css'

/** The broker's home: the agreements of the day, oldest first, with the received passwords. */
export function BrokersHome() {
  const text = useText()
  const list = useBrokerUserExecutionListingQuery(undefined, { pollingInterval: intervals.agreementsPoll })
  const { data, error, refetch } = list
  const shown = useAgreements(data)
  const bulk = useBulkReport(shown)
  const [report, setReport] = useState<{ agreementId: string; kind: ReportKind } | null>(null)
  const reported = data?.find(({ connectionAgreementId }) => connectionAgreementId === report?.agreementId)
  const openReport = useCallback(
    (agreementId: string, kind: ReportKind): void => setReport({ agreementId, kind }),
    [],
  )
  return (
    <div className="agreements">
      <Title shown={shown} list={list} />
      {data === undefined ? (
        // Keep showing the error during a retry, or it would flicker with every poll.
        <Waiting onRetry={error === undefined ? null : () => void refetch()} />
      ) : data.length === 0 ? (
        <Empty />
      ) : (
        <Agreements shown={shown} bulk={bulk} onReport={openReport} />
      )}
      <p className="agreements-note">{text('agreement.disclaimer')}</p>
      <ArrivalsAnnouncer newest={shown.arrivals.newest} />
      {bulk.run ? (
        <BulkReportPopup bulk={bulk} run={bulk.run} />
      ) : reported ? (
        // A match that arrives now waits, so that no key meant for the report confirms it unread.
        <ReportPopup
          agreement={reported}
          kind={report?.kind}
          onKind={(kind) => openReport(reported.connectionAgreementId, kind)}
          onClose={() => setReport(null)}
        />
      ) : (
        <MatchConfirmedPopup agreements={shown.agreements} onFocusRow={shown.focusRow} />
      )}
      <PrintedDay day={shown.day} agreements={shown.all} />
    </div>
  )
}

interface ReportProps {
  agreement: ConnectionAgreement
  kind: ReportKind | undefined
  onKind: (kind: ReportKind) => void
  onClose: () => void
}

function ReportPopup({ agreement, kind, onKind, onClose }: ReportProps) {
  if (kind === 'RECEIPT')
    return (
      <Suspense>
        <LazyReceiptPopup agreementId={agreement.connectionAgreementId} onClose={onClose} />
      </Suspense>
    )
  if (kind === 'EXECUTED')
    return (
      <ExecutionPopup agreement={agreement} onClose={onClose} onNotExecuted={() => onKind('NOT_EXECUTED')} />
    )
  return <NotExecutedPopup agreement={agreement} onClose={onClose} />
}

function Title({ shown, list }: { shown: AgreementsView; list: PolledQuery }) {
  const text = useText()
  const { all, day, today, fresh } = shown
  const open = all.filter(isAgreementOpen).length
  const count = all.length
  return (
    <header className="agreements-title">
      <h1>{text('agreement.title')}</h1>
      {count > 0 ? (
        <span className="agreements-count">
          {text(day === today ? 'agreement.count' : 'agreement.countThen', { count })}
        </span>
      ) : null}
      {open > 0 ? <span className="agreements-open">{text('agreement.open', { count: open })}</span> : null}
      <LongestPending agreements={all} />
      {fresh.size > 0 ? (
        <span className="agreements-fresh">{text('agreement.fresh', { count: fresh.size })}</span>
      ) : null}
      {count > 0 ? <Totals agreements={all} /> : null}
      <Age list={list} />
    </header>
  )
}

/** Shares and value of the day, and how much of it was executed. */
function Totals({ agreements }: { agreements: readonly ConnectionAgreement[] }) {
  const text = useText()
  const language = useLanguage()
  const { shares, value, executed, executedValue } = dayTotals(agreements)
  return (
    <span className="agreements-totals">
      {text('agreement.totals', { shares: formatNumber(shares), value: formatYen(value, language) })}
      {executed > 0 ? (
        <>
          {' · '}
          {text('agreement.totalsExecuted', {
            shares: formatNumber(executed),
            value: formatYen(executedValue, language),
          })}
        </>
      ) : null}
    </span>
  )
}

/** The age of the table once its poll has failed or hangs. */
function Age({ list }: { list: PolledQuery }) {
  const text = useText()
  const language = useLanguage()
  const since = useStaleSince(list, intervals.agreementsPoll)
  return (
    <span className="agreements-stale" role="status">
      {since === null ? '' : text('agreement.stale', { time: formatTimeWithZone(since, language) })}
    </span>
  )
}

interface AgreementsProps {
  shown: AgreementsView
  bulk: BulkReportControls
  onReport: (agreementId: string, kind: ReportKind) => void
}

function Agreements({ shown, bulk, onReport }: AgreementsProps) {
  const narrowed = {
    columns: agreementColumns,
    all: shown.all,
    filters: shown.filters,
    onChange: shown.setFilters,
  }
  return (
    <>
      <AgreementsToolbar shown={shown} narrowed={narrowed} />
      <FilterChips {...narrowed} shown={shown.rows.length} />
      {shown.all.length === 0 ? (
        <Empty />
      ) : (
        <>
          <AgreementsTable shown={shown} refusals={bulk.refusals} onReport={onReport} />
          <SelectionBar shown={shown} bulk={bulk} />
        </>
      )}
    </>
  )
}

function Empty() {
  const text = useText()
  return (
    <div className="agreements-empty">
      <LogoMark size={40} />
      <h2>{text('agreement.emptyTitle')}</h2>
      <p>{text('agreement.emptyHint')}</p>
    </div>
  )
}

function Waiting({ onRetry }: { onRetry: (() => void) | null }) {
  const text = useText()
  const lasted = useTrueLongerThan(onRetry === null, intervals.skeletonDelay)
  if (onRetry) {
    return (
      <div className="agreements-empty" role="alert">
        <h2>{text('agreement.loadFailed')}</h2>
        <Button onClick={onRetry}>{text('common.retry')}</Button>
      </div>
    )
  }
  return (
    <div className="agreements-skeleton" aria-busy="true">
      {lasted ? skeletonRows.map((row) => <span key={row} />) : null}
    </div>
  )
}

const skeletonRows = [1, 2, 3, 4, 5]

/** Announces new agreements to a screen reader; several at once are counted, and the last is named. */
function ArrivalsAnnouncer({ newest }: { newest: readonly ConnectionAgreement[] }) {
  const text = useText()
  const language = useLanguage()
  const last = newest.at(-1)
  const named = last && {
    security: agreementSecurityIn(language, last),
    quantity: formatNumber(last.locationQuantity),
  }
  const announcement = named
    ? newest.length > 1
      ? text('agreement.arrivedMany', { ...named, count: newest.length })
      : text('agreement.arrived', named)
    : ''
  return (
    <p className="visually-hidden" role="status">
      {announcement}
    </p>
  )
}
