import { expect } from '@playwright/test'
import { column, rows } from './history-table.ts'
import type { Trader } from './people.ts'

export async function keepsItsColumns(trader: Trader): Promise<void> {
  const duration = column(trader, 'duration')
  await expect(duration).toHaveCount(1)
  await trader.page.getByRole('button', { name: trader.text('history.columns'), exact: true }).click()
  await trader.page.getByRole('checkbox', { name: trader.text('history.column.duration') }).uncheck()
  await expect(duration).toHaveCount(0)
  await trader.page.reload()
  await trader.page.getByRole('button', { name: trader.text('history.open'), exact: true }).click()
  await expect(rows(trader)).toHaveCount(3)
  await expect(duration).toHaveCount(0)
  await trader.page.getByRole('button', { name: trader.text('history.columns'), exact: true }).click()
  await trader.button('history.columns.reset').click()
  await expect(duration).toHaveCount(1)
  await trader.page.keyboard.press('Escape')
}
