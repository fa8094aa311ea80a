import type { ConnectionAgreement } from '@aitai/contract/schemas/agreements.ts'
import { tradingDay } from '@aitai/engine/calendar/trading-days.ts'
import { CopyIcon, DocumentIcon, SuccessTickIcon } from '@salt-ds/icons'
import type { ColDef, ColGroupDef, ICellRendererParams } from 'ag-grid-community'
import type { ReactNode } from 'react'
import { useClipboard } from '../ui/browser/use-clipboard.ts'
import { IconButton } from '../ui/controls/IconButton.tsx'
import { formatExactYen, formatYen } from '../ui/format/amounts.ts'
import { agreementSecurityIn, splitSecurityName } from '../ui/format/equity-name.ts'
import { formatMid, formatNumber, formatTime, formatUtc, zoneName } from '../ui/format/format.ts'
import { Side } from '../ui/labels/Side.tsx'
import { localDay } from '../ui/table/delimited-text.ts'
import { cellWithButtons } from '../ui/table/Grid.tsx'
import { type Language, type TextFunction, useLanguage, useText } from '../ui/text/use-text.ts'
import {
  type AgreementRow,
  partyOf,
  rowAsText,
  type TradeSide,
  transactionTypesText,
} from './agreement-display.ts'
import { ExecutionStatus, type ReportKind } from './ExecutionStatus.tsx'
import { SideStatus } from './SideStatus.tsx'

type Cell = ICellRendererParams<AgreementRow>
type Column = ColDef<AgreementRow>

const numeric = { cellClass: 'agreement-number', headerClass: 'ag-right-aligned-header' } as const

/**
 * The columns of the broker's table, which fit in 1280 pixels. Each agreement is one row of two lines: what,
 * then who.
 * @param onReport called with the agreement about whose execution the user wants to report
 */
export function agreementGridColumns(
  text: TextFunction,
  language: Language,
  today: number,
  onReport: (agreementId: string, kind: ReportKind) => void,
): (Column | ColGroupDef<AgreementRow>)[] {
  return [
    timeColumn(text, language, today),
    securityColumn(text, language),
    ...figureColumns(text, language),
    {
      colId: 'type',
      headerName: text('agreement.type'),
      width: 68,
      cellClass: 'agreement-wrapped',
      valueGetter: ({ data }) => (data ? transactionTypesText(data, text) : ''),
    },
    partyColumns('BUY', text),
    partyColumns('SELL', text),
    executionColumn(text, onReport),
    {
      colId: 'copy',
      headerName: text('common.copy'),
      width: 66,
      cellClass: 'agreement-copy',
      headerClass: 'agreement-copy',
      sortable: false,
      ...cellWithButtons,
      cellRenderer: ({ data }: Cell) =>
        data ? (
          <>
            <CopyRowButton agreement={data} />
            <IconButton
              label={text('agreement.receipt')}
              onClick={() => onReport(data.connectionAgreementId, 'RECEIPT')}
            >
              <DocumentIcon aria-hidden />
            </IconButton>
          </>
        ) : null,
    },
  ]
}

/**
 * Compares whole rows. A column without a value is rendered again whenever its row changes, with its buttons
 * and marks.
 */
const byRow = (compare: (a: AgreementRow, b: AgreementRow) => number): Pick<Column, 'comparator'> => ({
  comparator: (_a, _b, { data: a }, { data: b }) => (a && b ? compare(a, b) : 0),
})

const timeColumn = (text: TextFunction, language: Language, today: number): Column => ({
  colId: 'locateTime',
  headerName: text('agreement.time'),
  width: 78,
  headerClass: 'agreement-time',
  sort: 'asc',
  ...byRow((a, b) => a.locateTime - b.locateTime),
  cellRenderer: ({ data }: Cell) =>
    data ? (
      <TwoLines
        title={formatUtc(data.locateTime)}
        first={formatTime(data.locateTime)}
        second={
          <>
            {tradingDay(data.locateTime) === today
              ? zoneName(data.locateTime, language)
              : localDay(data.locateTime)}
            {data.isNew ? <span className="agreement-new-mark">{text('agreement.new')}</span> : null}
          </>
        }
      />
    ) : null,
})

/** By code point: codes are Latin letters and digits. */
const compareCodes = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

const securityColumn = (text: TextFunction, language: Language): Column => ({
  colId: 'security',
  headerName: text('agreement.security'),
  flex: 1,
  minWidth: 110,
  ...byRow((a, b) => compareCodes(agreementSecurityIn(language, a), agreementSecurityIn(language, b))),
  cellRenderer: ({ data }: Cell) => {
    if (!data) return null
    const security = agreementSecurityIn(language, data)
    const { ric, name } = splitSecurityName(security)
    if (data.refusal === null) return <TwoLines title={security} strong first={ric} second={name} />
    const refused = text('agreement.refused', { reason: data.refusal })
    const mark = <span className="agreement-refused">✕ {refused}</span>
    return <TwoLines title={refused} strong first={ric} second={mark} />
  },
})

const figureColumns = (text: TextFunction, language: Language): Column[] => [
  {
    colId: 'locationQuantity',
    headerName: text('agreement.quantity'),
    width: 98,
    ...numeric,
    ...byRow((a, b) => a.locationQuantity - b.locationQuantity),
    cellRenderer: ({ data }: Cell) =>
      data ? (
        <TwoLines
          title={formatExactYen(data.jpynotional, language)}
          first={formatNumber(data.locationQuantity)}
          second={formatYen(data.jpynotional, language)}
        />
      ) : null,
  },
  {
    colId: 'midPrice',
    field: 'midPrice',
    headerName: text('agreement.mid'),
    width: 94,
    ...numeric,
    valueFormatter: ({ value }) => formatMid(value as number),
  },
]

function partyColumns(side: TradeSide, text: TextFunction): ColGroupDef<AgreementRow> {
  return {
    groupId: side,
    headerName: text(side === 'BUY' ? 'agreement.buy' : 'agreement.sell'),
    headerClass: `agreement-group-${side}`,
    headerGroupComponent: () => (
      <span className="agreement-group">
        <Side direction={side} /> {text(side === 'BUY' ? 'agreement.buy' : 'agreement.sell')}
      </span>
    ),
    children: [
      {
        colId: `${side}-party`,
        headerName: text('agreement.party'),
        flex: 1,
        minWidth: 104,
        ...byRow((a, b) =>
          partyOf(a, side).institution.localeCompare(partyOf(b, side).institution, 'ja', { numeric: true }),
        ),
        cellClass: 'agreement-first-of-side',
        headerClass: 'agreement-first-of-side',
        cellRenderer: ({ data }: Cell) => (data ? <PartyCell agreement={data} side={side} /> : null),
      },
      {
        colId: `${side}-status`,
        headerName: text('agreement.status'),
        width: 190,
        // Waiting ones first, then in the order of confirmation.
        ...byRow((a, b) => (partyOf(a, side).confirmedAt ?? 0) - (partyOf(b, side).confirmedAt ?? 0)),
        ...cellWithButtons,
        cellRenderer: ({ data }: Cell) => (data ? <SideStatus agreement={data} side={side} /> : null),
      },
    ],
  }
}

const lastReportAt = ({ notExecuted, executions }: AgreementRow): number =>
  Math.max(notExecuted?.reportedAt ?? 0, ...executions.map(({ reportedAt }) => reportedAt))

const executionColumn = (
  text: TextFunction,
  onReport: (agreementId: string, kind: ReportKind) => void,
): Column => ({
  colId: 'execution',
  headerName: text('agreement.execution'),
  width: 136,
  // Those without a report first, then in the order of the reports.
  ...byRow((a, b) => lastReportAt(a) - lastReportAt(b)),
  cellClass: 'agreement-first-of-side',
  headerClass: 'agreement-first-of-side',
  ...cellWithButtons,
  cellRenderer: ({ data }: Cell) =>
    data ? (
      <ExecutionStatus agreement={data} onReport={(kind) => onReport(data.connectionAgreementId, kind)} />
    ) : null,
})

interface Lines {
  first: string
  second: ReactNode
  title?: string
  strong?: boolean
}

function TwoLines({ first, second, title, strong = false }: Lines) {
  return (
    <span className="agreement-lines" title={title}>
      <span className="agreement-line" data-strong={strong}>
        {first}
      </span>
      <span className="agreement-second">{second}</span>
    </span>
  )
}

/** An institution, the password that it will name, and its trader if the institution shows them. */
function PartyCell({ agreement, side }: { agreement: ConnectionAgreement; side: TradeSide }) {
  const text = useText()
  const { institution, password, trader, phone } = partyOf(agreement, side)
  const contact = [trader, phone].filter(Boolean).join(' · ')
  return (
    <span className="agreement-lines">
      <span className="agreement-line" title={institution}>
        {institution}
      </span>
      <span className="agreement-password">{password || text('agreement.passwordLost')}</span>
      {contact ? (
        <span className="agreement-second" title={contact}>
          {contact}
        </span>
      ) : null}
    </span>
  )
}

/** Copies a displayed row for a spreadsheet or a chat. */
function CopyRowButton({ agreement }: { agreement: ConnectionAgreement }) {
  const text = useText()
  const language = useLanguage()
  const { note, copy } = useClipboard()
  return (
    <>
      <IconButton
        label={text(note === 'copied' ? 'common.copied' : 'agreement.copyRow')}
        onClick={() => copy(rowAsText(agreement, text, language))}
      >
        {note === 'copied' ? <SuccessTickIcon aria-hidden /> : <CopyIcon aria-hidden />}
      </IconButton>
      <span role="status" className="visually-hidden">
        {note === 'copied' ? text('common.copied') : note === 'failed' ? text('common.copyFailed') : ''}
      </span>
    </>
  )
}
