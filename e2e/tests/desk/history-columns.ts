import { expect } from '@playwright/test'
import type { Trader } from '../../support/people.ts'
import { columnHeader, historyRows } from './history-table.ts'

export async function expectColumnsRestored(trader: Trader): Promise<void> {
  const column = columnHeader(trader, 'timeToLocate')
  await expect(column).toHaveCount(1)
  await trader.page.getByRole('button', { name: trader.text('history.columns'), exact: true }).click()
  await trader.page.getByRole('checkbox', { name: trader.text('history.column.timeToLocate') }).uncheck()
  await expect(column).toHaveCount(0)
  await trader.page.reload()
  await trader.page.getByRole('button', { name: trader.text('history.open'), exact: true }).click()
  await expect(historyRows(trader)).toHaveCount(3)
  await expect(column).toHaveCount(0)
  await trader.page.getByRole('button', { name: trader.text('history.columns'), exact: true }).click()
  await trader.button('history.columns.reset').click()
  await expect(column).toHaveCount(1)
  await trader.page.keyboard.press('Escape')
}
