import type { Advert } from '@aitai/contract/schemas/adverts.ts'
import { isOpen } from '@aitai/engine/model/advert.ts'
import { formatYen } from '../../ui/format/amounts.ts'
import { Side } from '../../ui/labels/Side.tsx'
import { useLanguage, useText } from '../../ui/text/use-text.ts'
import { netOf, sideTotals } from '../../ui/totals/side-totals.ts'
import { OrdersButton } from '../order/OrdersButton.tsx'

/** The open IOIs per side and their net, and the orders behind the day's IOIs, at the foot of the list. */
export function ListTotals({ adverts }: { adverts: readonly Advert[] }) {
  const text = useText()
  const language = useLanguage()
  const totals = sideTotals(adverts.filter(isOpen))
  const net = netOf(totals)
  return (
    <>
      {totals.length > 0 && (
        <p className="advert-totals">
          {totals.map(({ direction, count, jpynotional }) => (
            <span key={direction}>
              <Side direction={direction} />{' '}
              {text('advert.list.total', { count, jpy: formatYen(jpynotional, language) })}
            </span>
          ))}
          {net && (
            <span className="advert-net">
              {text('totals.net.open')} <Side direction={net.direction} />{' '}
              {formatYen(net.jpynotional, language)}
            </span>
          )}
        </p>
      )}
      <OrdersButton />
    </>
  )
}
