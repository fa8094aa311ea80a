import type { LocateNotification } from '@aitai/contract/schemas/locates.ts'
import type { Equity } from '@aitai/contract/schemas/reference.ts'
import { shareOfIoi } from '@aitai/engine/cost-analysis/ioi-figures.ts'
import type { Yen } from '@aitai/engine/model/price.ts'
import type { ReactNode } from 'react'
import { Sparkline } from '../../shared/prices/Sparkline.tsx'
import { useQuote } from '../../shared/prices/use-market.ts'
import { formatDollars, formatYen } from '../../ui/format/amounts.ts'
import { shortLabel } from '../../ui/format/equity-name.ts'
import {
  formatIoiShare,
  formatMid,
  formatMove,
  formatMoveOrNone,
  formatNumber,
  formatPrice,
  formatShare,
} from '../../ui/format/format.ts'
import { Side } from '../../ui/labels/Side.tsx'
import { useLanguage, useText } from '../../ui/text/use-text.ts'
import { MidNow } from './MidNow.tsx'

interface Props {
  locate: LocateNotification
  ric: string
  name: string
  /** Undefined while the list of securities is loading. */
  equity: Equity | undefined
}

/** What an outcome is about, in a line: the IOI, the bell and the history have the rest. */
export function LocateSummary({ locate, ric, name }: Omit<Props, 'equity'>) {
  const text = useText()
  const label = `${ric} ${name}`
  return (
    <p className="locate-summary" title={label}>
      <Side direction={locate.direction} />
      <b>{formatNumber(locate.locateQuantity)}</b>
      <b className="locate-security">{shortLabel(label)}</b>
      <span className="locate-summary-mid">
        {text('locate.mid')} {formatMid(locate.midPrice)}
      </span>
    </p>
  )
}

/** All facts needed to decide, without scrolling. */
export function LocateFacts({ locate, ric, name, equity }: Props) {
  const text = useText()
  const language = useLanguage()
  const label = `${ric} ${name}`
  // The mid at the locate is fixed; whoever decides sees how far the market has moved since.
  const quote = useQuote(locate.securityId)
  const midNow = quote?.midPrice ?? null
  const volume = equity?.averageDailyVolume
  return (
    <div className="locate-main">
      <div className="locate-what">
        <Side direction={locate.direction} />
        <b className="locate-quantity">{formatNumber(locate.locateQuantity)}</b>
        <span className="locate-shares">{text('common.shares')}</span>
      </div>
      <p className="locate-security" title={label}>
        {shortLabel(label)}
      </p>
      <Size locate={locate} />
      <dl className="locate-facts">
        <Fact label={text('locate.mid')} means={text('term.means.mid')}>
          {formatMid(locate.midPrice)}
        </Fact>
        <Fact label={text('locate.stock')}>{formatMove(locate.stockMovePercentage, language)}</Fact>
        <Fact label={text('locate.index')}>{formatMoveOrNone(locate.indexMovePercentage, language)}</Fact>
        <Fact label={text('locate.midNow')} means={text('locate.midNow.means')}>
          {midNow === null ? '–' : <MidNow {...locate} midNow={midNow} />}
        </Fact>
        <Fact label={text('locate.spread')}>
          {priceOf(quote?.bid, equity)} × {priceOf(quote?.ask, equity)}
        </Fact>
        <Fact label={text('locate.ofVolume')} means={text('locate.ofVolume.means')}>
          {volume ? formatShare(locate.locateQuantity / volume, language) : '–'}
        </Fact>
        <Fact label={text('locate.type')} means={text('term.means.transactionType')}>
          {text(`common.${locate.transactionType}`)}
        </Fact>
        <Fact label={text('locate.residual')} means={text('term.means.residual')}>
          {text(`locate.residual.${residualOf(locate)}`)}
        </Fact>
        <Fact label={text('locate.lastHalfHour')} className="locate-sparkline">
          <Sparkline securityId={locate.securityId} midPrice={locate.midPrice} />
        </Fact>
      </dl>
    </div>
  )
}

const priceOf = (price: Yen | null | undefined, equity: Equity | undefined): string =>
  price ? formatPrice(price, equity?.tickSize ?? 1) : '–'

/** The value in both currencies, and what part of the IOI was located. */
function Size({ locate }: Pick<Props, 'locate'>) {
  const text = useText()
  const language = useLanguage()
  const { locateQuantity, shareQuantity, residualQuantity, jpynotional, usdnotional } = locate
  return (
    <p className="locate-size">
      <span className="locate-value">
        <b>{formatYen(jpynotional, language)}</b>
        <b>{formatDollars(usdnotional, language)}</b>
      </span>
      <span>
        {locateQuantity === shareQuantity
          ? text('locate.share.full', { quantity: formatNumber(shareQuantity) })
          : text('locate.share', {
              percent: formatIoiShare(shareOfIoi(locateQuantity, shareQuantity), language),
              quantity: formatNumber(shareQuantity),
              rest: formatNumber(residualQuantity),
            })}
      </span>
    </p>
  )
}

const residualOf = ({ residualQuantity, residualPossible }: LocateNotification) =>
  residualQuantity === 0 ? 'none' : residualPossible ? 'yes' : 'no'

interface FactProps {
  label: string
  /**
   * On hover only, because another tab stop would cost part of the thirty seconds. The `?` help has the same
   * texts.
   */
  means?: string
  className?: string
  children: ReactNode
}

function Fact({ label, means, className, children }: FactProps) {
  return (
    <div title={means} className={className}>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  )
}
