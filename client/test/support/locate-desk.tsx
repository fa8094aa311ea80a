import type { LocateNotification } from '@aitai/contract/schemas/locates.ts'
import type { Notification } from '@aitai/contract/schemas/notifications.ts'
import type { Equity, MarketQuote } from '@aitai/contract/schemas/reference.ts'
import type { UnknownAction } from '@reduxjs/toolkit'
import { act, fireEvent, screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { Locates } from '../../src/locates/Locates.tsx'
import { api } from '../../src/shared/api/desk-api.ts'
import { notificationReceived } from '../../src/shared/connection/received-notifications.ts'
import { createStore } from '../../src/shared/store/store.ts'
import { renderInStore } from './render-in-store.tsx'

/** A locate as the server sends it, open for another 30 seconds. */
export const located = (id: string, more: Partial<LocateNotification> = {}): LocateNotification => {
  const now = performance.timeOrigin + performance.now()
  const { deadline = now + 30_000, outcome = null } = more
  return {
    locateNotificationId: id,
    securityId: 'toyota',
    advertisementId: `advert-${id}`,
    buyId: `advert-${id}`,
    locateQuantity: 20_000,
    locationQuantity: 20_000,
    shareQuantity: 40_000,
    jpynotional: 58_110_000,
    usdnotional: 387_400,
    direction: 'BUY',
    contraDirection: 'SELL',
    transactionType: 'CASH_ONLY',
    contraMinimum: 10_000,
    stockMovePercentage: 0.8,
    indexMovePercentage: -0.3,
    midPrice: 2_905.5,
    locateTime: now,
    deadline,
    serverTime: now,
    lapsesAt: outcome === null ? deadline + 1_501 : null,
    residualQuantity: 20_000,
    residualPossible: false,
    answer: null,
    outcome,
    password: null,
    brokerName: null,
    brokerContact: null,
    receivedAt: null,
    connectionAgreementId: null,
    notExecuted: null,
    ack: false,
    visible: true,
    messageType: 'locate',
    ...more,
  }
}

const notificationOf = (locate: LocateNotification): Notification =>
  ({
    id: `notification-${locate.locateNotificationId}-${locate.outcome}`,
    message: locate.outcome ? 'Contra Connection Declined' : 'Contra Located',
    messageType: 'locate',
    locateNotificationId: locate.locateNotificationId,
    locate,
  }) as Notification

interface KnownMarket {
  readonly equities?: Equity[]
  /** The newest quotes, by security. */
  readonly quotes?: Readonly<Record<string, MarketQuote>>
}

/** A page with a field and the popup of locates, or another part, to which a test pushes them. */
export async function locateDesk(
  part: ReactNode = <Locates />,
  { equities = [], quotes = {} }: KnownMarket = {},
) {
  const store = createStore()
  await store.dispatch(api.util.upsertQueryData('listLocateNotifications', undefined, []))
  await store.dispatch(api.util.upsertQueryData('getEquities', undefined, equities))
  await store.dispatch(api.util.upsertQueryData('advertList', undefined, []))
  for (const [securityId, quote] of Object.entries(quotes))
    await store.dispatch(api.util.upsertQueryData('getQuote', { securityId }, quote))
  renderInStore(
    <>
      <input aria-label="quantity" />
      {part}
    </>,
    store,
  )
  const input = screen.getByLabelText('quantity')
  input.focus()
  return {
    input,
    dispatch: (action: UnknownAction) => act(() => void store.dispatch(action)),
    acknowledged: () => store.getState().notifications.acknowledged,
    push: (locate: LocateNotification, more: Partial<Notification> = {}) =>
      act(() => store.dispatch(notificationReceived({ ...notificationOf(locate), ...more }))),
  }
}

/** Presses F8 where the focus is. */
export const f8 = () => act(() => fireEvent.keyDown(document.activeElement ?? document.body, { key: 'F8' }))
