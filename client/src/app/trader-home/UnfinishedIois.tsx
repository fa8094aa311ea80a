import type { Equity } from '@aitai/contract/schemas/reference.ts'
import { dayOfDate, tradingDay } from '@aitai/engine/calendar/trading-days.ts'
import { adjustShares, ratioBetween } from '@aitai/engine/model/share-ratio.ts'
import { useId } from 'react'
import { StatusTag } from '../../adverts/status/StatusTag.tsx'
import { usePastDayQuery, usePastDaysQuery } from '../../shared/api/desk-api.ts'
import { serverClock } from '../../shared/connection/server-clock.ts'
import { equityNameIn } from '../../ui/format/equity-name.ts'
import { formatNumber, formatTradingDay } from '../../ui/format/format.ts'
import { Side } from '../../ui/labels/Side.tsx'
import { useLanguage, useText } from '../../ui/text/use-text.ts'
import { isUnfinished } from './unfinished.ts'
import './unfinished-iois.css'

interface Props {
  equities: ReadonlyMap<string, Equity>
  /** Opens a security in the editor. */
  onChoose: (equity: Equity) => void
}

/** The shares of an IOI of a past day in shares of today (docs/rules.md §26). */
function sharesToday(shares: number, { ratios = [] }: Equity, date: string): number {
  const dated = ratios.map(({ day, ...ratio }) => ({ day: dayOfDate(day), ...ratio }))
  const ratio = ratioBetween(dated, dayOfDate(date), tradingDay(serverClock.now()))
  return ratio ? adjustShares(shares, ratio) : shares
}

/** How many rows are shown; the rest is in the history of that day. */
const mostRows = 8

/** The IOIs of the last trading day that were neither completed nor cancelled by their owner. */
export function UnfinishedIois({ equities, onChoose }: Props) {
  const text = useText()
  const language = useLanguage()
  const titleId = useId()
  const { data: days } = usePastDaysQuery()
  const day = days?.[0]?.day
  const { data: past } = usePastDayQuery({ day: day ?? '' }, { skip: day === undefined })
  if (day === undefined || !past) return null
  const unfinished = past.adverts.filter(isUnfinished)
  const hidden = unfinished.length - mostRows
  const name = formatTradingDay(language, dayOfDate(day))
  return (
    <section className="desk-card" aria-labelledby={titleId}>
      <h2 id={titleId}>{text('unfinished.title', { day: name })}</h2>
      <p className="desk-card-note">{text(unfinished.length > 0 ? 'unfinished.hint' : 'unfinished.empty')}</p>
      <ul className="unfinished-list">
        {unfinished.slice(0, mostRows).map((advert) => {
          const equity = equities.get(advert.securityId)
          return (
            equity && (
              <li key={advert.id}>
                <button type="button" className="desk-card-choice" onClick={() => onChoose(equity)}>
                  <Side direction={advert.direction} />
                  <span className="unfinished-security">
                    <b>{equity.ric}</b> {equityNameIn(language, equity)}
                  </span>
                  <span className="desk-card-number">
                    {formatNumber(sharesToday(advert.shareQuantity, equity, day))}
                  </span>
                  <StatusTag advert={advert} />
                </button>
              </li>
            )
          )
        })}
      </ul>
      {hidden > 0 && <p className="desk-card-note">{text('unfinished.more', { count: hidden })}</p>}
    </section>
  )
}
