import type { CostAnalysis, CostSummary } from '@aitai/contract/schemas/cost-analysis.ts'
import { textIn } from '@aitai/messages/texts.ts'
import { expect, test } from 'vitest'
import { renderInStore } from '../../test/support/render-in-store.tsx'
import { createStore } from '../shared/store/store.ts'
import { CostCharts } from './CostCharts.tsx'

const summary = (key: string, halfSpreadSaved: number, more: Partial<CostSummary> = {}): CostSummary => ({
  key,
  agreements: 15,
  executed: 0,
  shares: 1_000,
  value: 1_000_000 as CostSummary['value'],
  halfSpreadSaved: halfSpreadSaved as CostSummary['halfSpreadSaved'],
  halfSpread: 1,
  againstArrival: 3.2,
  againstVwap: -69.8,
  reversion: { after1: 69.8, after5: -4, after15: null, after30: null },
  reversionCount: { after1: 15, after5: 2, after15: 0, after30: 0 },
  timeToLocate: 3_500,
  ...more,
})
const iois = { sent: 1, located: 1, accepted: 1, completed: 1 }

function show(rows: Partial<Pick<CostAnalysis, 'byDay' | 'bySecurity'>>): void {
  const analysis = { total: summary('', 0), byDay: [], bySecurity: [], iois, ioisByDay: [], ...rows }
  renderInStore(
    <CostCharts analysis={analysis as unknown as CostAnalysis} nameOf={(id) => id} />,
    createStore(),
  )
}
const bars = (): string[] =>
  [...(document.querySelector('.cost-bars')?.querySelectorAll('.cost-bar-label') ?? [])].map(
    ({ textContent }) => textContent ?? '',
  )

const saved = [20_000, 41_400, 52_380, 60_000, 40_000, 49_000, 1_000]

test('the half-spread saved is drawn of the largest securities, the largest first', () => {
  show({ bySecurity: saved.map((yen, i) => summary(`s${i}`, yen)) })

  expect(bars()).toEqual(['s3', 's2', 's5', 's1', 's4', 's0'])
})

test('days stay in their order', () => {
  show({ byDay: saved.map((yen, i) => summary(`2026-11-0${i + 1}`, yen)) })

  expect(bars()).toEqual(['11-01', '11-02', '11-03', '11-04', '11-05', '11-06'])
})

test('every security has a dot for each benchmark, named with its figure', () => {
  show({ bySecurity: saved.map((yen, i) => summary(`s${i}`, yen)) })

  const dots = [...document.querySelectorAll('.cost-dots circle')].map(({ textContent }) => textContent)
  expect(dots).toHaveLength(2 * saved.length)
  expect(dots).toContain('s6 +3.2')
  expect(dots).toContain('s6 \u221269.8')
})

test('the reversion has a round axis, and says of how many agreements each point is the average', () => {
  show({ bySecurity: [summary('s', 1)] })

  const curve = document.querySelector('.cost-curve')
  expect(curve?.textContent).toContain('+100')
  expect(curve?.textContent).not.toContain('69.8')
  expect([...(curve?.querySelectorAll('.cost-count') ?? [])].map(({ textContent }) => textContent)).toEqual(
    [15, 2, 0, 0].map((known) => textIn('En', 'costs.reversion.of', { known, all: 15 })),
  )
})
