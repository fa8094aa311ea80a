import type { Advert } from '@aitai/contract/schemas/adverts.ts'
import { textIn } from '@aitai/messages/texts.ts'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderInStore } from '../../test/support/render-in-store.tsx'
import { api } from '../shared/api/desk-api.ts'
import { createStore } from '../shared/store/store.ts'
import { PhoneDesk } from './PhoneDesk.tsx'

const advert = (id: string, advertisementStatus: Advert['advertisementStatus']): Advert =>
  ({
    id,
    securityId: id,
    securityName: `${id} - Security`,
    direction: 'BUY',
    shareQuantity: 40_000,
    jpynotional: 116_220_000,
    advertisementStatus,
    expiryDate: null,
    causeOfDeath: null,
  }) as unknown as Advert

test('the heading counts what is open, the line below how it stands, and each row has its value', async () => {
  const store = createStore()
  const statuses = ['LIVE', 'SENT', 'LIVE', 'PAUSED', 'PAUSED', 'PAUSED', 'PAUSED'] as const
  const open = statuses.map((status, i) => advert(`open${i}`, status))
  const over = [advert('draft', 'UNSENT'), advert('over', 'DEAD'), advert('done', 'COMPLETED')]
  await store.dispatch(api.util.upsertQueryData('advertList', undefined, [...open, ...over]))
  renderInStore(<PhoneDesk />, store)

  expect(screen.getByRole('heading', { name: textIn('En', 'phone.title', { count: 7 }) })).toBeTruthy()
  expect(document.querySelector('.phone-counts')?.textContent).toBe('Live (3) · Paused (4)')
  const rows = screen.getAllByRole('listitem')
  expect(rows).toHaveLength(7)
  expect(rows[0]?.textContent).toContain('40,000 JPY 116.2m')
})
