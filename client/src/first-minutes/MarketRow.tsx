import type { Equity, MarketQuote } from '@aitai/contract/schemas/reference.ts'
import { directions } from '@aitai/engine/model/advert.ts'
import type { Yen } from '@aitai/engine/model/price.ts'
import { type ReactNode, useRef } from 'react'
import { formatLevel } from '../adverts/advanced/price-conditions/trigger-levels.ts'
import { useQuote } from '../shared/prices/use-market.ts'
import { useIsOnScreen } from '../ui/browser/use-is-on-screen.ts'
import { formatVolume } from '../ui/format/amounts.ts'
import { equityNameIn } from '../ui/format/equity-name.ts'
import { formatMid, formatMove, formatNumber } from '../ui/format/format.ts'
import { useLanguage, useText } from '../ui/text/use-text.ts'
import { DayRange } from './DayRange.tsx'
import type { OwnPosition } from './own-positions.ts'

interface Props {
  equity: Equity
  /** By which the row is found that gets the focus. */
  focusKey?: string
  /** The own position of the day, null for none; undefined while no row has one, and there is no column. */
  position: OwnPosition | null | undefined
  /** Opens the security in the editor. */
  onOpen: () => void
  /** The press of a pointer, which may become a drag. */
  onPress?: (press: PointerEvent) => void
  /** One row up or down, by keys; a suggested security does not move. */
  onStep?: (step: -1 | 1) => void
  /** The buttons of the row. */
  children: ReactNode
}

/**
 * A security with its market, and buttons. Prices are followed only on the screen: a list is longer than the number of
 * securities whose prices a socket gets.
 */
export function MarketRow({ equity, focusKey, position, onOpen, onPress, onStep, children }: Props) {
  const language = useLanguage()
  const row = useRef<HTMLTableRowElement>(null)
  const isOnScreen = useIsOnScreen(row)
  const name = equityNameIn(language, equity)
  return (
    <tr
      ref={row}
      data-focus={focusKey}
      data-security={onStep && equity.equityId}
      onPointerDown={(event) => onPress?.(event.nativeEvent)}
      onKeyDown={(event) => onStep && stepByKey(event, onStep)}
    >
      <th scope="row">
        <button
          type="button"
          className="first-choice"
          title={`${equity.ric} ${name}`}
          aria-keyshortcuts={onStep && stepKeys}
          onClick={onOpen}
        >
          <b>{equity.ric}</b> {name}
        </button>
      </th>
      {position !== undefined && <PositionCell position={position} />}
      {isOnScreen ? <FollowedMarket equity={equity} /> : <Market equity={equity} quote={undefined} />}
      <td className="first-buttons">{children}</td>
    </tr>
  )
}

const stepKeys = 'Alt+ArrowUp Alt+ArrowDown'

/** Alt with an arrow moves a row or a group. */
export function stepByKey(
  event: Pick<KeyboardEvent, 'altKey' | 'ctrlKey' | 'metaKey' | 'key'> & { preventDefault: () => void },
  onStep: (step: -1 | 1) => void,
): void {
  const step = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : null
  if (step === null || !event.altKey || event.ctrlKey || event.metaKey) return
  event.preventDefault()
  onStep(step)
}

const priceOrNone = (yen: Yen | null | undefined, equity: Equity): string =>
  yen === null || yen === undefined ? '–' : formatLevel(yen, equity)

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
