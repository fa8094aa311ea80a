import type { CostSummary } from '@aitai/contract/schemas/cost-analysis.ts'
import { formatSigned } from '../ui/format/format.ts'
import { useText } from '../ui/text/use-text.ts'
import { axisEnd, axisLabel } from './axis.ts'

const plot = { width: 320, laneHeight: 48, side: 14, axis: 18 }
const lanes = [
  ['costs.short.arrival', 'againstArrival'],
  ['costs.short.vwap', 'againstVwap'],
] as const

interface Props {
  rows: readonly CostSummary[]
  /** Its averages are the longer marks. */
  total: CostSummary
  nameOf: (securityId: string) => string
}

/** A dot for each security at its distance from the benchmark: gains to the right of zero, losses to the left. */
export function BenchmarkDots({ rows, total, nameOf }: Props) {
  const text = useText()
  const dots = lanes.map(([name, figure]) => ({
    name,
    average: total[figure],
    dots: rows.flatMap((row) => {
      const bp = row[figure]
      return bp === null ? [] : [{ key: row.key, bp }]
    }),
  }))
  const end = axisEnd(dots.flatMap((lane) => lane.dots.map(({ bp }) => bp)))
  const { width, laneHeight, side, axis } = plot
  const height = lanes.length * laneHeight + axis
  const x = (bp: number): number => side + ((bp + end) / (2 * end)) * (width - 2 * side)
  return (
    <svg viewBox={`0 0 ${width} ${height}`} className="cost-dots" role="img" aria-label={labelOf()}>
      <line className="cost-zero" x1={x(0)} x2={x(0)} y1={0} y2={height - axis} />
      {dots.map((lane, index) => {
        const middle = index * laneHeight + 32
        return (
          <g key={lane.name}>
            <text x={side} y={index * laneHeight + 12}>
              {text(lane.name)}
            </text>
            {lane.dots.map(({ key, bp }) => (
              <circle key={key} cx={x(bp)} cy={middle} r={4} data-loss={bp < 0}>
                <title>{`${nameOf(key)} ${formatSigned(bp)}`}</title>
              </circle>
            ))}
            {lane.average === null ? null : (
              <line
                className="cost-average"
                x1={x(lane.average)}
                x2={x(lane.average)}
                y1={middle - 11}
                y2={middle + 11}
              />
            )}
          </g>
        )
      })}
      {[-end, 0, end].map((bp) => (
        <text key={bp} x={x(bp)} y={height - 4} textAnchor={bp < 0 ? 'start' : bp > 0 ? 'end' : 'middle'}>
          {axisLabel(bp)}
        </text>
      ))}
    </svg>
  )

  function labelOf(): string {
    return dots
      .map(
        (lane) =>
          `${text(lane.name)}: ${lane.dots.map(({ key, bp }) => `${nameOf(key)} ${formatSigned(bp)}`).join(', ')}`,
      )
      .join('; ')
  }
}
