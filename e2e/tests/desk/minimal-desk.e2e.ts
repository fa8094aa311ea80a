import { callApi } from '@aitai/contract/api-client.ts'
import { listLocateNotifications } from '@aitai/contract/routes/locates.ts'
import { getWatchlist } from '@aitai/contract/routes/preferences.ts'
import { languages } from '@aitai/messages/texts.ts'
import { expect, type Locator, test } from '@playwright/test'
import { Trader } from '../../support/people.ts'
import { serverForAllTests } from '../../support/test-server.ts'
import { generousRateLimits, sessionOf } from '../../support/trading-api.ts'

const product = serverForAllTests(generousRateLimits)

const emails = { En: 'trader@alder.example', Jp: 'trader@birch.example' } as const
const watched = ({ page }: Trader): Locator => page.locator('.watchlist-section tr')

for (const language of languages) {
  test(`before the first IOI: a watchlist with prices, and a practice locate, ${language}`, {
    tag: '@full',
  }, async ({ browser }) => {
    const trader = await Trader.signsIn({ url: product.url, browser, email: emails[language], language })
    await test.step('securities are watched, also after a reload', () => watches(trader))
    await test.step('a practice locate is answered by keyboard, and nothing is sent', () => practises(trader))
    await test.step('choosing a watched security opens it', () => opens(trader))
    await trader.leaves()
  })
}

async function watches(trader: Trader): Promise<void> {
  const { page } = trader
  await expect(page.getByRole('combobox', { name: trader.text('advert.search.label') })).toBeFocused()
  const add = page.getByRole('combobox', { name: trader.text('watchlist.add') })
  for (const [i, ric] of ['7203', '6758', '8306'].entries()) {
    await add.fill(ric)
    await page.getByRole('option').first().waitFor()
    await add.press('Enter')
    await expect(watched(trader)).toHaveCount(i + 1)
  }
  await expect(watched(trader).first()).toContainText(/7203\.T.*\d,\d{3}\.\d{3}.*%/)
  // A row comes and goes at once; what is reloaded before the server has stored it would be missing.
  const session = await sessionOf(page, product.url)
  const stored = async (): Promise<number> => (await callApi(session, getWatchlist)).securityIds.length
  await expect.poll(stored).toBe(3)
  await watched(trader).nth(1).getByRole('button').last().click()
  await expect(watched(trader)).toHaveCount(2)
  await expect.poll(stored).toBe(2)
  await page.reload()
  await expect(watched(trader)).toHaveText([/7203\.T/, /8306\.T/])
}

async function practises(trader: Trader): Promise<void> {
  const { page } = trader
  const requests: string[] = []
  page.on('request', (request) => void (request.method() === 'POST' && requests.push(request.url())))
  await trader.button('practice.begin').click()
  const popup = page.getByRole('alertdialog')
  await expect(popup.getByRole('heading')).toHaveText(trader.text('practice.title'))
  await expect(popup).toContainText(trader.text('practice.disclaimer'))
  await page.keyboard.press('F8')
  await expect(async () => {
    await page.keyboard.press('a')
    await expect(popup.getByRole('heading')).toHaveText(trader.text('practice.title.ACCEPTED'), {
      timeout: 3_000,
    })
  }).toPass()
  await popup.getByRole('button', { name: trader.text('practice.again') }).click()
  await expect(popup.getByRole('heading')).toHaveText(trader.text('practice.title'))
  const decline = popup.getByRole('button', { name: trader.text('locate.decline') })
  await expect(async () => {
    if (await decline.isVisible()) await decline.click({ timeout: 1_000 })
    await expect(popup.getByRole('heading')).toHaveText(trader.text('practice.title.DECLINED'), {
      timeout: 3_000,
    })
  }).toPass()
  await popup.getByRole('button', { name: trader.text('practice.close') }).click()
  await expect(popup).toHaveCount(0)
  expect(requests.filter((url) => /\/(locate|connect|advert)/.test(new URL(url).pathname))).toEqual([])
  const api = await sessionOf(page, product.url)
  expect(await callApi(api, listLocateNotifications)).toEqual([])
}

async function opens(trader: Trader): Promise<void> {
  await watched(trader).first().getByRole('button').first().click()
  await expect(trader.page.getByRole('heading', { name: /^7203\.T/ })).toBeVisible()
}
