import type { Equity, MarketQuote } from '@aitai/contract/schemas/reference.ts'
import { directions } from '@aitai/engine/model/advert.ts'
import type { Yen } from '@aitai/engine/model/price.ts'
import { type MouseEvent, type ReactNode, useRef } from 'react'
import { formatLevel } from '../adverts/advanced/price-conditions/trigger-levels.ts'
import { useQuote } from '../shared/prices/use-market.ts'
import { useIsOnScreen } from '../ui/browser/use-is-on-screen.ts'
import { formatVolume } from '../ui/format/amounts.ts'
import { equityNameIn } from '../ui/format/equity-name.ts'
import { formatMid, formatMove, formatNumber, formatShare } from '../ui/format/format.ts'
import { useLanguage, useText } from '../ui/text/use-text.ts'
import { DayRange } from './DayRange.tsx'
import type { ChosenRows } from './groups/use-chosen-rows.ts'
import type { OwnPosition } from './own-positions.ts'

interface Props {
  equity: Equity
  /** By which the row is found that gets the focus. */
  focusKey?: string
  /** The trader's position of the day, null for none; undefined without such a column. */
  position: OwnPosition | null | undefined
  /** Opens the security in the editor. */
  onOpen: () => void
  /** Whether the row is one of those that are chosen together; a suggested security cannot be. */
  isChosen?: boolean
  chosen?: ChosenRows
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
export function MarketRow({
  equity,
  focusKey,
  position,
  onOpen,
  isChosen,
  chosen,
  onPress,
  onStep,
  children,
}: Props) {
  const language = useLanguage()
  const row = useRef<HTMLTableRowElement>(null)
  const isOnScreen = useIsOnScreen(row)
  const name = equityNameIn(language, equity)
  return (
    <tr
      ref={row}
      data-focus={focusKey}
      data-security={onStep && equity.equityId}
      aria-selected={isChosen}
      onPointerDown={(event) => onPress?.(event.nativeEvent)}
      // With Shift the browser would select the text between two clicks.
      onMouseDown={(event) => event.shiftKey && event.preventDefault()}
      onClick={(event) => isBeside(event) && chosen?.press(event, equity.equityId)}
      onKeyDown={(event) => {
        if (onStep) stepByKey(event, onStep)
        chosen?.pressKey(event, equity.equityId)
      }}
      // Some browsers press a button when Space is released.
      onKeyUp={(event) => chosen && event.key === ' ' && isBeside(event) && event.preventDefault()}
    >
      <th scope="row">
        <button
          type="button"
          className="desk-card-choice"
          title={`${equity.ric} ${name}`}
          aria-keyshortcuts={onStep && stepKeys}
          onClick={(event) => isPlain(event) && onOpen()}
        >
          <b>{equity.ric}</b> {name}
        </button>
      </th>
      {position !== undefined && <PositionCell position={position} />}
      {isOnScreen ? <FollowedMarket equity={equity} /> : <Market equity={equity} quote={undefined} />}
      <td className="watchlist-buttons">{children}</td>
    </tr>
  )
}

/** Whether something happened in the row or at its name, not at one of its other buttons. */
const isBeside = ({ target }: { readonly target: EventTarget }): boolean =>
  target instanceof Element && target.closest('.watchlist-buttons') === null

/** A click with a modifier chooses the row. */
const isPlain = ({ ctrlKey, metaKey, shiftKey }: MouseEvent): boolean => !ctrlKey && !metaKey && !shiftKey

const stepKeys = 'Alt+ArrowUp Alt+ArrowDown Space'

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
  if (!position) return <td className="desk-card-number">–</td>
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
    <td className="desk-card-number" title={details}>
      {net > 0 ? '+' : ''}
      {formatNumber(net)}
      <span className="visually-hidden"> {details}</span>
    </td>
  )
}

const FollowedMarket = ({ equity }: { equity: Equity }) => (
  <Market equity={equity} quote={useQuote(equity.equityId)} />
)

/** What is shown of a market, from left to right, and the class of each column: a narrow card leaves some out. */
export const marketCell = {
  bid: 'desk-card-number watchlist-price',
  ask: 'desk-card-number watchlist-price',
  mid: 'desk-card-number watchlist-mid',
  move: 'desk-card-number',
  share: 'desk-card-number',
  range: 'watchlist-range',
  volume: 'desk-card-number watchlist-volume',
  adv: 'desk-card-number watchlist-average',
} as const
type MarketColumn = keyof typeof marketCell
export const marketColumns = Object.keys(marketCell) as readonly MarketColumn[]

function Market({ equity, quote }: { equity: Equity; quote: MarketQuote | undefined }) {
  const language = useLanguage()
  const { averageDailyVolume } = equity
  const cells: Readonly<Record<MarketColumn, ReactNode>> = {
    bid: priceOrNone(quote?.bid, equity),
    ask: priceOrNone(quote?.ask, equity),
    mid: quote?.midPrice ? formatMid(quote.midPrice) : '–',
    move: quote ? formatMove(quote.stockMovePercentage, language) : '–',
    share:
      quote?.volume && averageDailyVolume ? formatShare(quote.volume / averageDailyVolume, language) : '–',
    range: quote && <DayRange quote={quote} tick={equity.tickSize} />,
    volume: quote?.volume ? formatVolume(quote.volume, language) : '–',
    adv: averageDailyVolume === undefined ? '–' : formatVolume(averageDailyVolume, language),
  }
  return marketColumns.map((column) => (
    <td key={column} className={marketCell[column]}>
      {cells[column]}
    </td>
  ))
}
