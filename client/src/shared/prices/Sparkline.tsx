import { minuteMs } from '@aitai/engine/calendar/trading-days.ts'
import type { Yen } from '@aitai/engine/model/price.ts'
import { formatPrice } from '../../ui/format/format.ts'
import { useText } from '../../ui/text/use-text.ts'
import { priceOfBar } from './market-bars.ts'
import { useDayBars } from './use-market.ts'
import './sparkline.css'

const minutes = 30
/** As wide as the room beside the first column of facts, on a phone too. */
const [width, height] = [200, 32]
/** Room for the line at its extremes. */
const margin = 2

/**
 * The last half hour of a security as a small line, with the mid of a locate as a dashed one. Empty until there are at
 * least two minutes.
 */
export function Sparkline({ securityId, midPrice }: { securityId: string; midPrice?: Yen }) {
  const text = useText()
  const day = useDayBars(securityId)
  const prices = lastPrices(day?.bars)
  if (prices.length < 2) return <svg className="sparkline" width={width} height={height} aria-hidden />
  const levels = [...prices.map(({ price }) => price), ...(midPrice === undefined ? [] : [midPrice])]
  const [low, high] = [Math.min(...levels), Math.max(...levels)]
  const end = prices.at(-1)?.at ?? 0
  const x = (at: number): number =>
    margin + (width - 2 * margin) * (1 - (end - at) / ((minutes - 1) * minuteMs))
  const y = (price: Yen): number =>
    high === low ? height / 2 : margin + ((height - 2 * margin) * (high - price)) / (high - low)
  const points = prices.map(({ at, price }) => `${x(at).toFixed(1)},${y(price).toFixed(1)}`)
  const [first, last] = [prices[0]?.price ?? 0, prices.at(-1)?.price ?? 0]
  return (
    <svg
      className="sparkline"
      width={width}
      height={height}
      viewBox={`0 0 ${width} ${height}`}
      role="img"
      aria-label={text('chart.sparkline', { first: formatPrice(first, 0.1), last: formatPrice(last, 0.1) })}
    >
      {midPrice !== undefined && <path className="sparkline-mid" d={`M0 ${y(midPrice)}H${width}`} />}
      <polyline className="sparkline-price" points={points.join(' ')} />
      <circle className="sparkline-now" cx={x(end)} cy={y(last)} r={margin} />
    </svg>
  )
}

/** The prices of the last half hour that has any. */
function lastPrices(bars: NonNullable<ReturnType<typeof useDayBars>>['bars'] | undefined) {
  const end = bars?.at.at(-1) ?? 0
  return (bars?.at ?? []).flatMap((at, i) => {
    const price = bars ? priceOfBar(bars, i) : null
    return price !== null && at > end - minutes * minuteMs ? [{ at, price }] : []
  })
}
