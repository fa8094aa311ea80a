import type { CostAnalysis, CostSummary } from '@aitai/contract/schemas/cost-analysis.ts'
import type { ReactNode } from 'react'
import { formatNumber } from '../ui/format/format.ts'
import { useText } from '../ui/text/use-text.ts'
import { FunnelByDay, funnelStages } from '../ui/totals/FunnelByDay.tsx'
import { BenchmarkDots } from './BenchmarkDots.tsx'
import { ReversionCurve } from './ReversionCurve.tsx'

interface Props {
  analysis: CostAnalysis
  /** The name of a security in the language of the screen. */
  nameOf: (securityId: string) => string
}

/** What a trader sees at a glance. Every number is also in the tables, which screen readers read. */
export function CostCharts({ analysis, nameOf }: Props) {
  const text = useText()
  const { byDay, bySecurity, total, iois, ioisByDay } = analysis
  const isByDay = byDay.length > 1
  const bars = isByDay ? byDay : bySecurity
  const labelOf = ({ key }: CostSummary): string => (isByDay ? key.slice(5) : nameOf(key))
  return (
    <div className="cost-charts">
      <Chart
        title={text('costs.chart.saved')}
        note={bars.length > mostBars ? text('costs.chart.largest', { count: mostBars }) : null}
      >
        <Bars
          rows={largest(bars, ({ halfSpreadSaved }) => halfSpreadSaved, isByDay).map((each) => ({
            label: labelOf(each),
            value: each.halfSpreadSaved,
            shown: formatNumber(each.halfSpreadSaved),
          }))}
        />
      </Chart>
      <Chart title={text('costs.chart.slippage')}>
        <BenchmarkDots rows={bySecurity} total={total} nameOf={nameOf} />
      </Chart>
      <Chart title={text('costs.chart.reversion')}>
        <ReversionCurve total={total} />
      </Chart>
      <Chart
        title={text('costs.chart.funnel')}
        note={ioisByDay.length > mostDays ? text('costs.chart.lastDays', { count: mostDays }) : null}
      >
        {ioisByDay.length > 1 ? (
          <FunnelByDay days={ioisByDay.slice(-mostDays)} />
        ) : (
          <Bars
            rows={funnelStages.map((stage) => ({
              label: text(`costs.funnel.${stage}`),
              value: iois[stage],
              shown: formatNumber(iois[stage]),
            }))}
          />
        )}
      </Chart>
    </div>
  )
}

/** `note` says that only some are drawn; null if all are. */
function Chart({ title, note, children }: { title: string; note?: string | null; children: ReactNode }) {
  return (
    <figure className="cost-chart">
      <figcaption>
        {title} {note && <small>{note}</small>}
      </figcaption>
      {children}
    </figure>
  )
}

/** As many bars as fit in a chart; the others are in the table. */
const mostBars = 6
/** A row each, below the head that names the stages. */
const mostDays = mostBars - 1

/** The largest, in the order of days or, for securities, by size. */
function largest(
  rows: readonly CostSummary[],
  of: (row: CostSummary) => number,
  isInOrder: boolean,
): readonly CostSummary[] {
  const bySize = rows.toSorted((a, b) => of(b) - of(a)).slice(0, mostBars)
  return isInOrder ? rows.filter((row) => bySize.includes(row)) : bySize
}

interface BarRow {
  readonly label: string
  readonly value: number
  readonly shown: string
}

/** Horizontal bars, each with its number. */
function Bars({ rows }: { rows: readonly BarRow[] }) {
  const most = Math.max(1e-9, ...rows.map(({ value }) => value))
  return (
    <ul className="cost-bars">
      {rows.map(({ label, value, shown }) => (
        <li key={label}>
          <span className="cost-bar-label" title={label}>
            {label}
          </span>
          <svg viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true" className="cost-bar">
            <rect x={0} y={1} width={(value / most) * 100} height={8} />
            <line x1={0} x2={0} y1={0} y2={10} />
          </svg>
          <span className="cost-bar-value">{shown}</span>
        </li>
      ))}
    </ul>
  )
}
