import { maxWatchlistLength } from '@aitai/contract/codes.ts'
import type { Equity, MarketQuote } from '@aitai/contract/schemas/reference.ts'
import { directions } from '@aitai/engine/model/advert.ts'
import type { Yen } from '@aitai/engine/model/price.ts'
import { type ClipboardEvent, Suspense, useId, useRef, useState } from 'react'
import { formatLevel } from '../adverts/advanced/price-conditions/trigger-levels.ts'
import { SearchBar } from '../adverts/search/SearchBar.tsx'
import { useAgreedLocates } from '../shared/agreements/use-agreed-locates.ts'
import { useQuote } from '../shared/prices/use-market.ts'
import { clipboardTexts } from '../ui/browser/clipboard-text.ts'
import { useIsOnScreen } from '../ui/browser/use-is-on-screen.ts'
import { Button } from '../ui/controls/Button.tsx'
import { formatVolume } from '../ui/format/amounts.ts'
import { equityNameIn } from '../ui/format/equity-name.ts'
import { formatMid, formatMove, formatNumber } from '../ui/format/format.ts'
import { lazyWithTexts } from '../ui/text/lazy.ts'
import { useLanguage, useText } from '../ui/text/use-text.ts'
import { DayRange } from './DayRange.tsx'
import { mostTraded } from './most-traded.ts'
import { type OwnPosition, ownPositions } from './own-positions.ts'
import { isList } from './plan-import.ts'
import { useWatchlist } from './use-watchlist.ts'
import './first-minutes.css'

/** Loaded when its button is about to be pressed, so that the next key finds it open. */
const ImportPopup = lazyWithTexts(async () => (await import('./ImportPopup.tsx')).ImportPopup, 'desks')

interface Props {
  equities: ReadonlyMap<string, Equity>
  /** Opens a security in the editor. */
  onChoose: (equity: Equity) => void
}

/**
 * Prices of the securities that the trader has chosen, and below a few of them those that trade most; choosing
 * one opens it in the editor.
 */
export function Watchlist({ equities, onChoose }: Props) {
  const text = useText()
  const titleId = useId()
  const { securityIds, hasFailed, change } = useWatchlist()
  const ids = securityIds ?? []
  const watched = ids.map((id) => equities.get(id)).filter((equity) => equity !== undefined)
  const suggested = securityIds
    ? mostTraded(equities.values(), rowsWithSuggestions)
        .filter(({ equityId }) => !ids.includes(equityId))
        .slice(0, Math.max(0, rowsWithSuggestions - watched.length))
    : []
  const positions = ownPositions(useAgreedLocates().values())
  const hasPositions = [...watched, ...suggested].some(({ equityId }) => positions.has(equityId))
  const isFull = ids.length >= maxWatchlistLength
  const add = ({ equityId }: Equity): void => {
    if (!ids.includes(equityId) && !isFull) change([...ids, equityId])
  }
  const remove = ({ equityId }: Equity): void => change(ids.filter((id) => id !== equityId))
  const [imported, setImported] = useState<string | null>(null)
  const [addedCount, setAddedCount] = useState(0)
  const paste = (event: ClipboardEvent): void => {
    const list = clipboardTexts(event.clipboardData).find((each) => isList(each, equities))
    if (list === undefined || securityIds === null) return
    event.preventDefault()
    setImported(list)
  }
  const rows = (securities: readonly Equity[], action: RowProps['action'], act: (equity: Equity) => void) =>
    securities.map((equity) => (
      <MarketRow
        key={equity.equityId}
        equity={equity}
        position={hasPositions ? (positions.get(equity.equityId) ?? null) : undefined}
        onOpen={() => onChoose(equity)}
        action={action}
        onAction={() => act(equity)}
      />
    ))
  return (
    <section className="first-card first-watchlist" aria-labelledby={titleId}>
      <h2 id={titleId}>{text('watchlist.title')}</h2>
      <div className="first-add" onPaste={paste}>
        <SearchBar
          label={text('watchlist.add')}
          placeholder={text('watchlist.add.placeholder')}
          advertised={noSecurities}
          onChoose={add}
        />
        <Button
          dimmedBecause={securityIds ? null : text('watchlist.import.loading')}
          onFocus={ImportPopup.fetch}
          onPointerEnter={ImportPopup.fetch}
          onClick={() => setImported('')}
        >
          {text('watchlist.import')}
        </Button>
      </div>
      <p role="status" className="first-note">
        {addedCount > 0 && text('watchlist.import.done', { count: formatNumber(addedCount) })}
      </p>
      {imported !== null && (
        <Suspense>
          <ImportPopup
            initial={imported}
            {...{ equities, securityIds: ids }}
            onClose={() => setImported(null)}
            onAdd={(added) => {
              setImported(null)
              setAddedCount(added.length)
              change([...ids, ...added.map(({ equityId }) => equityId)])
            }}
          />
        </Suspense>
      )}
      {hasFailed && (
        <p className="first-failure" role="alert">
          {text('watchlist.failed')}
        </p>
      )}
      {isFull && <p className="first-note">{text('watchlist.full', { most: maxWatchlistLength })}</p>}
      {securityIds && watched.length === 0 && <p className="first-note">{text('watchlist.empty')}</p>}
      <table className="first-table" data-positions={hasPositions || undefined}>
        <thead>
          <tr>
            <th scope="col">{text('watchlist.security')}</th>
            {hasPositions && (
              <th scope="col" className="first-number" title={text('watchlist.position.hint')}>
                {text('watchlist.position')}
              </th>
            )}
            {(['bid', 'ask'] as const).map((side) => (
              <th key={side} scope="col" className="first-number first-quote">
                {text(`watchlist.${side}`)}
              </th>
            ))}
            <th scope="col" className="first-number">
              {text('watchlist.mid')}
            </th>
            <th scope="col" className="first-number">
              {text('watchlist.move')}
            </th>
            <th scope="col" className="first-range">
              {text('watchlist.range')}
            </th>
            <th scope="col" className="first-number first-volume">
              {text('watchlist.volume')}
            </th>
            <th scope="col" className="first-number first-average">
              {text('watchlist.adv')}
            </th>
            <td />
          </tr>
        </thead>
        <tbody className="first-watched">{rows(watched, 'remove', remove)}</tbody>
        {suggested.length > 0 && (
          <tbody>
            <tr>
              <th scope="rowgroup" colSpan={hasPositions ? 10 : 9} className="first-suggested">
                {text('watchlist.suggested')}
              </th>
            </tr>
            {rows(suggested, 'add', add)}
          </tbody>
        )}
      </table>
    </section>
  )
}

const noSecurities: ReadonlySet<string> = new Set()

/**
 * While the watchlist has fewer securities than this, those that trade most are offered in the other rows: as many as
 * a window of this height shows without scrolling.
 */
const rowsWithSuggestions = Math.min(24, Math.max(7, Math.floor((window.innerHeight - 340) / 28)))

interface RowProps {
  equity: Equity
  /** The own position of the day, null for none; undefined while no row has one, and there is no column. */
  position: OwnPosition | null | undefined
  /** Opens the security in the editor. */
  onOpen: () => void
  action: 'add' | 'remove'
  onAction: () => void
}

const priceOrNone = (yen: Yen | null | undefined, equity: Equity): string =>
  yen === null || yen === undefined ? '–' : formatLevel(yen, equity)

/**
 * A security with its market, and the button that adds it to the watchlist or removes it. Prices are followed only on
 * the screen: a list is longer than the number of securities whose prices a socket gets.
 */
function MarketRow({ equity, position, onOpen, action, onAction }: RowProps) {
  const text = useText()
  const language = useLanguage()
  const row = useRef<HTMLTableRowElement>(null)
  const isOnScreen = useIsOnScreen(row)
  const name = equityNameIn(language, equity)
  return (
    <tr ref={row}>
      <th scope="row">
        <button type="button" className="first-choice" title={`${equity.ric} ${name}`} onClick={onOpen}>
          <b>{equity.ric}</b> {name}
        </button>
      </th>
      {position !== undefined && <PositionCell position={position} />}
      {isOnScreen ? <FollowedMarket equity={equity} /> : <Market equity={equity} quote={undefined} />}
      <td>
        <button
          type="button"
          className="first-action"
          aria-label={text(`watchlist.${action}.security`, { security: `${equity.ric} ${name}` })}
          onClick={onAction}
        >
          <span aria-hidden>{action === 'add' ? '+' : '×'}</span>
        </button>
      </td>
    </tr>
  )
}

/** Net shares with their sign, and for the pointer and a screen reader what was agreed and executed on each side. */
function PositionCell({ position }: { position: OwnPosition | null }) {
  const text = useText()
  if (!position) return <td className="first-number">–</td>
  const { net, agreed, executed } = position
  const details = directions
    .filter((side) => agreed[side] > 0)
    .map((side) =>
      text('watchlist.position.side', {
        side: text(`common.${side}`),
        agreed: formatNumber(agreed[side]),
        executed: formatNumber(executed[side]),
      }),
    )
    .join(text('watchlist.position.and'))
  return (
    <td className="first-number" title={details}>
      {net > 0 ? '+' : ''}
      {formatNumber(net)}
      <span className="visually-hidden"> {details}</span>
    </td>
  )
}

const FollowedMarket = ({ equity }: { equity: Equity }) => (
  <Market equity={equity} quote={useQuote(equity.equityId)} />
)

function Market({ equity, quote }: { equity: Equity; quote: MarketQuote | undefined }) {
  const language = useLanguage()
  return (
    <>
      <td className="first-number first-quote">{priceOrNone(quote?.bid, equity)}</td>
      <td className="first-number first-quote">{priceOrNone(quote?.ask, equity)}</td>
      <td className="first-number">{quote?.midPrice ? formatMid(quote.midPrice) : '–'}</td>
      <td className="first-number">{quote ? formatMove(quote.stockMovePercentage, language) : '–'}</td>
      <td className="first-range">{quote && <DayRange quote={quote} tick={equity.tickSize} />}</td>
      <td className="first-number first-volume">
        {quote?.volume ? formatVolume(quote.volume, language) : '–'}
      </td>
      <td className="first-number first-average">
        {equity.averageDailyVolume === undefined ? '–' : formatVolume(equity.averageDailyVolume, language)}
      </td>
    </>
  )
}
