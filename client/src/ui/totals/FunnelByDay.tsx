import type { CostAnalysis } from '@aitai/contract/schemas/cost-analysis.ts'
import { formatNumber } from '../format/format.ts'
import { useText } from '../text/use-text.ts'
import './funnel-by-day.css'

/** How far an IOI can come. */
export const funnelStages = ['sent', 'located', 'accepted', 'completed'] as const

/** How far the IOIs of each day came: the stages drawn over each other, and their counts. */
export function FunnelByDay({ days }: { days: CostAnalysis['ioisByDay'] }) {
  const text = useText()
  const most = Math.max(1, ...days.map(({ sent }) => sent))
  return (
    <table className="funnel-by-day">
      <thead>
        <tr>
          <th scope="col" className="visually-hidden">
            {text('costs.column.day')}
          </th>
          <td />
          {funnelStages.map((stage) => (
            <th key={stage} scope="col" data-stage={stage}>
              {text(`costs.funnel.${stage}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {days.map((each) => (
          <tr key={each.day}>
            <th scope="row">{each.day.slice(5)}</th>
            <td>
              <svg
                viewBox="0 0 100 10"
                preserveAspectRatio="none"
                aria-hidden="true"
                className="funnel-by-day-bar"
              >
                {funnelStages.map((stage) => (
                  <rect
                    key={stage}
                    data-stage={stage}
                    x={0}
                    y={1}
                    width={(each[stage] / most) * 100}
                    height={8}
                  />
                ))}
              </svg>
            </td>
            {funnelStages.map((stage) => (
              <td key={stage}>{formatNumber(each[stage])}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
