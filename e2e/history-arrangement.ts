import { expect, type Locator } from '@playwright/test'
import { cell, chosen, column, row, rows, selection } from './history-table.ts'
import { Trader } from './people.ts'

export async function outlivesSwitch(trader: Trader): Promise<void> {
  const other = new Trader(trader.page, trader.language === 'En' ? 'Jp' : 'En')
  await cell(trader, '7203.T').click()
  await trader.page.getByRole('button', { name: trader.text('history.filters') }).click()
  const side = trader.page.getByRole('combobox', { name: trader.text('history.column.direction') })
  await side.selectOption(trader.text('common.BUY'))
  await trader.page.keyboard.press('Escape')
  for (const [to, from] of [
    [other, trader],
    [trader, other],
  ] as const) {
    await trader.page.getByRole('button', { name: from.text(`header.${to.language}`), exact: true }).click()
    await expect(to.page.getByRole('heading', { name: to.text('history.title') })).toBeVisible()
    await expect(rows(to)).toHaveCount(2)
    await expect(chosen(to)).toHaveText(selection(to, '7203.T'))
    await expect(row(to, '7203.T')).toHaveAttribute('aria-selected', 'true')
    await expect(column(to, 'shareQuantity')).toHaveAttribute('aria-sort', 'ascending')
  }
  await trader.button('history.clear').click()
}

async function widthOf(header: Locator): Promise<number> {
  return Math.round((await header.boundingBox())?.width ?? 0)
}

/** Presses at one place, goes to another in steps as a hand does, and lets go. */
async function drags(trader: Trader, from: Locator, to: { x: number; y: number }): Promise<void> {
  await from.hover()
  await trader.page.mouse.down()
  await trader.page.mouse.move(to.x, to.y, { steps: 12 })
  await trader.page.mouse.up()
}

export async function keepsItsColumns(trader: Trader): Promise<void> {
  const [security, direction] = [column(trader, 'security'), column(trader, 'direction')]
  const before = await widthOf(security)
  const box = await security.boundingBox()
  if (!box) throw new Error('there is no column of securities')
  const middle = box.y + box.height / 2
  const edge = security.locator('.ag-header-cell-resize')
  await drags(trader, edge, { x: box.x + box.width + 60, y: middle })
  await expect(async () => expect(await widthOf(security)).toBeGreaterThan(before + 40)).toPass()
  const wide = await widthOf(security)
  await drags(trader, direction.locator('.ag-header-cell-text'), { x: box.x + 20, y: middle })
  await expect(async () => {
    const [left, right] = [await direction.boundingBox(), await security.boundingBox()]
    expect(left?.x).toBeLessThan(right?.x ?? 0)
  }).toPass()
  const duration = column(trader, 'duration')
  await expect(duration).toHaveCount(1)
  await trader.page.getByRole('button', { name: trader.text('history.columns'), exact: true }).click()
  await trader.page.getByRole('checkbox', { name: trader.text('history.column.duration') }).uncheck()
  await expect(duration).toHaveCount(0)
  await trader.page.reload()
  await trader.page.getByRole('button', { name: trader.text('history.open') }).click()
  await expect(rows(trader)).toHaveCount(3)
  await expect(duration).toHaveCount(0)
  expect(await widthOf(security)).toBe(wide)
  expect((await direction.boundingBox())?.x).toBeLessThan((await security.boundingBox())?.x ?? 0)
  await trader.page.getByRole('button', { name: trader.text('history.columns'), exact: true }).click()
  await trader.button('history.columns.reset').click()
  await expect(duration).toHaveCount(1)
  await trader.page.keyboard.press('Escape')
}
