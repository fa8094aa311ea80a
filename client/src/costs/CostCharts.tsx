import type { CostAnalysis, CostSummary } from '@aitai/contract/schemas/cost-analysis.ts'
import type { ReactNode } from 'react'
import { formatNumber, formatSigned } from '../ui/format/format.ts'
import { type TextFunction, useText } from '../ui/text/use-text.ts'
import { FunnelByDay, funnelStages } from '../ui/totals/FunnelByDay.tsx'

interface Props {
  analysis: CostAnalysis
  /** The name of a security in the language of the screen. */
  nameOf: (securityId: string) => string
}

/** What a trader sees at a glance. Every number is also in the tables, which screen readers read. */
export function CostCharts({ analysis, nameOf }: Props) {
  const text = useText()
  const { byDay, bySecurity, total, iois, ioisByDay = [] } = analysis
  const bars = byDay.length > 1 ? byDay : bySecurity
  const labelOf = ({ key }: CostSummary): string => (byDay.length > 1 ? key.slice(5) : nameOf(key))
  return (
    <div className="cost-charts">
      <Chart
        title={text('costs.chart.saved')}
        note={bars.length > mostBars ? text('costs.chart.largest', { count: mostBars }) : null}
      >
        <Bars
          rows={largest(bars, ({ halfSpreadSaved }) => halfSpreadSaved).map((each) => ({
            label: labelOf(each),
            value: each.halfSpreadSaved,
            shown: formatNumber(each.halfSpreadSaved),
          }))}
        />
      </Chart>
      <Chart
        title={text('costs.chart.slippage')}
        note={
          bySecurity.length > mostBars / 2
            ? text('costs.chart.largestByValue', { count: mostBars / 2 })
            : null
        }
      >
        <Bars
          rows={slippageRows(
            largest(bySecurity, ({ value }) => value, mostBars / 2),
            nameOf,
            text,
          )}
        />
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

const largest = (
  rows: readonly CostSummary[],
  of: (row: CostSummary) => number,
  most = mostBars,
): readonly CostSummary[] => {
  if (rows.length <= most) return rows
  const largest = new Set(rows.toSorted((a, b) => of(b) - of(a)).slice(0, most))
  return rows.filter((row) => largest.has(row))
}

interface BarRow {
  readonly label: string
  readonly value: number
  readonly shown: string
}

/** Two bars for each security: against the arrival mid and against the interval VWAP. */
function slippageRows(
  rows: readonly CostSummary[],
  nameOf: Props['nameOf'],
  text: TextFunction,
): readonly BarRow[] {
  return rows.flatMap(({ key, againstArrival, againstVwap }) =>
    (
      [
        ['costs.short.arrival', againstArrival],
        ['costs.short.vwap', againstVwap],
      ] as const
    ).flatMap(([name, value]) =>
      value === null
        ? []
        : [
            {
              label: `${nameOf(key).split(' ')[0] ?? ''} ${text(name)}`,
              value,
              shown: formatSigned(value),
            },
          ],
    ),
  )
}

/** Horizontal bars from a common zero line: gains to the right, losses to the left, each with its number. */
function Bars({ rows }: { rows: readonly BarRow[] }) {
  const most = Math.max(1e-9, ...rows.map(({ value }) => Math.abs(value)))
  const hasLoss = rows.some(({ value }) => value < 0)
  const zero = hasLoss ? 50 : 0
  const span = hasLoss ? 50 : 100
  return (
    <ul className="cost-bars">
      {rows.map(({ label, value, shown }) => {
        const width = (Math.abs(value) / most) * span
        return (
          <li key={label}>
            <span className="cost-bar-label" title={label}>
              {label}
            </span>
            <svg viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true" className="cost-bar">
              <rect
                x={value < 0 ? zero - width : zero}
                y={1}
                width={width}
                height={8}
                data-loss={value < 0}
              />
              <line x1={zero} x2={zero} y1={0} y2={10} />
            </svg>
            <span className="cost-bar-value">{shown}</span>
          </li>
        )
      })}
    </ul>
  )
}

const curve = { width: 320, height: 120, left: 36, right: 12, top: 14, bottom: 22 }
/** Minutes are drawn at equal distances, because the first ones matter most. */
const stages = [0, 1, 5, 15, 30] as const

/** The average reversion by minutes after the locate; it begins at zero. */
function ReversionCurve({ total }: { total: CostSummary }) {
  const text = useText()
  const { after1, after5, after15, after30 } = total.reversion
  const points = [0, after1, after5, after15, after30].map((bp, index) => ({ bp, index }))
  const known = points.filter((point): point is { bp: number; index: number } => point.bp !== null)
  if (known.length < 2) return <p className="cost-chart-empty">{text('costs.reversion.none')}</p>
  const most = Math.max(1, ...known.map(({ bp }) => Math.abs(bp)))
  const { width, height, left, right, top, bottom } = curve
  const x = (index: number): number => left + (index / (stages.length - 1)) * (width - left - right)
  const y = (bp: number): number => top + ((most - bp) / (2 * most)) * (height - top - bottom)
  return (
    <svg
      viewBox={`0 0 ${width} ${height}`}
      className="cost-curve"
      role="img"
      aria-label={known
        .slice(1)
        .map(
          ({ bp, index }) => `${text('costs.minutes', { minutes: stages[index] ?? 0 })} ${formatSigned(bp)}`,
        )
        .join(', ')}
    >
      <line className="cost-zero" x1={left} x2={width - right} y1={y(0)} y2={y(0)} />
      {[most, -most].map((bp) => (
        <text key={bp} x={left - 6} y={y(bp) + 4} textAnchor="end">
          {formatSigned(bp)}
        </text>
      ))}
      <text x={left - 6} y={y(0) + 4} textAnchor="end">
        0
      </text>
      <polyline points={known.map(({ bp, index }) => `${x(index)},${y(bp)}`).join(' ')} />
      {known.map(({ bp, index }) => (
        <circle key={index} cx={x(index)} cy={y(bp)} r={3} />
      ))}
      {stages.map((minutes, index) => (
        <text key={minutes} x={x(index)} y={height - 6} textAnchor="middle">
          {minutes}
        </text>
      ))}
    </svg>
  )
}
