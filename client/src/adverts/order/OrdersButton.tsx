import { Suspense, useState } from 'react'
import { orderTotals } from '../../shared/orders/order-progress.ts'
import { useOrders } from '../../shared/orders/use-orders.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { formatNotional, formatYen } from '../../ui/format/amounts.ts'
import { lazyWithTexts } from '../../ui/text/lazy.ts'
import { useLanguage, useText } from '../../ui/text/use-text.ts'

const OrdersPopup = lazyWithTexts(async () => (await import('./OrdersPopup.tsx')).OrdersPopup, 'desks')

/**
 * How many of the day's orders are done, and what of all of them is left, located, agreed and executed, in yen; opens
 * the list of them. Nothing without orders.
 */
export function OrdersButton() {
  const text = useText()
  const language = useLanguage()
  const orders = useOrders()
  const [isOpen, setIsOpen] = useState(false)
  if (orders.length === 0) return null
  const { done, count, located, agreed, executed, left } = orderTotals(orders)
  const amount = (yen: number): string => (yen === 0 ? '–' : formatNotional(yen, language))
  return (
    <div className="advert-orders">
      <Button kind="quiet" title={text('orders.button.why')} onClick={() => setIsOpen(true)}>
        {text('orders.button', { done, count, left: formatYen(left, language) })}
      </Button>
      <span className="advert-orders-progress">
        {text('orders.progress', {
          located: amount(located),
          agreed: amount(agreed),
          executed: amount(executed),
        })}
      </span>
      {isOpen && (
        <Suspense>
          <OrdersPopup orders={orders} onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </div>
  )
}
