import type { Advert } from '@aitai/contract/schemas/adverts.ts'
import { expect, test } from 'vitest'
import { toyota } from '../../../test/support/fixtures.ts'
import { columnOf, type HistoryTextContext } from './history-columns.ts'
import { columnComparator } from './history-order.ts'

const context = { equities: new Map([['toyota', toyota]]) } as unknown as HistoryTextContext
const advert = (id: string, limitPrice: number | null) => ({ id, securityId: 'toyota', limitPrice }) as Advert

test('the own limit price is shown with the decimals of its tick, and sorts by its value', () => {
  const limit = columnOf('limitPrice')
  const rows = [advert('none', null), advert('high', 10_000), advert('low', 2_890.5)]

  expect(rows.map((row) => limit.shown(row, context))).toEqual(['–', '10,000.0', '2,890.5'])
  expect(rows.map((row) => limit.value(row, context))).toEqual([null, 10_000, 2_890.5])
  const sorted = rows.toSorted((a, b) => columnComparator('limitPrice')(a, b, context, false))
  expect(sorted.map(({ id }) => id)).toEqual(['low', 'high', 'none'])
})
