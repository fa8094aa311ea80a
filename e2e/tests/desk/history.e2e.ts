import { readFile } from 'node:fs/promises'
import { languages } from '@aitai/messages/texts.ts'
import { expect, type Locator, test } from '@playwright/test'
import { brokerNameIn, Trader } from '../../support/people.ts'
import { serverForEachTest } from '../../support/test-server.ts'
import { expectColumnsRestored } from './history-columns.ts'
import {
  columnHeader,
  historyRow,
  historyRows,
  rowActionButton,
  securityCell,
  selectionSummary,
  selectionText,
} from './history-table.ts'

const product = serverForEachTest()

for (const language of languages) {
  // spec: 2.trader.34
  test(`a day is sorted, filtered, exported and cancelled from the history, ${language}`, {
    tag: '@full',
  }, async ({ browser }) => {
    const theme = language === 'Jp' ? 'dark' : 'light'
    const who = { url: product.url, browser, email: 'trader@alder.example', language, theme } as const
    const trader = await Trader.signsIn(who)
    await trader.page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await trader.advertises('BUY', '7203.T', 40_000)
    await trader.advertises('SELL', '6758.T', 12_000)
    await trader.advertises('BUY', '8306.T', 100_000)
    await trader.page.getByRole('button', { name: trader.text('history.open'), exact: true }).click()

    const step = (sentence: string, seen: (trader: Trader) => Promise<void>): Promise<void> =>
      test.step(sentence, () => seen(trader))
    // spec: 3.17, 9.24
    await step('the newest is first, and every column sorts', newestFirst)
    await step('a refresh or a sort never moves the row in hand, until it is left', staysUnderThePointer)
    await step('it is narrowed by a word and by column, as Japanese types them', narrows)
    // spec: 2.trader.11, 2.trader.12
    await step('rows are selected one by one, with Ctrl and in ranges, and the footer names them', selects)
    await step('rows are copied as displayed and exported as a file', takesToSpreadsheet)
    // spec: 2.trader.14, 4.statuses.14, 4.statuses.15
    await step('several are paused, resumed and cancelled at once', actsOnSeveral)
    // spec: 2.trader.14, 4.statuses.16
    await step('several are sent and updated after a review of each', sendsSeveral)
    await step('columns are hidden, and stay so', expectColumnsRestored)
    await step('an advert is taken back to the desk', async () => {
      await securityCell(trader, '8306.T').dblclick()
      const quantity = trader.page.getByLabel(trader.text('advert.quantity'), { exact: true })
      await expect(quantity).toHaveValue('100,000')
    })
    await trader.leaves()
  })

  test(`without a mouse the history is opened, a range selected and cancelled, ${language}`, {
    tag: '@full',
  }, async ({ browser }) => {
    const who = { url: product.url, browser, email: 'trader@alder.example', language } as const
    const trader = await Trader.signsIn(who)
    const { keyboard } = trader.page
    await trader.advertises('BUY', '7203.T', 40_000)
    await trader.advertises('SELL', '6758.T', 12_000)
    await tabsTo(trader, trader.page.getByRole('button', { name: trader.text('history.open'), exact: true }))
    await keyboard.press('Enter')
    await expect(historyRows(trader)).toHaveCount(2)
    await expect(trader.page.getByRole('heading', { name: trader.text('history.title') })).toBeFocused()
    await keyboard.press('ArrowDown')
    await keyboard.press('Space')
    await expect(selectionSummary(trader)).toHaveText(selectionText(trader, '6758.T'))
    await keyboard.press('Shift+ArrowDown')
    await expect(selectionSummary(trader)).toHaveText(selectionText(trader, '6758.T', '7203.T'))
    await tabsTo(trader, rowActionButton(trader, 'cancel', 2))
    await keyboard.press('Enter')
    await expect(trader.button('history.question.keep')).toBeFocused()
    await keyboard.press('Tab')
    await keyboard.press('Enter')
    const all = trader.text('history.result.all', { done: 2, count: 2 })
    await expect(trader.page.getByRole('dialog')).toContainText(all)
    await trader.leaves()
  })
}

/** Presses Tab until the element has the focus. */
async function tabsTo(trader: Trader, there: Locator): Promise<void> {
  for (let presses = 0; presses < 60; presses += 1) {
    await trader.page.keyboard.press('Tab')
    if (await there.evaluate((element) => element.matches(':focus'))) return
  }
  throw new Error(`Tab does not lead to ${there}`)
}

async function newestFirst(trader: Trader): Promise<void> {
  await expect(historyRows(trader)).toHaveCount(3)
  await expect(historyRows(trader).first()).toContainText('8306.T')
  await expect(columnHeader(trader, 'submitTime')).toHaveAttribute('aria-sort', 'descending')
  await columnHeader(trader, 'shareQuantity').click()
  await expect(trader.page.locator('.ag-row[row-index="0"]').first()).toContainText('6758.T')
}

/**
 * Another screen of the same trader pauses the focused row: it says so, and moves only after the focus
 * leaves.
 */
async function staysUnderThePointer(trader: Trader): Promise<void> {
  await columnHeader(trader, 'status').click()
  await securityCell(trader, '6758.T').hover()
  await expect(historyRow(trader, '6758.T')).toHaveAttribute('row-index', '1')
  await pausesInOtherTab(trader, '6758.T')
  await expect(historyRow(trader, '6758.T')).toContainText(trader.text('advert.status.PAUSED'))
  await expect(historyRow(trader, '6758.T')).toHaveAttribute('row-index', '1')
  // A chosen sort moves the rows even under the pointer.
  await columnHeader(trader, 'security').focus()
  await trader.page.keyboard.press('Enter')
  await expect(historyRow(trader, '6758.T')).toHaveAttribute('row-index', '0')
  await columnHeader(trader, 'status').focus()
  await trader.page.keyboard.press('Enter')
  await expect(historyRow(trader, '6758.T')).toHaveAttribute('row-index', '2')
  await resumesInOtherTab(trader, '6758.T')
  await expect(historyRow(trader, '6758.T')).toContainText(trader.text('advert.status.SENT'))
  await expect(historyRow(trader, '6758.T')).toHaveAttribute('row-index', '2')
  await trader.page.getByRole('heading', { name: trader.text('history.title') }).hover()
  await expect(historyRow(trader, '6758.T')).not.toHaveAttribute('row-index', '2')
  await columnHeader(trader, 'shareQuantity').click()
}

const pausesInOtherTab = (trader: Trader, ric: string): Promise<void> =>
  changesInOtherTab(trader, ric, 'pause')
const resumesInOtherTab = (trader: Trader, ric: string): Promise<void> =>
  changesInOtherTab(trader, ric, 'resume')

async function changesInOtherTab(trader: Trader, ric: string, action: 'pause' | 'resume'): Promise<void> {
  const id = await historyRow(trader, ric).getAttribute('row-id')
  const status = await trader.page.evaluate(async (path) => {
    const headers = { Authorization: `Bearer ${localStorage.getItem('userToken')}` }
    return (await fetch(path, { headers })).status
  }, `/api/advert/${action}-advert/${id}`)
  expect(status).toBe(200)
}

async function narrows(trader: Trader): Promise<void> {
  const quick = trader.page.getByRole('textbox', { name: trader.text('table.quick') })
  await trader.page.keyboard.press('/')
  await expect(quick).toBeFocused()
  await quick.fill('nothing like this')
  await expect(trader.page.getByText(trader.text('table.shown', { shown: 0, count: 3 }))).toBeVisible()
  await quick.fill('とよた')
  await expect(historyRows(trader)).toHaveCount(1)
  await expect(historyRow(trader, '7203.T')).toBeVisible()
  await trader.button('table.clear').click()
  await expect(historyRows(trader)).toHaveCount(3)
  await trader.page.getByRole('button', { name: trader.text('table.filters') }).click()
  const side = trader.page.getByRole('combobox', { name: trader.text('history.column.direction') })
  await side.selectOption(trader.text('common.SELL'))
  await expect(historyRows(trader)).toHaveCount(1)
  await side.selectOption(trader.text('table.filters.any'))
  await trader.page.getByLabel(trader.text('history.column.shareQuantity'), { exact: true }).fill('＞２０ｋ')
  await expect(historyRows(trader)).toHaveCount(2)
  await trader.page.keyboard.press('Escape')
  await trader.button('table.clear').click()
  await filtersInTheHeader(trader)
}

/** From the keyboard, on the heading of the column; the focus then returns to it. */
async function filtersInTheHeader(trader: Trader): Promise<void> {
  const { page } = trader
  const head = page.locator('[role="columnheader"][col-id="direction"]')
  await head.focus()
  await page.keyboard.press('Alt+ArrowDown')
  const filter = page.locator('.history-head-panel').getByRole('combobox')
  await expect(filter).toBeFocused()
  await filter.selectOption(trader.text('common.SELL'))
  await expect(historyRows(trader)).toHaveCount(1)
  await page.keyboard.press('Escape')
  await expect(head).toBeFocused()
  await trader.button('table.clear').click()
  await page.getByRole('radio', { name: trader.text('history.rows.agreed') }).check({ force: true })
  await expect(historyRows(trader)).toHaveCount(0)
  await page.getByRole('radio', { name: trader.text('history.rows.all') }).check({ force: true })
  await expect(historyRows(trader)).toHaveCount(3)
}

/** Quantities ascending: 6758, 7203, 8306. */
async function selects(trader: Trader): Promise<void> {
  await securityCell(trader, '6758.T').click()
  await expect(selectionSummary(trader)).toHaveText(selectionText(trader, '6758.T'))
  await securityCell(trader, '8306.T').click({ modifiers: ['ControlOrMeta'] })
  await expect(selectionSummary(trader)).toContainText('8306.T')
  await expect(selectionSummary(trader)).toContainText(/^2/)
  await securityCell(trader, '6758.T').click({ modifiers: ['ControlOrMeta'] })
  await expect(selectionSummary(trader)).toHaveText(selectionText(trader, '8306.T'))
  await trader.page.keyboard.press('Space')
  await expect(rowActionButton(trader, 'pause', 2)).toBeVisible()
  await historyRow(trader, '7203.T').getByRole('checkbox').click()
  await expect(rowActionButton(trader, 'pause', 3)).toBeVisible()
  // Bulk upload and Restore stay in place in every state of the container.
  await expect(trader.button('upload.action')).toBeVisible()
  await expect(trader.button('upload.restore')).toBeVisible()
}

async function takesToSpreadsheet(trader: Trader): Promise<void> {
  await securityCell(trader, '6758.T').click()
  await securityCell(trader, '8306.T').click({ modifiers: ['Shift'] })
  await expect(trader.page.getByText(/^3/).and(trader.page.locator('.history-selected'))).toBeVisible()
  await trader.page.keyboard.press('Control+c')
  await expect(trader.page.locator('.history-announcement')).toHaveText(
    trader.text('history.copied', { count: 3 }),
  )
  const pasted = await trader.page.evaluate<string>('navigator.clipboard.readText()')
  expect(pasted.split('\n')).toHaveLength(3)
  expect(pasted.split('\n')[0]?.split('\t')[2]).toBe('12000')
  const download = trader.page.waitForEvent('download')
  await trader.button('table.export').click()
  const file = await download
  expect(file.suggestedFilename()).toMatch(/^aitai-iois-\d{4}-\d\d-\d\d\.csv$/)
  const bytes = await readFile(await file.path())
  expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
  expect(bytes.toString()).toContain(trader.text('history.column.security'))
}

async function actsOnSeveral(trader: Trader): Promise<void> {
  await rowActionButton(trader, 'pause', 3).click()
  await expect(trader.page.locator('.history-announcement')).toHaveText(
    trader.text('history.result.all', { done: 3, count: 3 }),
  )
  await rowActionButton(trader, 'resume', 3).click()
  await expect(rowActionButton(trader, 'pause', 3)).toBeVisible()
  await securityCell(trader, '8306.T').click()
  await rowActionButton(trader, 'pause', 1).click()
  await expect(historyRow(trader, '8306.T')).toContainText(trader.text('advert.status.PAUSED'))
  // By keyboard only from here: two of three rows are cancelled.
  await securityCell(trader, '6758.T').click()
  await trader.page.keyboard.press('Shift+ArrowDown')
  await expect(rowActionButton(trader, 'cancel', 2)).toBeVisible()
  await rowActionButton(trader, 'cancel', 2).press('Enter')
  const dialog = trader.page.getByRole('dialog')
  await expect(dialog).toContainText(trader.text('history.question.cancel', { count: 2 }))
  // The focus arrives with the popup's next frame, on what changes nothing.
  await expect(dialog.locator(':focus')).toHaveCount(1)
  await trader.page.keyboard.press('Tab')
  await trader.page.keyboard.press('Enter')
  await expect(dialog).toContainText(trader.text('history.result.all', { done: 2, count: 2 }))
  await trader.button('common.ok').press('Enter')
  await expect(historyRow(trader, '6758.T')).toContainText(trader.text('advert.status.CANCELLED'))
  await expect(historyRow(trader, '8306.T')).toContainText(trader.text('advert.status.PAUSED'))
}

/** A dead advert is sent as a new one, a paused one is updated; each is reviewed in full first. */
async function sendsSeveral(trader: Trader): Promise<void> {
  await securityCell(trader, '7203.T').click()
  await securityCell(trader, '8306.T').click({ modifiers: ['ControlOrMeta'] })
  const both = trader.text('history.action.both', { submits: 1, modifies: 1 })
  await trader.page.getByRole('button', { name: both }).click()
  const dialog = trader.page.getByRole('dialog')
  const line = dialog.getByRole('listitem').filter({ hasText: '7203.T' })
  for (const key of ['advert.review.notional', 'advert.minimum', 'advert.duration', 'advert.hurdle'] as const)
    await expect(line).toContainText(trader.text(key))
  await expect(line).toContainText(trader.text('review.conditions'))
  await expect(line).toContainText(/JPY [\d,]{9,} · USD [\d,]{6,}/)
  await expect(line).toContainText(brokerNameIn(trader.language, 'Hinoki Securities'))
  const count = { count: 2 }
  const confirm = trader.text('history.question.send.confirm', count)
  await trader.page.getByRole('button', { name: confirm }).click()
  await expect(dialog).toContainText(trader.text('history.result.all', { done: 2, ...count }))
  await trader.button('common.ok').click()
  await expect(historyRow(trader, '7203.T')).toContainText(trader.text('advert.status.SENT'))
}
