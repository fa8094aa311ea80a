import { Suspense, useState } from 'react'
import { leftValue } from '../../shared/orders/order-progress.ts'
import { useOrders } from '../../shared/orders/use-orders.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { formatYen } from '../../ui/format/amounts.ts'
import { lazyWithTexts } from '../../ui/text/lazy.ts'
import { useLanguage, useText } from '../../ui/text/use-text.ts'

const OrdersPopup = lazyWithTexts(async () => (await import('./OrdersPopup.tsx')).OrdersPopup, 'desks')

/** How many of the day's orders are done and what is left of the others; opens all of them. Nothing without orders. */
export function OrdersButton() {
  const text = useText()
  const language = useLanguage()
  const orders = useOrders()
  const [isOpen, setIsOpen] = useState(false)
  if (orders.length === 0) return null
  const done = orders.filter(({ left }) => left === 0).length
  const left = formatYen(
    orders.reduce((sum, order) => sum + leftValue(order), 0),
    language,
  )
  return (
    <div className="advert-orders">
      <Button kind="quiet" title={text('orders.button.why')} onClick={() => setIsOpen(true)}>
        {text('orders.button', { done, count: orders.length, left })}
      </Button>
      {isOpen && (
        <Suspense>
          <OrdersPopup orders={orders} onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </div>
  )
}
