import { expect, type Locator } from '@playwright/test'
import type { Trader } from '../../support/people.ts'
import type { AuditedScreen } from '../audit-session.ts'

const dialog = ({ page }: Trader): Locator => page.getByRole('dialog')
const submit = '**/advert/submit-advert'

const browses = (trader: Trader, name: string, text: string, mimeType = 'text/csv'): Promise<void> =>
  trader.page.locator('input[type=file]').setInputFiles({ name, mimeType, buffer: Buffer.from(text, 'utf8') })

const header = 'ric,direction,shareQuantity'
const mixed = [
  header,
  '9432.T,BUY,400000',
  '6758.T,SELL,20000',
  '9999.X,BUY,1000',
  '8306.T,BUY,100',
  '9984.T,HOLD,5000',
].join('\n')

/** Orders of another system, with a column that is not read, limit prices and a rejected row. */
const orders = [
  'Acct\tTicker\tSide\tQty\tMin\tLimit',
  'A\t9432 JP\tBUY\t400,000\t25%\tMKT',
  'A\t6758 JP\tSELL\t20,000\t25%\t4,372',
  'A\t9999 JP\tSELL\t20,000\t25%\t4,372',
].join('\n')

/** Pastes into the popup, whatever the clipboard of the machine holds. */
const pastes = (trader: Trader, text: string): Promise<unknown> =>
  trader.page.locator('.upload-choose').evaluate((target, pasted) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', pasted)
    target.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  }, text)

let goOn = (): void => undefined

/** A file, from the choice to its result. */
export const uploadScreens: readonly AuditedScreen[] = [
  {
    name: 'upload',
    arrive: async ({ trader }) => {
      await trader.button('upload.action').click()
      await expect(dialog(trader)).toContainText(trader.text('upload.drop'))
      return trader
    },
  },
  {
    name: 'upload-invalid',
    arrive: async ({ trader }) => {
      await browses(trader, 'iois.xlsx', 'x')
      await expect(dialog(trader)).toContainText(trader.text('upload.invalid.body'))
      return trader
    },
    leave: ({ trader }) => trader.button('common.ok').click(),
  },
  {
    name: 'upload-unreadable',
    arrive: async ({ trader }) => {
      await browses(trader, 'iois.csv', `${header}\n"7203.T,BUY,1000\n`)
      await expect(dialog(trader).getByRole('alert')).toBeVisible()
      return trader
    },
  },
  {
    name: 'upload-pasted',
    arrive: async ({ trader }) => {
      await pastes(trader, orders)
      await expect(dialog(trader).locator('tbody input[type=checkbox]')).toHaveCount(2)
      return trader
    },
    leave: async ({ trader }) => {
      await trader.button('upload.cancel').click()
      await trader.button('upload.action').click()
    },
  },
  {
    name: 'upload-confirm',
    arrive: async ({ trader }) => {
      await browses(trader, 'morning.csv', mixed)
      await expect(dialog(trader).locator('tbody input[type=checkbox]')).toHaveCount(2)
      return trader
    },
  },
  {
    name: 'upload-sending',
    arrive: async ({ trader }) => {
      // Hold the first row back until the progress has been checked.
      const { promise: isLookedAt, resolve } = Promise.withResolvers<void>()
      goOn = resolve
      await trader.page.route(submit, (route) => isLookedAt.then(() => route.continue()))
      await trader.button('upload.upload', { count: 2 }).click()
      await expect(dialog(trader).locator('.upload-progress')).toBeVisible()
      return trader
    },
    leave: async ({ trader }) => {
      goOn()
      await expect(trader.button('upload.done.download')).toBeVisible()
      await trader.page.unroute(submit)
    },
  },
  {
    name: 'upload-result',
    arrive: async ({ trader }) => {
      await expect(trader.button('upload.done.download')).toBeVisible()
      return trader
    },
    leave: ({ trader }) => trader.button('common.close').click(),
  },
]
