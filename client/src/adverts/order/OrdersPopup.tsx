import type { Advert } from '@aitai/contract/schemas/adverts.ts'
import { directions } from '@aitai/engine/model/advert.ts'
import { useState } from 'react'
import { type Order, type OrderPart, orderTotals, partValue } from '../../shared/orders/order-progress.ts'
import { useAppDispatch } from '../../shared/store/store.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { formatNotional, formatYen } from '../../ui/format/amounts.ts'
import { equityNameIn, splitSecurityName } from '../../ui/format/equity-name.ts'
import { formatNumber } from '../../ui/format/format.ts'
import { Side } from '../../ui/labels/Side.tsx'
import { Popup } from '../../ui/popups/Popup.tsx'
import { inStableOrder } from '../../ui/table/use-stable-order.ts'
import { useLanguage, useText } from '../../ui/text/use-text.ts'
import { advertSelected } from '../desk-slice.ts'
import { useEquities } from '../use-adverts.ts'
import './orders-popup.css'

type DeskOrder = Order<Advert>

const idOf = ({ securityId, direction, orderReference }: DeskOrder): string =>
  [securityId, direction, orderReference].join(' ')

interface Props {
  orders: readonly DeskOrder[]
  onClose: () => void
}

/** What is left comes first: a narrow window cuts off the others. */
const figures = [
  'parent',
  'left',
  'leftValue',
  'elsewhere',
  'offered',
  'located',
  'agreed',
  'executed',
] as const

/** How far each order of the day is, the most that is left first, and the totals of each side. */
export function OrdersPopup({ orders, onClose }: Props) {
  const text = useText()
  // As it was when the popup opened: prices move, and no row moves from under a mouse.
  const [held] = useState(() =>
    orders.toSorted((a, b) => partValue(b, 'left') - partValue(a, 'left')).map(idOf),
  )
  const rows = inStableOrder(orders, held, idOf)
  return (
    <Popup
      title={text('orders.title')}
      size="large"
      onClose={onClose}
      actions={<Button onClick={onClose}>{text('common.close')}</Button>}
    >
      <Totals orders={orders} />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, which must work without a mouse */}
      <section className="orders" tabIndex={0} aria-label={text('orders.title')}>
        <table>
          <thead>
            <tr>
              <th scope="col">{text('advert.column.direction')}</th>
              <th scope="col">{text('advert.column.security')}</th>
              <th scope="col">{text('order.reference')}</th>
              {figures.map((figure) => (
                <th key={figure} scope="col" data-kind="number">
                  {text(`order.${figure}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((order) => (
              <OrderRow key={idOf(order)} order={order} onClose={onClose} />
            ))}
          </tbody>
        </table>
      </section>
    </Popup>
  )
}

function OrderRow({ order, onClose }: { order: DeskOrder; onClose: () => void }) {
  const language = useLanguage()
  const dispatch = useAppDispatch()
  const { advert, parentQuantity: parent, doneElsewhere: elsewhere, ...rest } = order
  const shares = { parent, elsewhere, ...rest }
  const shown = (figure: (typeof figures)[number]): string => {
    if (figure === 'leftValue') return formatNotional(partValue(order, 'left'), language)
    return shares[figure] === 0 && figure !== 'left' ? '–' : formatNumber(shares[figure])
  }
  const equity = useEquities().get(advert.securityId)
  const known = splitSecurityName(advert.securityName)
  const name = equity ? equityNameIn(language, equity) : known.name
  const goTo = (): void => {
    dispatch(advertSelected(advert.id))
    onClose()
  }
  return (
    <tr data-done={order.left === 0 || undefined}>
      <td>
        <Side direction={order.direction} />
      </td>
      <td>
        <button type="button" className="orders-security" title={`${known.ric} ${name}`} onClick={goTo}>
          <b>{known.ric}</b> {name}
        </button>
      </td>
      <td className="orders-reference" title={order.orderReference ?? undefined}>
        {order.orderReference ?? '–'}
      </td>
      {figures.map((figure) => (
        <td key={figure} data-kind="number" data-figure={figure}>
          {shown(figure)}
        </td>
      ))}
    </tr>
  )
}

/** The parts of the orders of a side that have a total, in the order in which a share passes through them. */
const totalled = [
  ['parentQuantity', 'parent'],
  ['doneElsewhere', 'elsewhere'],
  ['located', 'located'],
  ['agreed', 'agreed'],
  ['executed', 'executed'],
  ['left', 'left'],
] as const satisfies readonly (readonly [OrderPart, string])[]

/** The orders of each side: how many, how many are done, and the values of their parts in yen. */
function Totals({ orders }: { orders: readonly DeskOrder[] }) {
  const text = useText()
  const language = useLanguage()
  return (
    <div className="orders-totals">
      {directions.map((direction) => {
        const ofSide = orders.filter((order) => order.direction === direction)
        if (ofSide.length === 0) return null
        const totals = orderTotals(ofSide)
        return (
          <div key={direction} data-side={direction}>
            <Side direction={direction} />
            <span className="orders-count">
              {text('orders.total', { count: totals.count, done: totals.done })}
            </span>
            <dl>
              {totalled.map(([part, name]) => (
                <div key={part} data-figure={name}>
                  <dt>{text(`order.${name}`)}</dt>
                  <dd>{totals[part] === 0 && part !== 'left' ? '–' : formatYen(totals[part], language)}</dd>
                </div>
              ))}
            </dl>
          </div>
        )
      })}
    </div>
  )
}
