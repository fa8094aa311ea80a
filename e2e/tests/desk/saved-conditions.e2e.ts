import { languages } from '@aitai/messages/texts.ts'
import { expect, test } from '@playwright/test'
import { brokerNameIn, Trader } from '../../support/people.ts'
import { serverForAllTests } from '../../support/test-server.ts'

const product = serverForAllTests()

const emails = { En: 'trader@alder.example', Jp: 'trader@birch.example' } as const

for (const language of languages) {
  test(`conditions are saved under a name and applied at the desk by keys alone, ${language}`, async ({
    browser,
  }) => {
    const trader = await Trader.signsIn({ url: product.url, browser, email: emails[language], language })
    await test.step('they are saved under a name', () => saves(trader))
    await test.step('they are applied to an IOI, which is sent with them', () => applies(trader))
    await trader.leaves()
  })
}

async function saves(trader: Trader): Promise<void> {
  const { page } = trader
  await page.goto(`${product.url}/profile/preferences`)
  await trader.button('conditions.new').press('Enter')
  await page.getByRole('textbox', { name: trader.text('conditions.name') }).fill('小型株 Last hour')
  await page.getByRole('switch', { name: trader.text('advert.panel.knockout') }).press('Space')
  await page.getByRole('slider', { name: trader.text('advert.minimum') }).press('End')
  const broker = brokerNameIn(trader.language, 'Kaede Securities')
  await page.getByRole('button', { name: broker, exact: true }).press('Enter')
  await page.keyboard.press('Tab')
  await trader.button('conditions.save').press('Enter')
  await expect(page.getByText(trader.text('conditions.saved', { name: '小型株 Last hour' }))).toBeVisible()
  await expect(trader.button('conditions.new')).toBeFocused()
}

async function applies(trader: Trader): Promise<void> {
  const { page } = trader
  await page.goto(`${product.url}/adverts-home`)
  await trader.drafts('BUY', '7203.T', 10_000)
  await trader.button('conditions.apply').press('Enter')
  const summary = page.locator('.advanced-summary')
  await expect(summary).toContainText(brokerNameIn(trader.language, 'Kaede Securities'))
  await expect(summary).toContainText(/75\s?%/)
  await expect(summary).toContainText('3,050')
  await trader.sends('7203.T')
  await trader.sees('7203.T', 'advert.status.SENT')
}
