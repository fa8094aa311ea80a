import type { Locator } from '@playwright/test'
import type { Trader } from '../../support/people.ts'

export const columnHeader = (trader: Trader, id: string): Locator =>
  trader.page.locator(`[role="columnheader"][col-id="${id}"]`)
export const historyRows = (trader: Trader): Locator => trader.page.locator('.history-table .ag-row')
export const historyRow = (trader: Trader, ric: string): Locator =>
  historyRows(trader).filter({ hasText: ric })
export const securityCell = (trader: Trader, ric: string): Locator =>
  historyRow(trader, ric).locator('[col-id="security"]')

export const selectionSummary = (trader: Trader): Locator => trader.page.locator('.history-selected')
export const selectionText = (trader: Trader, ...rics: string[]): string =>
  trader.text('history.selected', {
    count: rics.length,
    rics: rics.join(trader.text('advert.review.listSeparator')),
  })
export const rowActionButton = (trader: Trader, key: 'pause' | 'resume' | 'cancel', count: number): Locator =>
  trader.page.getByRole('button', { name: trader.text(`history.action.${key}`, { count }), exact: true })
