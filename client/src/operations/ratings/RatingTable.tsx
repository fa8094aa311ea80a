import type { TraderRating } from '@aitai/contract/schemas/console/support.ts'
import { formatNumber } from '../../ui/format/format.ts'
import { useText } from '../../ui/text/use-text.ts'
import { FactList } from '../FactList.tsx'

const answers = ['accept', 'decline', 'timeout'] as const

/** A rating and how it is computed: the answers with their day, and neither time nor contra. */
export function RatingTable({ name, rating: shown }: { name: string; rating: TraderRating }) {
  const text = useText()
  const { rating, stars, events, missing, fullWeight, next } = shown
  const points = events.reduce((sum, event) => sum + event.points, missing.points)
  return (
    <>
      <header>
        <h2>{name}</h2>
        <span className="console-aside">
          {text('ledger.of', { rating })} · {text('operations.ratings.stars', { stars })}
        </span>
      </header>
      <table className="console-table">
        <caption className="visually-hidden">{text('ledger.events')}</caption>
        <thead>
          <tr>
            <th scope="col">{text('ledger.kind')}</th>
            <th scope="col">{text('operations.ratings.day')}</th>
            <th scope="col" data-kind="number">
              {text('ledger.score')}
            </th>
            <th scope="col" data-kind="number">
              {text('ledger.weight')}
            </th>
            <th scope="col" data-kind="number">
              {text('ledger.points')}
            </th>
          </tr>
        </thead>
        <tbody>
          {events.map(({ day, kind, score, weight, points: own }) => (
            // A weight identifies a row: no two events have the same.
            <tr key={weight}>
              <th scope="row">{text(`ledger.kind.${kind}`)}</th>
              <td className="console-hours">{day}</td>
              <td data-kind="number">{score}</td>
              <td data-kind="number">{weight}</td>
              <td data-kind="number">{formatNumber(own)}</td>
            </tr>
          ))}
          {missing.count > 0 && (
            <tr>
              <th scope="row" colSpan={2}>
                {text('ledger.missing', { count: missing.count, score: missing.score })}
              </th>
              <td data-kind="number">{missing.score}</td>
              <td data-kind="number">{missing.weight}</td>
              <td data-kind="number">{formatNumber(missing.points)}</td>
            </tr>
          )}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row" colSpan={3}>
              {text('ledger.sum')}
            </th>
            <td data-kind="number">{fullWeight}</td>
            <td data-kind="number">{formatNumber(points)}</td>
          </tr>
        </tfoot>
      </table>
      <h3>{text('operations.ratings.next')}</h3>
      <FactList facts={answers.map((answer) => [text(`ledger.next.${answer}`), next[answer]])} />
      <p className="console-empty">{text('operations.ratings.recorded')}</p>
    </>
  )
}
