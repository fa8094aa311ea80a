import type { Advert } from '@aitai/contract/schemas/adverts.ts'
import type { Equity } from '@aitai/contract/schemas/reference.ts'
import { isTerminal } from '@aitai/engine/model/advert.ts'
import { floorLot } from '@aitai/engine/model/security.ts'
import type { OrderProgress } from '../../shared/orders/order-progress.ts'
import { useOrderBehind, useOrderProgress } from '../../shared/orders/use-orders.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { formatNumber } from '../../ui/format/format.ts'
import { useText } from '../../ui/text/use-text.ts'
import { type Terms, unreadableShares } from '../terms.ts'
import type { NextIoi } from './next-ioi.ts'
import { useDraftNextIoi, useNextIoiOf } from './use-next-ioi.ts'
import './order-line.css'

interface Props {
  advert: Advert
  equity: Equity
  terms: Terms
  /** Puts a quantity into the editor. */
  onQuantity: (shareQuantity: number) => void
}

/** How far the order behind the IOI is, and what its quantity would have to be to do what is left. */
export function OrderLine({ advert, equity, terms, onQuantity }: Props) {
  const text = useText()
  const progressOf = useOrderProgress()
  const orderBehind = useOrderBehind()
  const nextIoiOf = useNextIoiOf()
  const { parentQuantity, doneElsewhere } = terms
  if (parentQuantity === unreadableShares || doneElsewhere === unreadableShares) return null
  const isOver = advert.advertisementStatus === 'COMPLETED'
  const progress = isOver ? orderBehind(advert) : progressOf({ ...terms, securityId: equity.equityId })
  if (!progress) return null
  const { left } = progress
  const whole = floorLot(left, equity.lotSize)
  const next = nextIoiOf(advert, equity)
  const excess = isTerminal(advert) ? 0 : terms.shareQuantity - left
  return (
    <div className="order-line">
      <OrderFigures progress={progress} />
      {excess > 0 && (
        <p className="order-excess" role="status">
          {text('order.excess', { shares: formatNumber(excess) })}
        </p>
      )}
      {whole > 0 && !isOver && whole !== terms.shareQuantity && (
        <Button kind="quiet" onClick={() => onQuantity(whole)}>
          {text('order.fill', { shares: formatNumber(whole) })}
        </Button>
      )}
      {next?.ofOrder && (
        <NextIoiButton {...{ advert, equity, next }} shareQuantity={next.ofOrder.shareQuantity} />
      )}
    </div>
  )
}

const figures = ['parent', 'elsewhere', 'located', 'agreed', 'executed', 'left'] as const

function OrderFigures({ progress }: { progress: OrderProgress }) {
  const text = useText()
  const { parentQuantity: parent, doneElsewhere: elsewhere, located, agreed, executed, left } = progress
  const shares = { parent, elsewhere, located, agreed, executed, left }
  return (
    <dl className="order-figures" aria-label={text('order.title')}>
      {figures.map((figure) => (
        <div key={figure} data-figure={figure}>
          <dt>{text(`order.${figure}`)}</dt>
          <dd>{formatNumber(shares[figure])}</dd>
        </div>
      ))}
    </dl>
  )
}

interface NextProps extends Pick<Props, 'advert' | 'equity'> {
  next: NextIoi
  shareQuantity: number
}

/** Drafts the next IOI of the order, once the one before it is completed. */
function NextIoiButton({ advert, equity, next, shareQuantity }: NextProps) {
  const text = useText()
  const { draft, isDrafting } = useDraftNextIoi(advert, equity)
  return (
    <Button busy={isDrafting} onClick={() => void draft(next)}>
      {text('order.next', { shares: formatNumber(shareQuantity) })}
    </Button>
  )
}
