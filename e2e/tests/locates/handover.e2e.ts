import { languages } from '@aitai/messages/texts.ts'
import { expect, type Locator, test } from '@playwright/test'
import { formatNotional } from '../../../client/src/ui/format/amounts.ts'
import { BrokerUser, Trader } from '../../support/people.ts'
import { serverForEachTest } from '../../support/test-server.ts'

const product = serverForEachTest()

const ric = '7203.T'

/** The handover on the desk, beside the completed IOI. */
const onDesk = (trader: Trader): Locator => trader.page.locator('.desk-editor .handover')

async function openBell(trader: Trader): Promise<Locator> {
  await trader.page.locator('.dropdown-trigger:has(.bell-count)').click()
  await trader.page.getByRole('tab', { name: trader.text('notification.located') }).click()
  const line = trader.page.locator('.bell-line').filter({
    hasText: trader.text('notification.Contra Connection Accepted!'),
  })
  await line.locator('.bell-line-head').click()
  return line.locator('.handover')
}

/** Starts the server again a day later, and loads the page there. */
async function nextMorning(trader: Trader): Promise<void> {
  await product.restartNextDay(trader)
  await trader.signsIn('trader@alder.example')
  await trader.isAtDesk()
}

// spec: 2.trader.26, 4.locate.4
for (const language of languages)
  test(`broker, contact, password and deal stay after OK and a reload, with the broker's confirmation, and are gone the next morning, ${language}`, {
    tag: '@full',
  }, async ({ browser }) => {
    const { url } = product
    const buyer = await Trader.signsIn({ url, browser, email: 'trader@alder.example', language })
    const seller = await Trader.signsIn({ url, browser, email: 'trader@birch.example', language: 'En' })
    await buyer.advertises('BUY', ric, 40_000)
    await seller.advertises('SELL', ric, 30_000)
    for (const trader of [buyer, seller]) await trader.answers('a')
    const { broker: name, password } = await buyer.handedTo()
    await expect(buyer.popup.locator('.handover')).toContainText(buyer.text('locate.received.pending'))
    await test.step('at 1280 by 800 the popup covers no control of the history', async () => {
      await buyer.page.setViewportSize({ width: 1280, height: 800 })
      await buyer.button('history.open').click()
      for (const key of ['history.copy', 'table.export', 'history.summary'] as const)
        await buyer.button(key).click({ trial: true })
      await buyer.button('history.close').click()
      await buyer.page.setViewportSize({ width: 1440, height: 900 })
    })
    const [mid = ''] = /[\d,]+\.\d{3}/.exec(await buyer.popup.locator('.locate-summary').innerText()) ?? []
    for (const trader of [buyer, seller]) await trader.readsOutcome()

    const shown = ['30,000', password, buyer.text('locate.contact'), buyer.text('locate.received.pending')]
    await test.step('after OK: on the desk, in the list and in the history', async () => {
      for (const each of shown) await expect(onDesk(buyer)).toContainText(each)
      await expect(onDesk(buyer)).toContainText(/\d,\d{3}\.\d{3}/)
      await expect(buyer.row(ric)).toContainText('30,000')
      // The value is frozen at the mid of the locate, whatever the price does.
      const yen = 30_000 * Number(mid.replaceAll(',', ''))
      await expect(buyer.row(ric)).toContainText(formatNotional(yen, language))
    })

    await test.step('after a reload, too', async () => {
      await buyer.page.reload()
      await buyer.isAtDesk()
      for (const each of shown) await expect(onDesk(buyer)).toContainText(each)
      const bell = await openBell(buyer)
      for (const each of shown) await expect(bell).toContainText(each)
      await buyer.page.keyboard.press('Escape')
      await buyer.button('history.open').click()
      const row = buyer.page.getByRole('row').filter({ hasText: ric })
      await expect(row).toContainText(password)
      await expect(row).toContainText('30,000')
      await buyer.button('history.close').click()
    })

    await test.step("the broker's confirmation of the own side comes by itself", async () => {
      const email = `broker@${name.split(' ')[0]?.toLowerCase()}.example`
      const broker = await BrokerUser.signsIn({ url, browser, email, language: 'En' })
      await broker.readsMatch()
      await broker.confirms('agreement.confirmBuy', 'Alder', '7203.T - Toyota Motor')
      await expect(onDesk(buyer).locator('[data-confirmed]')).toBeVisible()
      await seller.row(ric).click()
      await expect(onDesk(seller)).toContainText(seller.text('locate.received.pending'))
    })

    await test.step('the next morning nothing of it is left', async () => {
      await nextMorning(buyer)
      await expect(buyer.row(ric)).toHaveCount(0)
      await expect(buyer.page.getByText(password)).toHaveCount(0)
      await buyer.page.locator('.dropdown-trigger:has(.bell-count)').click()
      await buyer.page.getByRole('tab', { name: buyer.text('notification.located') }).click()
      for (const line of await buyer.page.locator('.bell-line-head').all()) await line.click()
      await expect(buyer.page.getByText(password)).toHaveCount(0)
    })
  })
