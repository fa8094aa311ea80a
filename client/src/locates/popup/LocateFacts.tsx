import type { LocateNotification } from '@aitai/contract/schemas/locates.ts'
import { shortLabel } from '../../ui/format/equity-name.ts'
import { formatMid, formatMove, formatNumber } from '../../ui/format/format.ts'
import { Side } from '../../ui/labels/Side.tsx'
import { useLanguage, useText } from '../../ui/text/use-text.ts'

interface Props {
  locate: LocateNotification
  ric: string
  name: string
}

/** All facts needed to decide, without scrolling. */
export function LocateFacts({ locate, ric, name }: Props) {
  const text = useText()
  const language = useLanguage()
  const label = `${ric} ${name}`
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
      <dl className="locate-facts">
        <Fact label={text('locate.mid')} means={text('term.means.mid')}>
          {formatMid(locate.midPrice)}
        </Fact>
        <Fact label={text('locate.stock')}>{formatMove(locate.stockMovePercentage, language)}</Fact>
        <Fact label={text('locate.index')}>{formatMove(locate.indexMovePercentage, language)}</Fact>
        <Fact label={text('locate.type')} means={text('term.means.transactionType')}>
          {text(`common.${locate.transactionType}`)}
        </Fact>
        <Fact label={text('locate.residual')} means={text('term.means.residual')}>
          {text(locate.residualPossible ? 'locate.residual.yes' : 'locate.residual.no')}
        </Fact>
      </dl>
    </div>
  )
}

interface FactProps {
  label: string
  /**
   * On hover only, because another tab stop would cost part of the thirty seconds. The `?` help has the same
   * texts.
   */
  means?: string
  children: string
}

function Fact({ label, means, children }: FactProps) {
  return (
    <div title={means}>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  )
}
