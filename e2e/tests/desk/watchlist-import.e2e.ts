import { callApi } from '@aitai/contract/api-client.ts'
import { getEquities } from '@aitai/contract/routes/reference.ts'
import { languages } from '@aitai/messages/texts.ts'
import { expect, type Locator, test } from '@playwright/test'
import { Trader } from '../../support/people.ts'
import { serverForAllTests } from '../../support/test-server.ts'
import { sessionOf } from '../../support/trading-api.ts'

// With the limits of an installation: a list of a hundred must not fetch a hundred quotes.
const product = serverForAllTests()

const emails = { En: 'trader@alder.example', Jp: 'trader@birch.example' } as const

for (const language of languages) {
  test(`a list of 100 codes is added to the watchlist by keys alone, ${language}`, {
    tag: '@full',
  }, async ({ browser }) => {
    const trader = await Trader.signsIn({ url: product.url, browser, email: emails[language], language })
    const { page } = trader
    const api = await sessionOf(page, product.url)
    const equities = await callApi(api, getEquities)
    const hundred = equities.slice(0, 100)
    const stored: string[][] = []
    const refused: string[] = []
    const priced = new Set<string>()
    page.on('request', (request) => {
      if (request.url().includes('/get-quote/')) priced.add(request.url())
      if (request.url().endsWith('/set-watchlist')) stored.push(request.postDataJSON().securityIds)
    })
    page.on('response', (response) => {
      if (response.status() >= 400) refused.push(`${response.status()} ${response.url()}`)
    })

    await test.step('pasting into the field of one security opens the preview', async () => {
      await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
      const codes = hundred.map(({ ric }, i) => (i % 2 === 0 ? ric : ric.replace('.T', ' JT'))).join('\r\n')
      await page.evaluate(`navigator.clipboard.writeText(${JSON.stringify(`${codes}\r\n0000\r\n`)})`)
      await page.keyboard.press('Tab')
      const add = page.getByRole('combobox', { name: trader.text('watchlist.add') })
      await tabTo(trader, add)
      await page.keyboard.press('Control+V')
      const popup = page.getByRole('dialog', { name: trader.text('watchlist.import.title') })
      const counts = trader.text('watchlist.import.counts', { added: 100, present: 0, unknown: 1 })
      await expect(popup.getByText(counts, { exact: true })).toBeVisible()
      await expect(popup.getByRole('textbox')).toBeFocused()
      await expect(popup.getByRole('listitem').first()).toHaveText('0000')
    })
    await test.step('they are added at once, in one call', async () => {
      await page.keyboard.press('Control+Enter')
      await expect(page.getByText(trader.text('watchlist.import.done', { count: 100 }))).toBeVisible()
      await expect(page.locator('.watchlist-section tr')).toHaveCount(100)
      await expect.poll(() => stored.length).toBe(1)
      expect(stored[0]).toEqual(hundred.map(({ equityId }) => equityId))
    })
    await test.step('rows have prices when they are on the screen, also after the end of the list is reached', async () => {
      const rows = page.locator('.watchlist-section tr')
      await expect(rows.first()).toContainText(/\d,?\d{3}\.\d{3}/)
      // Far fewer than the hundred of the list, with those that were suggested before.
      expect(priced.size).toBeLessThan(70)
      await rows.last().getByRole('button').last().focus()
      await expect(rows.last()).toContainText(/\d\.\d{3}/)
      expect(refused).toEqual([])
    })
    await test.step('after a reload the same list is there, and adding it again has nothing to add', async () => {
      await page.reload()
      await expect(page.locator('.watchlist-section tr')).toHaveCount(100)
      await tabTo(trader, trader.button('watchlist.import'))
      await page.keyboard.press('Enter')
      await expect(page.getByRole('dialog').getByRole('textbox')).toBeFocused()
      await page.keyboard.press('Control+V')
      const counts = trader.text('watchlist.import.counts', { added: 0, present: 100, unknown: 1 })
      await expect(page.getByText(counts, { exact: true })).toBeVisible()
      await page.keyboard.press('Escape')
      await expect(trader.button('watchlist.import')).toBeFocused()
    })
    await trader.leaves()
  })
}

/** Goes to a control with the Tab key. */
async function tabTo({ page }: Trader, control: Locator): Promise<void> {
  await control.waitFor()
  for (let presses = 0; presses < 60; presses += 1) {
    if (await control.evaluate((element) => element.matches(':focus'))) return
    await page.keyboard.press('Tab')
  }
  await expect(control).toBeFocused()
}
