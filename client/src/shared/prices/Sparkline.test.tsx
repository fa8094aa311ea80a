import type { Bars, DayBars } from '@aitai/contract/schemas/reference.ts'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderInStore } from '../../../test/support/render-in-store.tsx'
import { api } from '../api/desk-api.ts'
import { createStore } from '../store/store.ts'
import { Sparkline } from './Sparkline.tsx'

const noon = Date.parse('2026-11-20T12:30:00+09:00')

async function show(count: number) {
  const minutes = Array.from({ length: count }, (_, i) => i)
  const close = minutes.map((i) => 2_900 + i)
  const none = minutes.map(() => null)
  const bars: Bars = {
    at: minutes.map((i) => noon + i * 60_000),
    open: close,
    high: close,
    low: close,
    close,
    volume: none,
    vwap: none,
    mid: none,
  }
  const store = createStore()
  const day = { securityId: 's', day: '2026-11-20', sessions: [], bars } as Partial<DayBars> as DayBars
  await store.dispatch(api.util.upsertQueryData('getBars', { securityId: 's', day: 'today' }, day))
  renderInStore(<Sparkline securityId="s" midPrice={2_950} />, store)
}

test('a sparkline draws the last half hour and says where it began and ended', async () => {
  await show(90)
  const drawn = screen.getByRole('img', { name: 'Last half hour: from 2,960.0 to 2,989.0 yen' })
  expect(drawn.querySelector('polyline')?.getAttribute('points')?.split(' ')).toHaveLength(30)
})

test('a sparkline of less than two minutes is empty', async () => {
  await show(1)
  expect(screen.queryByRole('img')).toBeNull()
})
