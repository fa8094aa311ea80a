import type { CostAnalysis, CostSummary } from '@aitai/contract/schemas/cost-analysis.ts'
import { dateOfDay, dayOfDate, tradingDay } from '@aitai/engine/calendar/calendar.ts'
import { skipToken } from '@reduxjs/toolkit/query/react'
import { useMemo, useState } from 'react'
import { Link } from 'react-router'
import { useCostAnalysisQuery, useGetEquitiesQuery } from '../app/api/desk-api.ts'
import { serverClock } from '../app/connection/server-clock.ts'
import { DayChoice } from '../app/shared/calendar/DayChoice.tsx'
import { downloadFile } from '../ui/browser/download.ts'
import { Button } from '../ui/controls/Button.tsx'
import { Dropdown } from '../ui/controls/Dropdown.tsx'
import { Tabs } from '../ui/controls/Tabs.tsx'
import { brokerNameIn } from '../ui/format/broker-name.ts'
import { equityTitleIn } from '../ui/format/equity-name.ts'
import {
  formatCountdown,
  formatNotional,
  formatNumber,
  formatShare,
  formatSigned,
  formatTradingDay,
} from '../ui/format/format.ts'
import { Side } from '../ui/labels/Side.tsx'
import { csvFileText } from '../ui/table/spreadsheet-export.ts'
import { columnHeader } from '../ui/table/table-columns.ts'
import { useLanguage, useText } from '../ui/text/use-text.ts'
import { CostCharts } from './CostCharts.tsx'
import {
  type CostTextContext,
  costColumns,
  costTableColumns,
  summaryCells,
  summaryHeaders,
} from './cost-columns.ts'
import { type CostPeriod, daysUpTo, periodParameter } from './cost-period.ts'
import './cost-analysis.css'

/** Transaction cost analysis of the trader's own agreements: a day or up to 31 days (docs/rules.md §24). */
export function CostAnalysisPage() {
  const text = useText()
  const [period, setPeriod] = useState(() => daysUpTo(tradingDay(serverClock.now()), 1))
  const parameter = periodParameter(period)
  const query = useCostAnalysisQuery(parameter === null ? skipToken : { period: parameter })
  const reader = useCostText()
  const { currentData: analysis, isError, refetch } = query
  return (
    <div className="costs">
      <header className="costs-title">
        <Link to="/adverts-home" className="costs-back">
          ← {text('costs.desk')}
        </Link>
        <h1>{text('costs.title')}</h1>
        <p className="costs-printed">{text('costs.period', { from: period.from, to: period.to })}</p>
        <PeriodChoice period={period} isValid={parameter !== null} onChoose={setPeriod} />
        <span className="costs-end">
          <Definitions />
          <Button
            dimmedBecause={analysis?.agreements.length ? null : text('costs.export.none')}
            onClick={() => analysis && exportCsv(analysis, reader)}
          >
            {text('costs.export')}
          </Button>
          <Button onClick={() => window.print()}>{text('costs.print')}</Button>
        </span>
      </header>
      {analysis ? (
        <Analysis analysis={analysis} reader={reader} />
      ) : isError ? (
        <div className="costs-empty" role="alert">
          <h2>{text('costs.loadFailed')}</h2>
          <Button onClick={() => void refetch()}>{text('common.retry')}</Button>
        </div>
      ) : (
        <div className="costs-empty" aria-busy={parameter !== null} />
      )}
    </div>
  )
}

/** The texts of the columns, with the names of securities and brokers in the language of the screen. */
function useCostText(): CostTextContext {
  const text = useText()
  const language = useLanguage()
  const { data: equities } = useGetEquitiesQuery()
  return useMemo(() => {
    const names = new Map(equities?.map((equity) => [equity.equityId, equityTitleIn(language, equity)]))
    return {
      text,
      language,
      securityName: (id, fallback) => names.get(id) ?? fallback,
      brokerName: (english) => brokerNameIn(language, english),
    }
  }, [text, language, equities])
}

function exportCsv({ from, to, agreements }: CostAnalysis, reader: CostTextContext): void {
  const name = from === to ? from : `${from}_${to}`
  downloadFile(`aitai-tca-${name}.csv`, csvFileText(agreements, costColumns, reader))
}

interface ChoiceProps {
  period: CostPeriod
  isValid: boolean
  onChoose: (period: CostPeriod) => void
}

/** How far back a period may begin: the calendar has the IOIs of a year. */
const analysedDays = 365

/** The first and the last day, and the usual periods. */
function PeriodChoice({ period, isValid, onChoose }: ChoiceProps) {
  const text = useText()
  const language = useLanguage()
  const today = tradingDay(serverClock.now())
  const presets = [
    ['costs.today', 1],
    ['costs.week', 7],
    ['costs.month', 31],
  ] as const
  return (
    <fieldset className="costs-period">
      <legend className="only-heard">{text('costs.period', { from: period.from, to: period.to })}</legend>
      {(['from', 'to'] as const).map((end) => (
        <span key={end} className="costs-day">
          <span aria-hidden>{text(`costs.${end}`)}</span>
          <DayChoice
            label={text(`costs.${end}`)}
            day={dayOfDate(period[end])}
            shown={formatTradingDay(language, dayOfDate(period[end]))}
            first={today - analysedDays}
            onChoose={(day) => onChoose({ ...period, [end]: dateOfDay(day) })}
          />
        </span>
      ))}
      {presets.map(([name, days]) => (
        <Button key={name} kind="quiet" onClick={() => onChoose(daysUpTo(today, days))}>
          {text(name)}
        </Button>
      ))}
      <span className="field-error" role="status">
        {isValid ? '' : text('costs.tooLong')}
      </span>
    </fieldset>
  )
}

const definitions = [
  ...(['saved', 'arrival', 'price', 'vwap'] as const),
  ...(['reversion', 'bp', 'acceptance', 'bars'] as const),
] as const

function Definitions() {
  const text = useText()
  return (
    <Dropdown
      label={text('costs.definitions')}
      name={text('costs.definitions')}
      trigger={text('costs.definitions')}
    >
      <ul className="costs-definitions">
        {definitions.map((word) => (
          <li key={word}>{text(`costs.means.${word}`)}</li>
        ))}
      </ul>
    </Dropdown>
  )
}

function Analysis({ analysis, reader }: { analysis: CostAnalysis; reader: CostTextContext }) {
  const { text } = reader
  const { agreements, notExecuted } = analysis
  const nameOf = (securityId: string): string => {
    const row = agreements.find((each) => each.securityId === securityId)
    return reader.securityName(securityId, row?.securityName ?? securityId)
  }
  return (
    <div className="costs-body">
      <Figures analysis={analysis} />
      {agreements.length === 0 ? (
        <div className="costs-empty">
          <h2>{text('costs.empty')}</h2>
          <p>{text('costs.emptyHint')}</p>
        </div>
      ) : (
        <>
          <CostCharts analysis={analysis} nameOf={nameOf} />
          <Tables analysis={analysis} reader={reader} nameOf={nameOf} />
        </>
      )}
      <p className="costs-note">
        {text('costs.favour')} {notExecuted > 0 ? text('costs.notExecuted', { count: notExecuted }) : null}
      </p>
    </div>
  )
}

const orDash = (value: number | null, show: (value: number) => string): string =>
  value === null ? '–' : show(value)

/** The figures of the period, large. */
function Figures({ analysis: { total, answers } }: { analysis: CostAnalysis }) {
  const text = useText()
  const language = useLanguage()
  const inBp = (bp: number): string => text('costs.bp', { bp: formatSigned(bp) })
  const { accepted, declined, unanswered, acceptanceRate } = answers
  const { agreements: count, executed } = total
  const figures = [
    {
      name: 'costs.saved',
      value: `JPY ${formatNumber(total.halfSpreadSaved)}`,
      note: orDash(total.halfSpread, inBp),
    },
    {
      name: 'costs.value',
      value: `JPY ${formatNotional(total.value)}`,
      note: text('costs.agreements', { count, executed }),
    },
    {
      name: 'costs.againstArrival',
      value: orDash(total.againstArrival, inBp),
      note: text('costs.weighted'),
      bp: total.againstArrival,
    },
    {
      name: 'costs.againstVwap',
      value: orDash(total.againstVwap, inBp),
      note: text('costs.weighted'),
      bp: total.againstVwap,
    },
    {
      name: 'costs.timeToLocate',
      value: orDash(total.timeToLocate, formatCountdown),
      note: text('costs.average'),
    },
    {
      name: 'costs.acceptance',
      value: orDash(acceptanceRate, (rate) => formatShare(rate, language)),
      note: text('costs.answers', { accepted, declined, unanswered }),
    },
  ] as const
  return (
    <dl className="cost-figures">
      {figures.map((figure) => (
        <div key={figure.name}>
          <dt>{text(figure.name)}</dt>
          <dd className="cost-figure" data-loss={'bp' in figure && Number(figure.bp) < 0}>
            {figure.value}
          </dd>
          <dd className="cost-figure-note">{figure.note}</dd>
        </div>
      ))}
    </dl>
  )
}

const groups = ['agreement', 'day', 'security', 'broker'] as const
type Group = (typeof groups)[number]

interface TablesProps {
  analysis: CostAnalysis
  reader: CostTextContext
  nameOf: (securityId: string) => string
}

function Tables({ analysis, reader, nameOf }: TablesProps) {
  const { text } = reader
  const [group, setGroup] = useState<Group>('agreement')
  const summaries = {
    day: { rows: analysis.byDay, labelOf: (key: string) => key },
    security: { rows: analysis.bySecurity, labelOf: nameOf },
    broker: { rows: analysis.byBroker, labelOf: reader.brokerName },
  }
  return (
    <section className="cost-tables">
      <Tabs
        label={text('costs.group')}
        idPrefix="cost-tab"
        controls="cost-table"
        tabs={groups.map((tab) => ({ tab, face: text(`costs.by.${tab}`) }))}
        chosen={group}
        onChoose={setGroup}
      />
      <div
        id="cost-table"
        role="tabpanel"
        aria-labelledby={`cost-tab-${group}`}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, which must work without a mouse
        tabIndex={0}
        className="cost-table"
      >
        {group === 'agreement' ? (
          <AgreementTable analysis={analysis} reader={reader} />
        ) : (
          <SummaryTable
            {...summaries[group]}
            header={text(`costs.column.${group}`)}
            total={analysis.total}
            reader={reader}
          />
        )}
      </div>
    </section>
  )
}

/** What a cell cannot show: a whole name, and what a price is. */
function titleOf(
  { id, shown }: (typeof costColumns)[number],
  row: CostAnalysis['agreements'][number],
  reader: CostTextContext,
): string | undefined {
  if (id === 'security' || id === 'broker') return shown(row, reader)
  return id === 'price' ? reader.text(row.isExecuted ? 'costs.executed' : 'costs.atMid') : undefined
}

type CostColumn = (typeof costColumns)[number]

const costColumnOf = (wanted: string): CostColumn[] => costColumns.filter(({ id }) => id === wanted)

function AgreementTable({ analysis, reader }: Omit<TablesProps, 'nameOf'>) {
  const isOneDay = analysis.from === analysis.to
  const shown = costTableColumns.map((ids) =>
    ids.filter((id) => !(isOneDay && id === 'day')).flatMap((id) => costColumnOf(id ?? '')),
  )
  return (
    <table className="cost-agreements">
      <thead>
        <tr>
          {shown.map((lines) => (
            <th key={lines[0]?.id} scope="col" data-kind={lines[0]?.kind} data-column={lines[0]?.id}>
              {lines.map((column) => (
                <span key={column.id} className="cost-line">
                  {columnHeader(column, reader)}
                </span>
              ))}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {analysis.agreements.map((row) => (
          <tr key={row.locateNotificationId}>
            {shown.map((lines) => (
              <td key={lines[0]?.id} data-kind={lines[0]?.kind} data-column={lines[0]?.id}>
                {lines.map((column) => (
                  <CostLine key={column.id} {...{ column, row, reader }} />
                ))}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

interface LineProps {
  column: CostColumn
  row: CostAnalysis['agreements'][number]
  reader: CostTextContext
}

/** One figure of an agreement. */
function CostLine({ column, row, reader }: LineProps) {
  return (
    <span className="cost-line" title={titleOf(column, row, reader)}>
      {column.id === 'direction' ? <Side direction={row.direction} /> : column.shown(row, reader)}
      {column.id === 'price' && !row.isExecuted ? <span className="cost-at-mid">*</span> : null}
    </span>
  )
}

interface SummaryProps {
  header: string
  rows: readonly CostSummary[]
  labelOf: (key: string) => string
  total: CostSummary
  reader: CostTextContext
}

function SummaryTable({ header, rows, labelOf, total, reader: { text } }: SummaryProps) {
  return (
    <table>
      <thead>
        <tr>
          <th scope="col">{header}</th>
          {summaryHeaders.map((name) => (
            <th key={name} scope="col" data-kind="number">
              {text(name)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <SummaryRow key={row.key} label={labelOf(row.key)} row={row} />
        ))}
      </tbody>
      <tfoot>
        <SummaryRow label={text('costs.total')} row={total} />
      </tfoot>
    </table>
  )
}

function SummaryRow({ label, row }: { label: string; row: CostSummary }) {
  return (
    <tr>
      <th scope="row">{label}</th>
      {summaryCells(row).map((cell, index) => (
        <td key={summaryHeaders[index]} data-kind="number">
          {cell}
        </td>
      ))}
    </tr>
  )
}
