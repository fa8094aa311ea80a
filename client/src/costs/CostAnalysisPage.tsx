import type { CostAnalysis } from '@aitai/contract/schemas/cost-analysis.ts'
import { tradingDay } from '@aitai/engine/calendar/trading-days.ts'
import { skipToken } from '@reduxjs/toolkit/query/react'
import { type ReactNode, useMemo, useState } from 'react'
import { Link } from 'react-router'
import { useCostAnalysisQuery, useGetEquitiesQuery } from '../shared/api/desk-api.ts'
import { PeriodChoice } from '../shared/calendar/PeriodChoice.tsx'
import { daysUpTo, periodParameter } from '../shared/calendar/period.ts'
import { serverClock } from '../shared/connection/server-clock.ts'
import { downloadFile } from '../ui/browser/download.ts'
import { Button } from '../ui/controls/Button.tsx'
import { Dropdown } from '../ui/controls/Dropdown.tsx'
import { formatExactYen, formatYen } from '../ui/format/amounts.ts'
import { brokerNameIn } from '../ui/format/broker-name.ts'
import { equityTitleIn } from '../ui/format/equity-name.ts'
import { formatShare, formatSigned, formatTimeToLocate } from '../ui/format/format.ts'
import { csvFileText } from '../ui/table/spreadsheet-export.ts'
import { useLanguage, useText } from '../ui/text/use-text.ts'
import { CostCharts } from './CostCharts.tsx'
import { CostTables } from './CostTables.tsx'
import { type CostTextContext, costColumns } from './cost-columns.ts'
import { OwnExposure } from './OwnExposure.tsx'
import '../ui/styles/side-page.css'
import './cost-analysis.css'

/** Transaction cost analysis of the trader's own agreements: a day or up to 31 days (docs/rules.md §24). */
export function CostAnalysisPage() {
  const text = useText()
  const [period, setPeriod] = useState(() => daysUpTo(tradingDay(serverClock.now()), 1))
  const parameter = periodParameter(period)
  const query = useCostAnalysisQuery(parameter === null ? skipToken : { period: parameter })
  const context = useCostText()
  const { currentData: analysis, isError, refetch } = query
  return (
    <div className="side-page costs">
      <header className="side-page-title">
        <Link to="/adverts-home" className="side-page-back">
          ← {text('costs.desk')}
        </Link>
        <h1>{text('costs.title')}</h1>
        <p className="costs-printed">{text('costs.period', { from: period.from, to: period.to })}</p>
        <PeriodChoice period={period} isValid={parameter !== null} onChoose={setPeriod} />
        <span className="costs-end">
          <Definitions />
          <Button
            dimmedBecause={analysis?.agreements.length ? null : text('costs.export.none')}
            onClick={() => analysis && exportCsv(analysis, context)}
          >
            {text('costs.export')}
          </Button>
          <Button onClick={() => window.print()}>{text('costs.print')}</Button>
        </span>
      </header>
      {analysis ? (
        <Analysis analysis={analysis} context={context}>
          {parameter !== null && <OwnExposure period={parameter} context={context} />}
        </Analysis>
      ) : isError ? (
        <div className="side-page-message" role="alert">
          <h2>{text('costs.loadFailed')}</h2>
          <Button onClick={() => void refetch()}>{text('common.retry')}</Button>
        </div>
      ) : (
        <div className="side-page-message" aria-busy={parameter !== null} />
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

function exportCsv({ from, to, agreements }: CostAnalysis, context: CostTextContext): void {
  const name = from === to ? from : `${from}_${to}`
  downloadFile(`aitai-tca-${name}.csv`, csvFileText(agreements, costColumns, context))
}

const definitions = [
  ...(['saved', 'arrival', 'price', 'shares', 'vwap'] as const),
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

interface AnalysisProps {
  analysis: CostAnalysis
  context: CostTextContext
  /** What stands below the analysis. */
  children: ReactNode
}

function Analysis({ analysis, context, children }: AnalysisProps) {
  const { text } = context
  const { agreements, notExecuted } = analysis
  const nameOf = (securityId: string): string => {
    const row = agreements.find((each) => each.securityId === securityId)
    return context.securityName(securityId, row?.securityName ?? securityId)
  }
  return (
    <div className="costs-body">
      <Figures analysis={analysis} />
      {agreements.length === 0 ? (
        <div className="side-page-message">
          <h2>{text('costs.empty')}</h2>
          <p>{text('costs.emptyHint')}</p>
        </div>
      ) : (
        <>
          <CostCharts analysis={analysis} nameOf={nameOf} />
          <CostTables analysis={analysis} context={context} nameOf={nameOf} />
        </>
      )}
      <p className="costs-note">
        {[
          text('costs.favour'),
          agreements.some(({ isExecuted }) => !isExecuted) && text('costs.atMidNote'),
          notExecuted > 0 && text('costs.notExecuted', { count: notExecuted }),
        ]
          .filter(Boolean)
          .join(' ')}
      </p>
      {children}
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
  const { accepted, declined, unanswered, withdrawn, acceptanceOfLocates, acceptanceOfAnswers } = answers
  const inPercent = (rate: number): string => formatShare(rate, language)
  const { agreements: count, executed } = total
  const figures = [
    {
      name: 'costs.saved',
      value: formatExactYen(total.halfSpreadSaved, language),
      note: orDash(total.halfSpread, inBp),
    },
    {
      name: 'costs.value',
      value: formatYen(total.value, language),
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
      value: orDash(total.timeToLocate, formatTimeToLocate),
      note: text('costs.average'),
    },
    {
      name: 'costs.acceptance',
      value: orDash(acceptanceOfLocates, inPercent),
      note: [
        acceptanceOfAnswers === null
          ? null
          : text('costs.ofAnswers', { rate: inPercent(acceptanceOfAnswers) }),
        text('costs.answers', { accepted, declined, unanswered }),
        withdrawn > 0 ? text('costs.withdrawn', { count: withdrawn }) : null,
      ]
        .filter((line) => line !== null)
        .join(' · '),
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
