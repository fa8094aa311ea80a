import type { Equity } from '@aitai/contract/schemas/reference.ts'
import { languages } from '@aitai/messages/texts.ts'
import { expect, test } from '@playwright/test'
import { nextDayWithoutLimits, securitiesToMeetIn } from '../../support/many-locates.ts'
import { Trader } from '../../support/people.ts'
import { serverForEachTest } from '../../support/test-server.ts'
import {
  answerLocate,
  generousRateLimits,
  sessionOf,
  signInContra,
  submitAdvert,
} from '../../support/trading-api.ts'
import { pressUpload, rowCheckboxes, uploadDialog } from '../upload/upload-dialog.ts'

const product = serverForEachTest(generousRateLimits)
const many = 20

/** A table of an order management system: what was ordered, what is left, and what is filled. */
function tableOf(equities: readonly Equity[]): string {
  const rows = equities.map(({ ric }, i) => [
    ...[ric.replace('.T', ' JP'), 'BUY', '40,000', '30,000', i % 4 === 0 ? '-' : '10,000', `LIST-7/${i + 1}`],
  ])
  return [['Ticker', 'Side', 'Order Qty', 'Leaves', 'Filled', 'Order Ref'], ...rows]
    .map((cells) => cells.join('\t'))
    .join('\r\n')
}

for (const language of languages)
  test(`a list of orders is pasted, followed to the shares that are left, and carried on, ${language}`, {
    tag: '@full',
  }, async ({ browser }) => {
    const clock = await nextDayWithoutLimits(product, many)
    const { url } = product
    const contra = await signInContra(url, 'birch')
    const trader = await Trader.signsIn({
      url,
      browser,
      email: 'trader@alder.example',
      language,
      clock,
    })
    const { page } = trader
    const session = await sessionOf(page, url)
    const equities = await securitiesToMeetIn(session, many)

    await test.step('the list is pasted and sent', async () => {
      await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
      await page.evaluate((text) => navigator.clipboard.writeText(text), tableOf(equities))
      await page.locator('main').focus()
      await page.keyboard.press('ControlOrMeta+v')
      const dialog = uploadDialog(trader)
      const read = { column: trader.text('upload.column.elsewhere'), heading: 'Filled' }
      await expect(dialog).toContainText(trader.text('upload.pasted.column', read))
      for (let i = 0; i < many; i += 1) await rowCheckboxes(trader).nth(i).check()
      await pressUpload(trader, many)
      await expect(dialog).toContainText(trader.text('upload.done.sent', { count: many }), {
        // They are sent one after the other: on a busy machine 20 took more than 30 seconds.
        timeout: 90_000,
      })
      await trader.button('common.close').click()
    })

    await test.step('half of the orders are agreed, one of them in part', async () => {
      const met = equities.slice(0, many / 2)
      const sold = (i: number) => (i === 0 ? 20_000 : 30_000)
      await Promise.all(
        met.map((equity, i) =>
          submitAdvert(contra, equity, 'SELL', {
            terms: { shareQuantity: sold(i) },
          }),
        ),
      )
      await Promise.all(
        met.flatMap((equity) => [session, contra].map((each) => answerLocate(each, equity, 'accept'))),
      )
      await expect(trader.button('common.ok')).toBeVisible()
      await page.keyboard.press('F8')
    })
    await page.goto(`${url}/adverts-home`)
    const orders = page.getByRole('dialog', { name: trader.text('orders.title') })
    await test.step('the orders are listed with what is left, and one is opened, by keys', async () => {
      const button = page.getByTitle(trader.text('orders.button.why'))
      await expect(button).toContainText(`7/${many}`)
      await button.press('Enter')
      await expect(orders.getByRole('row')).toHaveCount(1 + many)
      const row = orders.getByRole('row').filter({ hasText: equities[0]?.ric ?? '' })
      await expect(row).toContainText('20,000')
      await row.getByRole('button').press('Enter')
      await expect(orders).toBeHidden()
    })
    await test.step('what is left is the next IOI', async () => {
      await trader.button('order.next', { shares: '20,000' }).press('Enter')
      await expect(page.getByRole('textbox', { name: trader.text('advert.quantity') })).toHaveValue('20,000')
      await trader.sendsSelected()
      await page.getByTitle(trader.text('orders.button.why')).press('Enter')
      await expect(orders.getByRole('row').filter({ hasText: equities[0]?.ric ?? '' })).toContainText(
        'LIST-7/1',
      )
    })
  })
