import type { LocateNotification } from '@aitai/contract/schemas/locates.ts'
import type { Equity } from '@aitai/contract/schemas/reference.ts'
import { shareOfIoi } from '@aitai/engine/cost-analysis/ioi-figures.ts'
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
  formatShare,
  formatSigned,
} from '../../ui/format/format.ts'
import { Side } from '../../ui/labels/Side.tsx'
import { useLanguage, useText } from '../../ui/text/use-text.ts'
import { locatePhaseOf } from '../locate-queue.ts'

interface Props {
  locate: LocateNotification
  ric: string
  name: string
  /** Undefined while the list of securities is loading. */
  equity: Equity | undefined
}

/** All facts needed to decide, without scrolling. */
export function LocateFacts({ locate, ric, name, equity }: Props) {
  const text = useText()
  const language = useLanguage()
  const label = `${ric} ${name}`
  const isOpen = locatePhaseOf(locate) !== 'outcome'
  // The mid at the locate is fixed; whoever decides sees how far the market has moved since.
  const quote = useQuote(locate.securityId)
  const midNow = isOpen ? (quote?.midPrice ?? null) : null
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
        {isOpen && (
          <Fact label={text('locate.midNow')} means={text('locate.midNow.means')}>
            {midNow === null ? '–' : <MidNow mid={locate.midPrice} midNow={midNow} />}
          </Fact>
        )}
        <Fact label={text('locate.ofVolume')} means={text('locate.ofVolume.means')}>
          {volume ? formatShare(locate.locateQuantity / volume, language) : '–'}
        </Fact>
        <Fact label={text('locate.type')} means={text('term.means.transactionType')}>
          {text(`common.${locate.transactionType}`)}
        </Fact>
        <Fact label={text('locate.residual')} means={text('term.means.residual')}>
          {text(`locate.residual.${residualOf(locate)}`)}
        </Fact>
        {isOpen && (
          <Fact label={text('locate.lastHalfHour')} className="locate-sparkline">
            <Sparkline securityId={locate.securityId} midPrice={locate.midPrice} />
          </Fact>
        )}
      </dl>
    </div>
  )
}

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

/** The mid now, and its distance from the mid at the locate. */
function MidNow({ mid, midNow }: { mid: number; midNow: number }) {
  const text = useText()
  const move = mid > 0 ? ((midNow - mid) / mid) * 10_000 : 0
  return (
    <>
      {formatMid(midNow)}{' '}
      <span className="locate-move">{text('locate.basisPoints', { value: formatSigned(move) })}</span>
    </>
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
