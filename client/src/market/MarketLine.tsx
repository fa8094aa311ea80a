import type { Equity } from '@aitai/contract/schemas/reference.ts'
import type { Yen } from '@aitai/engine/model/price.ts'
import { stalenessCheck, staleSince } from '../shared/api/stale-since.ts'
import { serverClock } from '../shared/connection/server-clock.ts'
import { intervals } from '../shared/intervals.ts'
import { useQuote, useQuotePolling } from '../shared/prices/use-market.ts'
import { useTimedValue } from '../ui/browser/browser-hooks.ts'
import {
  formatMid,
  formatMove,
  formatMoveOrNone,
  formatNumber,
  formatPrice,
  formatTimeWithZone,
  rangeSign,
} from '../ui/format/format.ts'
import { useLanguage, useText } from '../ui/text/use-text.ts'
import './market-line.css'

/** A quote older than this is marked: the server has none fresher. */
const staleAfter = 3 * intervals.quotePoll

/** The market of a security: mid, its move and the index's, lot and daily limits. */
export function MarketLine({ equity }: { equity: Equity }) {
  const text = useText()
  const language = useLanguage()
  const quote = useQuote(equity.equityId)
  const polling = useQuotePolling(equity.equityId)
  const isStale = useTimedValue(
    stalenessCheck,
    () =>
      quote !== undefined &&
      (serverClock.now() - quote.at > staleAfter ||
        (polling !== null && staleSince(polling, intervals.quotePoll, Date.now()) !== null)),
  )
  const price = (yen: Yen): string => formatPrice(yen, equity.tickSize)
  return (
    <dl className="market-line" data-stale={isStale || undefined}>
      <div className="market-mid">
        <dt>{text('market.mid')}</dt>
        <dd>{quote ? (quote.midPrice === null ? text('market.noMid') : formatMid(quote.midPrice)) : '–'}</dd>
      </div>
      <div>
        <dt className="visually-hidden">{text('market.move')}</dt>
        <dd>{quote ? formatMove(quote.stockMovePercentage, language) : '–'}</dd>
      </div>
      <div>
        <dt>{text('market.index')}</dt>
        <dd>{formatMoveOrNone(quote?.indexMovePercentage ?? null, language)}</dd>
      </div>
      <div>
        <dt>{text('market.lot')}</dt>
        <dd>{formatNumber(equity.lotSize)}</dd>
      </div>
      <div>
        <dt>{text('market.limits')}</dt>
        <dd>
          {price(equity.minPrice)}
          {rangeSign[language]}
          {price(equity.maxPrice)}
        </dd>
      </div>
      {isStale && quote && (
        <div className="market-stale">
          <dd>{text('market.stale', { time: formatTimeWithZone(quote.at, language) })}</dd>
        </div>
      )}
    </dl>
  )
}
