import { useLanguage, useText } from '../text/use-text.ts'
import { type NetKind, type SizedRow, totalLines } from './side-totals.ts'
import './side-totals.css'

/** The totals per side and the net of several IOIs. */
export function SideTotals({ rows, kind = 'chosen' }: { rows: readonly SizedRow[]; kind?: NetKind }) {
  return <TotalLines lines={totalLines(rows, kind, useText(), useLanguage())} />
}

/** Totals that are already lines. */
export function TotalLines({ lines }: { lines: readonly string[] }) {
  return (
    <ul className="side-totals">
      {lines.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  )
}
