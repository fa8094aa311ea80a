import type { Advert } from '@aitai/contract/schemas/adverts.ts'
import type { Equity } from '@aitai/contract/schemas/reference.ts'
import { isTerminal } from '@aitai/engine/model/advert.ts'
import { floorLot } from '@aitai/engine/model/security.ts'
import type { OrderProgress } from '../../shared/orders/order-progress.ts'
import { useOrderProgress } from '../../shared/orders/use-orders.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { formatNumber } from '../../ui/format/format.ts'
import { useText } from '../../ui/text/use-text.ts'
import { type Terms, unreadableShares } from '../terms.ts'
import { useNextIoi } from './use-next-ioi.ts'
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
  const { parentQuantity, doneElsewhere } = terms
  if (parentQuantity === unreadableShares || doneElsewhere === unreadableShares) return null
  const progress = progressOf({ ...terms, securityId: equity.equityId })
  if (!progress) return null
  const { left } = progress
  const whole = floorLot(left, equity.lotSize)
  const isOver = advert.advertisementStatus === 'COMPLETED'
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
      {whole > 0 && isOver && <NextIoi {...{ advert, equity }} shareQuantity={whole} />}
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

/** Creates the next IOI of the order, once the one before it is completed. */
function NextIoi({
  advert,
  equity,
  shareQuantity,
}: Pick<Props, 'advert' | 'equity'> & { shareQuantity: number }) {
  const text = useText()
  const { create, isCreating, hasOther } = useNextIoi(advert, equity, shareQuantity)
  if (hasOther) return null
  return (
    <Button busy={isCreating} onClick={() => void create()}>
      {text('order.next', { shares: formatNumber(shareQuantity) })}
    </Button>
  )
}
