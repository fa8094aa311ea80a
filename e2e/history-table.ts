import type { Locator } from '@playwright/test'
import type { Trader } from './people.ts'

export const column = (trader: Trader, id: string): Locator =>
  trader.page.locator(`[role="columnheader"][col-id="${id}"]`)
export const rows = (trader: Trader): Locator => trader.page.locator('.history-table .ag-row')
export const row = (trader: Trader, ric: string): Locator => rows(trader).filter({ hasText: ric })
export const cell = (trader: Trader, ric: string): Locator => row(trader, ric).locator('[col-id="security"]')

export const chosen = (trader: Trader): Locator => trader.page.locator('.history-selected')
export const selection = (trader: Trader, ...rics: string[]): string =>
  trader.text('history.selected', {
    count: rics.length,
    rics: rics.join(trader.text('advert.review.listSeparator')),
  })
export const action = (trader: Trader, key: 'pause' | 'resume' | 'cancel', count: number): Locator =>
  trader.page.getByRole('button', { name: trader.text(`history.action.${key}`, { count }), exact: true })
