import { longestWatchlist } from '@aitai/contract/codes.ts'
import type { Equity } from '@aitai/contract/schemas/reference.ts'
import { useId } from 'react'
import { useGetQuoteQuery, useGetWatchlistQuery, useSetWatchlistMutation } from '../../app/api/desk-api.ts'
import { useNewestQuote } from '../../app/shared/use-market.ts'
import { equityNameIn } from '../../ui/format/equity-name.ts'
import { formatMid, formatMove, formatNotional } from '../../ui/format/format.ts'
import { useLanguage, useText } from '../../ui/text/use-text.ts'
import { SearchBar } from '../search/SearchBar.tsx'
import { mostTraded } from './most-traded.ts'

interface Props {
  equities: ReadonlyMap<string, Equity>
  /** Opens a security in the editor. */
  onChoose: (equity: Equity) => void
}

/** Prices of the securities that the trader has chosen; choosing one opens it in the editor. */
export function Watchlist({ equities, onChoose }: Props) {
  const text = useText()
  const titleId = useId()
  const { data } = useGetWatchlistQuery()
  const [save, { isError, originalArgs, isLoading }] = useSetWatchlistMutation()
  // What was chosen is shown at once, and again as it was if it cannot be saved.
  const ids = (isLoading && originalArgs ? originalArgs : data)?.securityIds ?? []
  const watched = ids.map((id) => equities.get(id)).filter((equity) => equity !== undefined)
  const isFull = ids.length >= longestWatchlist
  const add = ({ equityId }: Equity): void => {
    if (!ids.includes(equityId) && !isFull) void save({ securityIds: [...ids, equityId] })
  }
  const remove = ({ equityId }: Equity): void =>
    void save({ securityIds: ids.filter((id) => id !== equityId) })
  return (
    <section className="first-card" aria-labelledby={titleId}>
      <h2 id={titleId}>{text('watchlist.title')}</h2>
      <SearchBar
        label={text('watchlist.add')}
        placeholder={text('watchlist.add.placeholder')}
        taken={noSecurities}
        onChoose={add}
      />
      {isError && (
        <p className="first-failure" role="alert">
          {text('watchlist.failed')}
        </p>
      )}
      {isFull && <p className="first-note">{text('watchlist.full', { most: longestWatchlist })}</p>}
      {watched.length === 0 ? (
        data && <Suggestions equities={equities} onChoose={add} />
      ) : (
        <table className="first-table">
          <thead>
            <tr>
              <th scope="col">{text('watchlist.security')}</th>
              <th scope="col" className="first-number">
                {text('watchlist.mid')}
              </th>
              <th scope="col" className="first-number">
                {text('watchlist.move')}
              </th>
              <th scope="col" className="first-number">
                {text('watchlist.volume')}
              </th>
              <td />
            </tr>
          </thead>
          <tbody>
            {watched.map((equity) => (
              <WatchedSecurity
                key={equity.equityId}
                equity={equity}
                onChoose={() => onChoose(equity)}
                onRemove={() => remove(equity)}
              />
            ))}
          </tbody>
        </table>
      )}
    </section>
  )
}

const noSecurities: ReadonlySet<string> = new Set()

const mostSuggestions = 6

/** What an empty watchlist offers: the securities that trade most. */
function Suggestions({ equities, onChoose }: Props) {
  const text = useText()
  const language = useLanguage()
  const suggested = mostTraded(equities.values(), mostSuggestions)
  return (
    <>
      <p className="first-note">{text('watchlist.empty')}</p>
      {suggested.length > 0 && (
        <ul className="first-suggestions">
          <li className="first-note">{text('watchlist.suggested')}</li>
          {suggested.map((equity) => {
            const name = equityNameIn(language, equity)
            return (
              <li key={equity.equityId}>
                <button
                  type="button"
                  aria-label={text('watchlist.add.security', { security: `${equity.ric} ${name}` })}
                  onClick={() => onChoose(equity)}
                >
                  <span aria-hidden>+</span> <b>{equity.ric}</b> {name}
                </button>
              </li>
            )
          })}
        </ul>
      )}
    </>
  )
}

interface WatchedProps {
  equity: Equity
  onChoose: () => void
  onRemove: () => void
}

function WatchedSecurity({ equity, onChoose, onRemove }: WatchedProps) {
  const text = useText()
  const language = useLanguage()
  const securityId = equity.equityId
  const { data: polled } = useGetQuoteQuery({ securityId })
  const quote = useNewestQuote(securityId, polled)
  const name = equityNameIn(language, equity)
  return (
    <tr>
      <th scope="row">
        <button type="button" className="first-choice" onClick={onChoose}>
          <b>{equity.ric}</b> {name}
        </button>
      </th>
      <td className="first-number">{quote?.midPrice ? formatMid(quote.midPrice) : '–'}</td>
      <td className="first-number">{quote ? formatMove(quote.stockMovePercentage, language) : '–'}</td>
      <td className="first-number">{quote?.volume ? formatNotional(quote.volume) : '–'}</td>
      <td>
        <button
          type="button"
          className="first-remove"
          aria-label={text('watchlist.remove', { security: `${equity.ric} ${name}` })}
          onClick={onRemove}
        >
          <span aria-hidden>×</span>
        </button>
      </td>
    </tr>
  )
}
