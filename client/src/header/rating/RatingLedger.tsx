import type { CredibilityLedger } from '@aitai/contract/schemas/credibility.ts'
import { useCredibilityLedgerQuery } from '../../shared/api/accounts-api.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { formatMoment, formatNumber, formatUtc } from '../../ui/format/format.ts'
import { useLanguage, useText } from '../../ui/text/use-text.ts'
import { ContactButton } from '../account/Contact.tsx'
import { isBelowLowestHurdle } from './lowest-hurdle.ts'

/**
 * The events of the trader's own rating (docs/rules.md §14) with score and weight, and the effect of the next answer.
 */
export function RatingLedger({ rating, onContact }: { rating: number; onContact: () => void }) {
  const text = useText()
  const ledger = useCredibilityLedgerQuery(undefined, { refetchOnMountOrArgChange: true })
  const shown = ledger.data?.rating ?? rating
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: reached by Tab, to be scrolled by keyboard
    <div className="rating-panel" tabIndex={0}>
      <h2>
        {text('header.ratingTitle')} <b>{text('ledger.of', { rating: shown })}</b>
      </h2>
      {isBelowLowestHurdle(shown) && (
        <div className="rating-warning">
          <p>{text('ledger.none')}</p>
          <ContactButton onRequest={onContact} />
        </div>
      )}
      {ledger.isError && (
        <div className="rating-warning">
          <p role="alert">{text('ledger.failed')}</p>
          <Button onClick={() => void ledger.refetch()}>{text('common.retry')}</Button>
        </div>
      )}
      {ledger.data && <NextChange next={ledger.data.next} rating={shown} />}
      {ledger.data && <Events ledger={ledger.data} />}
    </div>
  )
}

const answers = ['accept', 'decline', 'timeout'] as const

function NextChange({ next, rating }: { next: CredibilityLedger['next']; rating: number }) {
  const text = useText()
  return (
    <section aria-labelledby="rating-next">
      <h3 id="rating-next">{text('ledger.next')}</h3>
      <dl className="rating-next">
        {answers.map((answer) => (
          <div key={answer}>
            <dt>{text(`ledger.next.${answer}`)}</dt>
            <dd>
              {next[answer]} <small>{changeOf(next[answer] - rating)}</small>
            </dd>
          </div>
        ))}
      </dl>
      <p className="rating-note">{text('ledger.next.note')}</p>
    </section>
  )
}

/** +4, −6 or ±0: a change always has a sign. */
const changeOf = (change: number): string =>
  change === 0 ? '±0' : `${change > 0 ? '+' : ''}${formatNumber(change)}`

function Events({ ledger }: { ledger: CredibilityLedger }) {
  const text = useText()
  const language = useLanguage()
  const { events, missing } = ledger
  return (
    <section aria-labelledby="rating-events">
      <h3 id="rating-events">{text('ledger.events')}</h3>
      <p className="rating-note">{text('ledger.events.lead')}</p>
      {events.some(({ kind }) => kind === 'NOT_EXECUTED') && (
        <p className="rating-note">{text('ledger.notExecuted')}</p>
      )}
      <table className="rating-events" aria-labelledby="rating-events">
        <thead>
          <tr>
            <th scope="col">{text('ledger.kind')}</th>
            <th scope="col">{text('ledger.at')}</th>
            <th scope="col">{text('ledger.score')}</th>
            <th scope="col">{text('ledger.weight')}</th>
            <th scope="col">{text('ledger.points')}</th>
          </tr>
        </thead>
        <tbody>
          {events.map(({ at, kind, score, weight, points }) => (
            // A weight identifies a row: no two events have the same.
            <tr key={weight} data-kind={kind}>
              <th scope="row">{text(`ledger.kind.${kind}`)}</th>
              <td title={formatUtc(at)}>{formatMoment(at, language)}</td>
              <td>{score}</td>
              <td>{weight}</td>
              <td>{formatNumber(points)}</td>
            </tr>
          ))}
          {missing.count > 0 && (
            <tr data-kind="MISSING">
              <th scope="row" colSpan={2}>
                {text('ledger.missing', { count: missing.count, score: missing.score })}
              </th>
              <td>{missing.score}</td>
              <td>{missing.weight}</td>
              <td>{formatNumber(missing.points)}</td>
            </tr>
          )}
        </tbody>
        <Sums ledger={ledger} />
      </table>
    </section>
  )
}

/** The calculation: the points divided by the weights give the rating. */
function Sums({ ledger: { events, missing, fullWeight, rating } }: { ledger: CredibilityLedger }) {
  const text = useText()
  const points = events.reduce((sum, event) => sum + event.points, missing.points)
  return (
    <tfoot>
      <tr>
        <th scope="row" colSpan={3}>
          {text('ledger.sum')}
        </th>
        <td>{fullWeight}</td>
        <td>{formatNumber(points)}</td>
      </tr>
      <tr>
        <th scope="row" colSpan={4}>
          {text('ledger.rating')}
        </th>
        <td>{rating}</td>
      </tr>
    </tfoot>
  )
}
