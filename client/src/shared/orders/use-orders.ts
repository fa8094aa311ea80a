import type { Advert } from '@aitai/contract/schemas/adverts.ts'
import { useMemo } from 'react'
import { useAdvertListQuery, useListLocateNotificationsQuery } from '../api/desk-api.ts'
import { onlyData } from '../api/stale-since.ts'
import {
  type Order,
  type OrderProgress,
  type OrderTerms,
  orderKeyOf,
  orderProgress,
  ordersOf,
} from './order-progress.ts'

const none: readonly never[] = []

/** The trader's own adverts and locates of today. */
function useDay() {
  const { data: adverts = none } = useAdvertListQuery(undefined, { selectFromResult: onlyData })
  const { data: locates = none } = useListLocateNotificationsQuery(undefined, { selectFromResult: onlyData })
  return { adverts, locates }
}

/** Returns a function that gives how far the order behind an IOI is; null if its size is not known. */
export function useOrderProgress(): (terms: OrderTerms) => OrderProgress | null {
  const { adverts, locates } = useDay()
  return (terms) => orderProgress(terms, adverts, locates)
}

/** The trader's orders of today. */
export function useOrders(): readonly Order<Advert>[] {
  const { adverts, locates } = useDay()
  return useMemo(() => ordersOf(adverts, locates), [adverts, locates])
}

/**
 * Returns a function that gives the order behind an IOI as it is now, which is not always as that IOI says. Null if
 * nothing says how large it is.
 */
export function useOrderBehind(): (advert: Advert) => Order<Advert> | null {
  const orders = useOrders()
  return useMemo(() => {
    const byKey = new Map(orders.map((order) => [orderKeyOf(order), order]))
    return (advert) => byKey.get(orderKeyOf(advert)) ?? null
  }, [orders])
}
