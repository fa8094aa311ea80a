import type { CostSummary } from '@aitai/contract/schemas/cost-analysis.ts'
import { formatSigned } from '../ui/format/format.ts'
import { useText } from '../ui/text/use-text.ts'
import { axisEnd, axisLabel } from './axis.ts'

const curve = { width: 320, height: 136, left: 36, right: 30, top: 14, bottom: 38 }
/** Minutes are drawn at equal distances, because the first ones matter most. */
const stages = [
  [1, 'after1'],
  [5, 'after5'],
  [15, 'after15'],
  [30, 'after30'],
] as const

/** The average reversion by minutes after the locate, and of how many agreements each point is the average. */
export function ReversionCurve({ total }: { total: CostSummary }) {
  const text = useText()
  const points = stages.flatMap(([minutes, after], index) => {
    const bp = total.reversion[after]
    return bp === null ? [] : [{ minutes, bp, count: total.reversionCount[after], index: index + 1 }]
  })
  if (points.length === 0) return <p className="cost-chart-empty">{text('costs.reversion.none')}</p>
  const end = axisEnd(points.map(({ bp }) => bp))
  const { width, height, left, right, top, bottom } = curve
  const x = (index: number): number => left + (index / stages.length) * (width - left - right)
  const y = (bp: number): number => top + ((end - bp) / (2 * end)) * (height - top - bottom)
  const countText = (count: number): string =>
    text('costs.reversion.of', { known: count, all: total.agreements })
  const drawn = [{ bp: 0, index: 0 }, ...points]
  return (
    <svg
      viewBox={`0 0 ${width} ${height}`}
      className="cost-curve"
      role="img"
      aria-label={points
        .map(
          ({ minutes, bp, count }) =>
            `${text('costs.minutes', { minutes })} ${formatSigned(bp)} (${countText(count)})`,
        )
        .join(', ')}
    >
      <line className="cost-zero" x1={left} x2={width - right} y1={y(0)} y2={y(0)} />
      {[end, 0, -end].map((bp) => (
        <text key={bp} x={left - 6} y={y(bp) + 4} textAnchor="end">
          {axisLabel(bp)}
        </text>
      ))}
      <polyline points={drawn.map(({ bp, index }) => `${x(index)},${y(bp)}`).join(' ')} />
      {drawn.map(({ bp, index }) => (
        <circle key={index} cx={x(index)} cy={y(bp)} r={3} />
      ))}
      {stages.map(([minutes, after], index) => (
        <text key={minutes} x={x(index + 1)} y={height - 20} textAnchor="middle">
          {text('costs.minutes', { minutes })}
          <tspan x={x(index + 1)} dy={14} className="cost-count">
            {countText(total.reversionCount[after])}
          </tspan>
        </text>
      ))}
    </svg>
  )
}
