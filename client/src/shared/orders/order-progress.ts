import type { Advert } from '@aitai/contract/schemas/adverts.ts'
import type { LocateNotification } from '@aitai/contract/schemas/locates.ts'
import { isOpen } from '@aitai/engine/model/advert.ts'

/** What makes IOIs of a trader belong to one order on a day (docs/rules.md §27). */
type OrderKey = Pick<Advert, 'securityId' | 'direction' | 'orderReference'>

/** The part of an IOI that says what order is behind it. */
export type OrderTerms = OrderKey & Pick<Advert, 'parentQuantity' | 'doneElsewhere'>

type OrderAdvert = OrderTerms &
  Pick<
    Advert,
    'id' | 'advertisementStatus' | 'submitTime' | 'shareQuantity' | 'currentQuantity' | 'jpynotional'
  >
export type OrderLocate = Pick<
  LocateNotification,
  'advertisementId' | 'locateQuantity' | 'outcome' | 'notExecuted' | 'executions'
>

/** How far an order is, in shares (docs/rules.md §27). */
export interface OrderProgress extends OrderKey {
  readonly parentQuantity: number
  readonly doneElsewhere: number
  /** In locates that are open. */
  readonly located: number
  /** Agreed with a contra, and not reported as executed. */
  readonly agreed: number
  readonly executed: number
  /** Neither done elsewhere, nor agreed, nor executed: at least 0. */
  readonly left: number
}

/** The same for all IOIs of one order. */
export const orderKeyOf = ({ securityId, direction, orderReference }: OrderKey): string =>
  JSON.stringify([securityId, direction, orderReference])

const sum = (numbers: readonly number[]): number => numbers.reduce((total, each) => total + each, 0)

/**
 * How far the order behind an IOI is, by the trader's own adverts and locates of today (docs/rules.md §27). Null if the
 * IOI does not say how large the order is.
 */
export function orderProgress(
  terms: OrderTerms,
  adverts: readonly (OrderKey & Pick<Advert, 'id'>)[],
  locates: readonly OrderLocate[],
): OrderProgress | null {
  const { securityId, direction, orderReference, parentQuantity, doneElsewhere } = terms
  if (parentQuantity === null) return null
  const key = orderKeyOf(terms)
  const ids = new Set(adverts.filter((advert) => orderKeyOf(advert) === key).map(({ id }) => id))
  const own = locates.filter(({ advertisementId }) => ids.has(advertisementId))
  const accepted = own.filter(({ outcome, notExecuted }) => outcome === 'ACCEPTED' && notExecuted === null)
  const executed = sum(accepted.flatMap(({ executions = [] }) => executions.map(({ quantity }) => quantity)))
  const taken = sum(accepted.map(({ locateQuantity }) => locateQuantity))
  return {
    ...{ securityId, direction, orderReference, parentQuantity, doneElsewhere, executed },
    located: sum(own.filter(({ outcome }) => outcome === null).map(({ locateQuantity }) => locateQuantity)),
    agreed: taken - executed,
    left: Math.max(0, parentQuantity - doneElsewhere - taken),
  }
}

/** An order with the IOI that says how large it is. */
export interface Order<A extends OrderAdvert> extends OrderProgress {
  readonly advert: A
  /** What its open IOIs offer, in shares. */
  readonly offered: number
}

/**
 * The trader's orders of today, in the order of the adverts. Each is as large as its open IOI says, else the one that
 * was sent last. Drafts do not count.
 */
export function ordersOf<A extends OrderAdvert>(
  adverts: readonly A[],
  locates: readonly OrderLocate[],
): readonly Order<A>[] {
  const sent = adverts.filter(({ submitTime }) => submitTime !== null)
  return [...Map.groupBy(sent, orderKeyOf).values()].flatMap((all) => {
    const [advert] = all.toSorted(
      (a, b) => Number(isOpen(b)) - Number(isOpen(a)) || Number(b.submitTime) - Number(a.submitTime),
    )
    const progress = advert && orderProgress(advert, all, locates)
    if (!progress) return []
    return {
      ...progress,
      advert,
      offered: sum(all.filter(isOpen).map(({ currentQuantity }) => currentQuantity)),
    }
  })
}

type Valued = OrderProgress & { readonly advert: Pick<Advert, 'shareQuantity' | 'jpynotional'> }

/** A part of an order, in shares. */
export type OrderPart = 'parentQuantity' | 'doneElsewhere' | 'located' | 'agreed' | 'executed' | 'left'

/** The value of a part of an order in yen, at the price at which its IOI has its value. */
export const partValue = ({ advert, ...order }: Valued, part: OrderPart): number =>
  (order[part] * advert.jpynotional) / advert.shareQuantity

/** How many orders there are, how many of them are done, and the values of their parts in yen. */
export interface OrderTotals extends Readonly<Record<OrderPart, number>> {
  readonly count: number
  readonly done: number
}

/** The totals of a list of orders, in yen: shares of different securities have no sum. */
export function orderTotals(orders: readonly Valued[]): OrderTotals {
  const total = (part: OrderPart): number => sum(orders.map((order) => partValue(order, part)))
  return {
    count: orders.length,
    done: orders.filter(({ left }) => left === 0).length,
    parentQuantity: total('parentQuantity'),
    doneElsewhere: total('doneElsewhere'),
    located: total('located'),
    agreed: total('agreed'),
    executed: total('executed'),
    left: total('left'),
  }
}
