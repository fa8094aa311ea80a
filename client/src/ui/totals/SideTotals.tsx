import { useText } from '../text/use-text.ts'
import { type SizedRow, totalLines } from './side-totals.ts'
import './side-totals.css'

/** The totals per side and the net of several IOIs, before something happens to all of them. */
export function SideTotals({ rows }: { rows: readonly SizedRow[] }) {
  const text = useText()
  return (
    <ul className="side-totals">
      {totalLines(rows, text).map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  )
}
