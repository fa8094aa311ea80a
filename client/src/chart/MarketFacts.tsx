import type { Equity, MarketQuote } from '@aitai/contract/schemas/reference.ts'
import type { Yen } from '@aitai/engine/model/price.ts'
import type { ReactNode } from 'react'
import { formatLevel } from '../adverts/advanced/price-conditions/trigger-levels.ts'
import { formatVolume } from '../ui/format/amounts.ts'
import { formatNumber, formatShare } from '../ui/format/format.ts'
import { useLanguage, useText } from '../ui/text/use-text.ts'

interface Props {
  equity: Equity
  quote: MarketQuote | undefined
  /** Of the selected IOI, in shares. */
  shareQuantity: number
}

/** Shown where a value is not known. */
const unknown = '–'

/** Bid and ask with sizes, spread, the day's range and volume, and the size of the IOI beside them. */
export function MarketFacts({ equity, quote, shareQuantity }: Props) {
  const text = useText()
  const language = useLanguage()
  const price = (yen: Yen | null | undefined): string =>
    yen === null || yen === undefined ? unknown : formatLevel(yen, equity)
  const shares = (count: number | null | undefined): string =>
    count === null || count === undefined ? unknown : formatNumber(count)
  const share = (of: number | null | undefined): string | null =>
    of ? formatShare(shareQuantity / of, language) : null
  const [ofAdv, ofVolume] = [share(equity.averageDailyVolume), share(quote?.volume)]
  const parts = [
    ofAdv && text('chart.share.adv', { share: ofAdv }),
    ofVolume && text('chart.share.volume', { share: ofVolume }),
  ].filter((part) => part !== null)
  return (
    <dl className="market-facts">
      <Fact name={text('chart.book')}>
        {price(quote?.bid)} × {price(quote?.ask)}
      </Fact>
      <Fact name={text('chart.sizes')}>
        {shares(quote?.bidSize)} × {shares(quote?.askSize)}
      </Fact>
      <Fact name={text('chart.spread')}>{spreadOf(quote, (bp) => text('chart.spread.value', { bp }))}</Fact>
      <Fact name={text('chart.range')}>
        {price(quote?.open)} · {price(quote?.high)} · {price(quote?.low)}
      </Fact>
      <Fact name={text('chart.volume')}>
        {quote?.volume === null || quote === undefined ? unknown : formatVolume(quote.volume, language)}
      </Fact>
      <Fact name={text('chart.vwap')}>
        {quote?.vwap ? formatLevel(onTenth(quote.vwap), equity) : unknown}
      </Fact>
      <Fact name={text('chart.adv')}>
        {equity.averageDailyVolume === undefined
          ? unknown
          : formatVolume(equity.averageDailyVolume, language)}
      </Fact>
      <Fact name={text('chart.share')}>{parts.length > 0 ? parts.join(' · ') : unknown}</Fact>
    </dl>
  )
}

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
)

/** An average price is not on the tick, so it has a tenth of a yen. */
const onTenth = (yen: Yen): Yen => Math.round(yen * 10) / 10

/** The quoted spread in basis points of the mid, with one decimal. */
function spreadOf(quote: MarketQuote | undefined, show: (bp: string) => string): string {
  if (!quote?.bid || !quote.ask || quote.ask < quote.bid) return unknown
  const basisPoints = ((quote.ask - quote.bid) / ((quote.ask + quote.bid) / 2)) * 10_000
  return show(basisPoints.toFixed(1))
}
