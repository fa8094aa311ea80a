import { languages } from '@aitai/messages/texts.ts'
import { expect, test } from '@playwright/test'
import { Trader } from '../../support/people.ts'
import { serverForEachTest } from '../../support/test-server.ts'
import { chooseFile, csvFile, csvHeader, openUploadDialog, uploadDialog } from '../upload/upload-dialog.ts'

const product = serverForEachTest()

const email = 'trader@alder.example'

for (const language of languages)
  test(`a size that may be a typing error is typed again before it can be sent, and a new IOI has no side, ${language}`, {
    tag: '@full',
  }, async ({ browser }) => {
    const trader = await Trader.signsIn({ url: product.url, browser, email, language })
    const { page } = trader
    const quantity = page.getByLabel(trader.text('advert.quantity'), { exact: true })
    const confirm = trader.button('advert.review.confirm.send')

    await test.step('without a side the review does not open', async () => {
      await page.getByRole('combobox', { name: trader.text('advert.search.label') }).fill('7203.T')
      await page.getByRole('option', { name: '7203.T' }).first().waitFor()
      await page.keyboard.press('Enter')
      await expect(quantity).toBeFocused()
      await expect(page.getByRole('radio', { checked: true, name: trader.text('common.BUY') })).toHaveCount(0)
      await quantity.fill('4m')
      await page.keyboard.press('Enter')
      await expect(page.getByText(trader.text('advert.direction.choose'))).toBeVisible()
      await expect(page.getByRole('dialog')).toBeHidden()
    })

    await test.step('a side typed before the quantity sets both, also on the control of the side', async () => {
      await expect(page.getByRole('radio', { name: trader.text('common.BUY') })).toBeFocused()
      await page.keyboard.type('S 4m')
      await expect(quantity).toHaveValue('S 4m')
      await page.keyboard.press('Enter')
      await expect(page.getByRole('dialog')).toContainText('4,000,000')
      await expect(page.getByRole('dialog')).toContainText(trader.text('common.SELL'))
    })

    await test.step('Send has no focus and takes no press until the quantity is typed again', async () => {
      await expect(page.getByRole('dialog')).toContainText(
        trader.text('advert.review.block', { notional: language === 'Jp' ? '20億円' : 'JPY 2bn' }),
      )
      const again = page.getByLabel(trader.text('advert.retype'))
      await expect(again).toBeFocused()
      await page.keyboard.type('400k')
      await page.keyboard.press('Enter')
      await expect(again).toBeFocused()
      await expect(confirm).toHaveAttribute('aria-disabled', 'true')
      await again.fill('4,000,000')
      await page.keyboard.press('Enter')
      await expect(confirm).toBeFocused()
      await page.keyboard.press('Enter')
      await expect(page.getByRole('dialog')).toBeHidden()
      await trader.sees('7203.T', 'advert.status.SENT')
    })

    await test.step('in a file: totals per side, and the total of the rows with a warning is typed', async () => {
      const file = csvFile(
        'blocks.csv',
        [csvHeader, '6758.T,BUY,20000', '8306.T,SELL,100000', '9984.T,SELL,3000000', ''].join('\r\n'),
      )
      await openUploadDialog(trader)
      await chooseFile(trader, file)
      await expect(uploadDialog(trader).locator('.side-totals li')).toHaveCount(3)
      await expect(uploadDialog(trader).locator('.size-warning')).toHaveCount(1)
      const upload = page.getByRole('button', {
        name: trader.text('upload.upload', { count: 3 }),
        exact: true,
      })
      await expect(upload).toHaveAttribute('aria-disabled', 'true')
      await expect(upload).toHaveAccessibleDescription(trader.text('advert.retype.why'))
      await page.getByLabel(trader.text('advert.retype.bulk', { count: 1 })).fill('3m')
      await upload.click()
      await expect(uploadDialog(trader)).toContainText(trader.text('upload.done.sent', { count: 3 }))
    })
  })

/** Of an institution for one IOI, unless the operator sets another (docs/rules.md §22). */
const limit = '20,000,000,000'

for (const language of languages)
  test(`above the size limit of the institution an IOI is refused with the limit, typed and in a file, ${language}`, {
    tag: '@full',
  }, async ({ browser }) => {
    const trader = await Trader.signsIn({ url: product.url, browser, email, language })
    const { page } = trader

    await test.step('typed: the refusal stands at the quantity, and nothing is typed again or sent', async () => {
      await trader.drafts('BUY', '7203.T', 0)
      const quantity = page.getByLabel(trader.text('advert.quantity'), { exact: true })
      await quantity.fill('10m')
      await page.keyboard.press('Enter')
      await expect(page.locator('.size-quantity')).toContainText(limit)
      await expect(page.getByRole('dialog')).toBeHidden()
      await expect(quantity).toBeFocused()
      await trader.sees('7203.T', 'advert.status.UNSENT')
    })

    await test.step('in a file: the row has the limit and cannot be chosen', async () => {
      const rows = [csvHeader, '6758.T,BUY,20000', '8306.T,SELL,20000000', '']
      await openUploadDialog(trader)
      await chooseFile(trader, csvFile('above.csv', rows.join('\r\n')))
      const refused = uploadDialog(trader).locator('tbody tr').filter({ hasText: '8306.T' })
      await expect(refused).toContainText(limit)
      await expect(refused.locator('input[type=checkbox]')).toHaveCount(0)
      await page
        .getByRole('button', { name: trader.text('upload.upload', { count: 1 }), exact: true })
        .click()
      await expect(uploadDialog(trader)).toContainText(trader.text('upload.done.sent', { count: 1 }))
    })
  })
