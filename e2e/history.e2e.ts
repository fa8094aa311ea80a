import { readFile } from 'node:fs/promises'
import { languages } from '@aitai/messages/texts.ts'
import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Locator, test } from '@playwright/test'
import { Trader } from './people.ts'
import { type Running, startServer } from './server.ts'

let product: Running
test.beforeEach(async () => {
  product = await startServer()
})
test.afterEach(() => product.stop())

const column = (trader: Trader, id: string): Locator =>
  trader.page.locator(`[role="columnheader"][col-id="${id}"]`)
const rows = (trader: Trader): Locator => trader.page.locator('.history-table .ag-row')
const row = (trader: Trader, ric: string): Locator => rows(trader).filter({ hasText: ric })
const cell = (trader: Trader, ric: string): Locator => row(trader, ric).locator('[col-id="security"]')

for (const language of languages) {
  test(`a day is sorted, narrowed, taken to a spreadsheet and ended from the history, ${language}`, async ({
    browser,
  }) => {
    const theme = language === 'Jp' ? 'dark' : 'light'
    const who = { url: product.url, browser, email: 'trader@alder.example', language, theme } as const
    const trader = await Trader.signsIn(who)
    await trader.page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await trader.advertises('BUY', '7203.T', 40_000)
    await trader.advertises('SELL', '6758.T', 12_000)
    await trader.advertises('BUY', '8306.T', 100_000)
    await trader.page.getByRole('button', { name: trader.text('history.open') }).click()

    await newestFirst(trader)
    await staysUnderThePointer(trader)
    await narrows(trader)
    await takesToSpreadsheet(trader)
    await actsOnSeveral(trader)
    await keepsItsColumns(trader)
    await cell(trader, '8306.T').dblclick()
    await expect(trader.page.getByLabel(trader.text('advert.quantity'), { exact: true })).toHaveValue(
      '100,000',
    )
    await trader.leaves()
  })
}

async function newestFirst(trader: Trader): Promise<void> {
  await expect(rows(trader)).toHaveCount(3)
  await expect(rows(trader).first()).toContainText('8306.T')
  await expect(column(trader, 'submitTime')).toHaveAttribute('aria-sort', 'descending')
  await column(trader, 'shareQuantity').click()
  await expect(trader.page.locator('.ag-row[row-index="0"]').first()).toContainText('6758.T')
}

/** Another screen of the same trader pauses the row in hand: it says so, and moves only once it is left. */
async function staysUnderThePointer(trader: Trader): Promise<void> {
  await column(trader, 'status').click()
  await cell(trader, '6758.T').hover()
  await expect(row(trader, '6758.T')).toHaveAttribute('row-index', '1')
  await pausesElsewhere(trader, '6758.T')
  await expect(row(trader, '6758.T')).toContainText(trader.text('advert.status.PAUSED'))
  await expect(row(trader, '6758.T')).toHaveAttribute('row-index', '1')
  await trader.page.getByRole('heading', { name: trader.text('history.title') }).hover()
  await expect(row(trader, '6758.T')).toHaveAttribute('row-index', '2')
  await column(trader, 'shareQuantity').click()
}

async function pausesElsewhere(trader: Trader, ric: string): Promise<void> {
  const id = await row(trader, ric).getAttribute('row-id')
  const status = await trader.page.evaluate(async (path) => {
    const headers = { Authorization: `Bearer ${localStorage.getItem('userToken')}` }
    return (await fetch(path, { headers })).status
  }, `/api/advert/pause-advert/${id}`)
  expect(status).toBe(200)
}

async function narrows(trader: Trader): Promise<void> {
  const quick = trader.page.getByRole('textbox', { name: trader.text('history.quick') })
  await trader.page.keyboard.press('/')
  await expect(quick).toBeFocused()
  await quick.fill('nothing like this')
  await expect(trader.page.getByText(trader.text('history.shown', { shown: 0, count: 3 }))).toBeVisible()
  await trader.button('history.clear').click()
  await expect(rows(trader)).toHaveCount(3)
  await trader.page.getByRole('button', { name: trader.text('history.filters') }).click()
  await trader.page.getByLabel(trader.text('history.column.shareQuantity'), { exact: true }).fill('>20k')
  await expect(rows(trader)).toHaveCount(2)
  await trader.page.keyboard.press('Escape')
  await trader.button('history.clear').click()
}

async function takesToSpreadsheet(trader: Trader): Promise<void> {
  await cell(trader, '6758.T').click()
  await cell(trader, '8306.T').click({ modifiers: ['Shift'] })
  await expect(trader.page.getByText(/^3/).and(trader.page.locator('.history-selected'))).toBeVisible()
  await trader.page.keyboard.press('Control+c')
  await expect(trader.page.locator('.history-said')).toHaveText(trader.text('history.copied', { count: 3 }))
  const pasted = await trader.page.evaluate<string>('navigator.clipboard.readText()')
  expect(pasted.split('\n')).toHaveLength(3)
  expect(pasted.split('\n')[0]?.split('\t')[2]).toBe('12000')
  const download = trader.page.waitForEvent('download')
  await trader.button('history.export').click()
  const file = await download
  expect(file.suggestedFilename()).toMatch(/^aitai-iois-\d{4}-\d\d-\d\d\.csv$/)
  const bytes = await readFile(await file.path())
  expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
  expect(bytes.toString()).toContain(trader.text('history.column.security'))
}

async function actsOnSeveral(trader: Trader): Promise<void> {
  const action = (key: 'pause' | 'resume' | 'cancel', count: number) =>
    trader.page.getByRole('button', { name: trader.text(`history.action.${key}`, { count }) })
  await action('pause', 2).click()
  await expect(trader.page.locator('.history-said')).toHaveText(
    trader.text('history.result.all', { done: 2, count: 2 }),
  )
  await expect(action('resume', 3)).toBeVisible()
  await isAccessible(trader)
  // Keyboard alone from here: two of three rows, and their end.
  await cell(trader, '6758.T').click()
  await trader.page.keyboard.press('Shift+ArrowDown')
  await expect(action('cancel', 2)).toBeVisible()
  await action('cancel', 2).press('Enter')
  const dialog = trader.page.getByRole('dialog')
  await expect(dialog).toContainText(trader.text('history.ask.cancel', { count: 2 }))
  await isAccessible(trader)
  await trader.page.keyboard.press('Tab')
  await trader.page.keyboard.press('Enter')
  await expect(dialog).toContainText(trader.text('history.result.all', { done: 2, count: 2 }))
  await trader.button('common.ok').press('Enter')
  await expect(row(trader, '6758.T')).toContainText(trader.text('advert.status.CANCELLED'))
  await expect(row(trader, '8306.T')).toContainText(trader.text('advert.status.PAUSED'))
}

async function keepsItsColumns(trader: Trader): Promise<void> {
  const duration = column(trader, 'duration')
  await expect(duration).toHaveCount(1)
  await trader.page.getByRole('button', { name: trader.text('history.columns'), exact: true }).click()
  await trader.page.getByRole('checkbox', { name: trader.text('history.column.duration') }).uncheck()
  await expect(duration).toHaveCount(0)
  await trader.page.reload()
  await trader.page.getByRole('button', { name: trader.text('history.open') }).click()
  await expect(rows(trader)).toHaveCount(3)
  await expect(duration).toHaveCount(0)
  await trader.page.getByRole('button', { name: trader.text('history.columns'), exact: true }).click()
  await trader.button('history.columns.reset').click()
  await expect(duration).toHaveCount(1)
  await trader.page.keyboard.press('Escape')
}

async function isAccessible(trader: Trader): Promise<void> {
  const found = await new AxeBuilder({ page: trader.page })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
    .analyze()
  expect(found.violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([])
}
