import type { MarketQuote } from '@aitai/contract/schemas/reference.ts'
import type { Yen } from '@aitai/engine/model/price.ts'
import { formatPrice } from '../ui/format/format.ts'
import { useText } from '../ui/text/use-text.ts'

const [width, height] = [80, 12]
const middle = height / 2
/** Half of what marks the last price, so that it stays inside at the day's extremes. */
const radius = 3

interface Props {
  quote: MarketQuote
  /** The tick size, in yen. */
  tick: Yen
}

/** The trading day from its low to its high: a line, on it a bar from the first price to the last, which is a dot. */
export function DayRange({ quote, tick }: Props) {
  const text = useText()
  const { open, high, low, lastPrice } = quote
  if (open === null || high === null || low === null || high <= low) return '–'
  const x = (price: Yen): number => {
    const part = Math.min(1, Math.max(0, (price - low) / (high - low)))
    return radius + (width - 2 * radius) * part
  }
  const [from, to] = [x(open), x(lastPrice)]
  const shown = (price: Yen): string => formatPrice(price, tick)
  return (
    <svg
      className="day-range"
      width={width}
      height={height}
      viewBox={`0 0 ${width} ${height}`}
      role="img"
      aria-label={text('watchlist.range.of', { open: shown(open), high: shown(high), low: shown(low) })}
    >
      <path d={`M0 ${middle}H${width}`} />
      <rect
        className="day-range-body"
        x={Math.min(from, to)}
        y={middle - 2}
        width={Math.abs(to - from)}
        height={4}
      />
      <circle className="day-range-last" cx={to} cy={middle} r={radius} />
    </svg>
  )
}
