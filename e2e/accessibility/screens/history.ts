import { expect, type Locator } from '@playwright/test'
import type { Trader } from '../../support/people.ts'
import { submitAdvert, tradableSecurities } from '../../support/trading-api.ts'
import type { AuditedScreen, AuditSession } from '../audit-session.ts'

const rows = ({ page }: Trader): Locator => page.locator('.history-table .ag-row')
const cell = ({ page }: Trader, ric: string): Locator =>
  page.locator('.history-table .ag-row').filter({ hasText: ric }).locator('[col-id="security"]')
const dialog = ({ page }: Trader): Locator => page.getByRole('dialog')
const quick = (trader: Trader): Locator =>
  trader.page.getByRole('textbox', { name: trader.text('table.quick') })
const rics = ['6758.T', '8306.T'] as const

const escapes = ({ trader }: AuditSession): Promise<void> => trader.page.keyboard.press('Escape')

/** Two more adverts, so that there is something to compare. */
async function sendsTwo(session: AuditSession): Promise<void> {
  const caller = await session.caller
  const all = await tradableSecurities(caller)
  for (const [i, ric] of rics.entries()) {
    const equity = all.find((each) => each.ric === ric)
    if (!equity) throw new Error(`no security ${ric}`)
    await submitAdvert(caller, equity, i === 0 ? 'SELL' : 'BUY')
  }
}

const narrowing: readonly AuditedScreen[] = [
  {
    name: 'history',
    arrive: async (session) => {
      const { trader } = session
      await sendsTwo(session)
      await trader.page.getByRole('button', { name: trader.text('history.open'), exact: true }).click()
      await expect(rows(trader)).toHaveCount(3)
      return trader
    },
  },
  {
    name: 'history-filters',
    arrive: async ({ trader }) => {
      await trader.page.getByRole('button', { name: trader.text('table.filters') }).click()
      await trader.page.getByLabel(trader.text('history.column.shareQuantity'), { exact: true }).fill('>45k')
      await expect(rows(trader)).toHaveCount(2)
      return trader
    },
    leave: async (session) => {
      await escapes(session)
      await session.trader.button('table.clear').click()
    },
  },
  {
    name: 'history-nothing-shown',
    arrive: async ({ trader }) => {
      await quick(trader).fill('nothing like this')
      await expect(trader.page.getByText(trader.text('table.shown', { shown: 0, count: 3 }))).toBeVisible()
      return trader
    },
    leave: ({ trader }) => trader.button('table.clear').click(),
  },
  {
    name: 'history-columns',
    arrive: async ({ trader }) => {
      await trader.page.getByRole('button', { name: trader.text('history.columns'), exact: true }).click()
      await expect(trader.button('history.columns.reset')).toBeVisible()
      return trader
    },
    leave: escapes,
  },
]

const several: readonly AuditedScreen[] = [
  {
    name: 'history-selected',
    arrive: async ({ trader }) => {
      await cell(trader, rics[0]).click()
      await cell(trader, rics[1]).click({ modifiers: ['Shift'] })
      await expect(
        trader.page.getByRole('button', { name: trader.text('history.action.cancel', { count: 2 }) }),
      ).toBeVisible()
      return trader
    },
  },
  {
    name: 'history-summary',
    arrive: async ({ trader }) => {
      await trader.button('history.summary').click()
      await expect(dialog(trader)).toContainText(trader.text('history.summary.bulk'))
      return trader
    },
    leave: escapes,
  },
  {
    name: 'history-send',
    arrive: async ({ trader }) => {
      await trader.page
        .getByRole('button', { name: trader.text('history.action.modify', { count: 2 }) })
        .click()
      await expect(dialog(trader)).toContainText(trader.text('history.question.update'))
      return trader
    },
    leave: escapes,
  },
  {
    name: 'history-change',
    arrive: async ({ trader }) => {
      await trader.page
        .getByRole('button', { name: trader.text('history.action.change', { count: 2 }) })
        .click()
      const popup = dialog(trader)
      await popup
        .getByLabel(trader.text('history.change.term'), { exact: true })
        .selectOption(trader.text('advert.path'))
      await expect(popup.locator('.broker-path')).toBeVisible()
      return trader
    },
  },
  {
    name: 'history-change-priority',
    arrive: async ({ trader }) => {
      const popup = dialog(trader)
      await popup
        .getByLabel(trader.text('history.change.term'), { exact: true })
        .selectOption(trader.text('advert.minimum'))
      await popup.getByRole('slider').press('End')
      await expect(popup).toContainText(trader.text('history.change.losesPriority'))
      return trader
    },
    leave: escapes,
  },
  {
    name: 'history-cancel',
    arrive: async ({ trader }) => {
      await trader.page
        .getByRole('button', { name: trader.text('history.action.cancel', { count: 2 }) })
        .click()
      await expect(dialog(trader)).toContainText(trader.text('history.question.cancel', { count: 2 }))
      return trader
    },
  },
  {
    name: 'history-result',
    arrive: async ({ trader }) => {
      await trader.button('history.question.cancel.confirm', { count: 2 }).click()
      await expect(dialog(trader)).toContainText(trader.text('history.result.all', { done: 2, count: 2 }))
      return trader
    },
    leave: async ({ trader }) => {
      await trader.button('common.ok').click()
      await trader.page.getByRole('button', { name: trader.text('history.close') }).click()
    },
  },
]

/** The history table, its filters and its bulk actions. */
export const historyScreens: readonly AuditedScreen[] = [...narrowing, ...several]
